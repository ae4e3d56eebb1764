/** One reason why a value is not valid. */
export interface ValidationUnit {
  /** JSON Pointer into the value. */
  instanceLocation: string;
  keyword: string;
  keywordLocation: string;
  absoluteKeywordLocation: string;
  message: string;
  expected?: string;
  found?: string;
  choice?: string;
  /** Of the value in its JSON text, in bytes; only where text was given. */
  offset?: number;
}

export interface ValidationResult {
  valid: boolean;
  /** Empty where the value is valid. */
  errors: ValidationUnit[];
}

export interface SchemaWarning {
  /** JSON Pointer into the schema. */
  location: string;
  message: string;
}

/** A schema, or another document of one: an object or boolean, or JSON text. */
export type SchemaDocument = object | boolean | string | Uint8Array;

export interface CompileOptions {
  /** The URI of the document; resolves its relative references. */
  baseUri?: string;
  /** The dialect of schemas without "$schema"; 2020-12 unless given. */
  defaultDialect?: string;
  /** The dialect whatever is declared. */
  dialect?: string;
  /** Whether `format` asserts; false unless given. */
  formatAssertion?: boolean;
  /** Whether content keywords assert; as the dialect says unless given. */
  contentAssertion?: boolean;
  /** Patterns without a linear form assert nothing, instead of an error. */
  annotateUnsupported?: boolean;
  /** Other documents that the schema may refer to, by URI. Nothing is fetched. */
  resources?: Record<string, SchemaDocument>;
}

/** What is given as a schema cannot be compiled. */
export class SchemaError extends Error {
  readonly code: "GABARIT_SCHEMA";
  /** Where in the schema, as a URI or JSON Pointer; may be empty. */
  readonly location: string;
}

/**
 * A compiled schema. A Uint8Array (a Buffer, for one) is JSON text; everything
 * else, a string included, is a value.
 *
 * Where there is no verdict the methods throw: a TypeError for values that JSON
 * has not (NaN, a BigInt, a cycle), an Error with code GABARIT_NOT_JSON for
 * bytes that are not JSON, GABARIT_LIMIT_REACHED past a limit, GABARIT_CLOSED
 * after close().
 */
export class Schema {
  private constructor();
  /** The URI of the dialect that the schema was read in. */
  readonly dialect: string;
  /** What is probably a mistake in the schema. */
  readonly warnings: SchemaWarning[];
  isValid(value: unknown): boolean;
  /** For JSON text that is at hand as a string. */
  isValidText(json: string): boolean;
  validate(value: unknown): ValidationResult;
  validateText(json: string): ValidationResult;
  /** On another thread; the bytes are copied first. For long inputs. */
  isValidAsync(value: unknown): Promise<boolean>;
  validateAsync(value: unknown): Promise<ValidationResult>;
  /** The report in one of the standard's output formats. */
  output(value: unknown, format?: "flag" | "basic" | "detailed" | "verbose"): object;
  /** Frees the schema now instead of when it is collected. */
  close(): void;
}

/** Throws a SchemaError that names the place. */
export function compile(schema: SchemaDocument, options?: CompileOptions): Schema;

export type Revision = "2025-06-18" | "2025-11-25" | "2026-07-28";

export interface ToolProblem {
  tool: string;
  index: number;
  location: string;
  reason: string;
}

export interface ListReport {
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  refused: ToolProblem[];
  uncheckedOutputs: ToolProblem[];
  warnings: ToolProblem[];
  /** What to ask the next page with; null after the last. */
  nextCursor: string | null;
}

export interface ToolCheck {
  outcome:
    | "valid" | "invalid" | "not_json" | "limit_reached" | "tool_refused"
    | "not_checkable" | "no_schema" | "missing" | "malformed" | "error_result"
    | "unknown_tool" | "no_list" | "failed";
  passed: boolean;
  /** What to tell the model; empty where it passed. */
  text: string;
  errors: ValidationUnit[];
}

/** The tools of one server, by name. */
export class ToolCatalog {
  constructor(options?: { revision?: Revision });
  /** Loads a page of tools/list. `cursor` is what it was asked for with. */
  load(page: object | string | Uint8Array, cursor?: string): ListReport;
  /** The arguments of a call: an object, JSON text as a string or bytes, or absent. */
  checkArguments(tool: string, args?: unknown): ToolCheck;
  /** A CallToolResult: its shape and its structuredContent. */
  checkResult(tool: string, result: unknown): ToolCheck;
  close(): void;
}

export interface SessionOptions {
  catalog?: ToolCatalog;
  side?: "host" | "server";
  /** Known once `initialize` has passed, unless given. */
  revision?: Revision;
  mode?: "background" | "block_until_done" | "tasks_off";
  outputs?: "enforce" | "warn" | "off";
  /** Judge, but let everything pass. */
  observe?: boolean;
  /** What the server declared, where `initialize` is not seen. */
  taskCalls?: boolean;
  taskCancel?: boolean;
  taskList?: boolean;
  taskExtension?: boolean;
  /** Of tasks, in milliseconds. */
  ttl?: number;
}

export interface Finding {
  reason: string;
  severity: "violation" | "note";
  location: string;
  text: string;
}

/** What a session says of a message. gabarit/session.h explains the names. */
export interface Decision {
  action: "pass" | "refuse" | "replace" | "drop" | "send" | "nothing";
  kind: string;
  reason: string | null;
  violation: boolean;
  /** For the model; empty where it is told nothing. */
  text: string;
  /** For the wire; empty where there is none. */
  message: string;
  tool: string | null;
  task: string | null;
  findings: Finding[];
  errors: ValidationUnit[];
}

/** A message of the wire: its text, or the object that it stands for. */
export type Message = object | string | Uint8Array;

/**
 * A conversation of a host and a server, judged message by message. Opens
 * nothing and reads no clock: times are milliseconds of any clock of the
 * caller's that never goes back.
 */
export class Session {
  constructor(options?: SessionOptions);
  fromClient(message: Message, now: number): Decision;
  fromServer(message: Message, now: number): Decision;
  /** Checks a call and makes the message that asks for it. */
  call(tool: string, args: unknown, now: number): Decision;
  cancel(task: string, now: number): Decision;
  answerInputs(task: string, responses: unknown, now: number): Decision;
  /** When to call next(); undefined if nothing is waited for. */
  nextDeadline(): number | undefined;
  /** What is due now. Call until there is nothing. */
  next(now: number): Decision | undefined;
  /** The state as JSON, and a session made anew from it. */
  save(): string;
  restore(state: string | object | Uint8Array): void;
  close(): void;
}

/** Of the engine. */
export const version: string;
