// Compiled by tsc, never run: the types say what the package does.
import { Schema, SchemaError, Session, ToolCatalog, compile, type Decision, type ToolCheck } from "gabarit";
import { GabaritJsonSchemaValidator } from "gabarit/mcp";
import type { jsonSchemaValidator as First } from "@modelcontextprotocol/sdk/validation";
import type { jsonSchemaValidator as Second } from "@modelcontextprotocol/client";

const schema: Schema = compile({ type: "integer" }, { formatAssertion: true, resources: { "urn:a": "{}" } });
const valid: boolean = schema.isValid(Buffer.from("1"));
const place: string | undefined = schema.validate(1).errors[0]?.instanceLocation;
const later: Promise<boolean> = schema.isValidAsync(new Uint8Array());
// @ts-expect-error There is no such option.
compile({}, { formats: true });
// @ts-expect-error Schemas come from compile().
new Schema();

const catalog = new ToolCatalog({ revision: "2025-11-25" });
const next: string | null = catalog.load({ tools: [] }).nextCursor;
const check: ToolCheck = catalog.checkArguments("a", { b: 1 });
// @ts-expect-error There is no such revision.
new ToolCatalog({ revision: "2024" });

const session = new Session({ catalog, side: "host", ttl: 1000 });
const decision: Decision | undefined = session.next(0);
const deadline: number | undefined = session.nextDeadline();

const first: First = new GabaritJsonSchemaValidator();
const second: Second = new GabaritJsonSchemaValidator({ formatAssertion: false });
try {
  first.getValidator({ type: "object" })({});
} catch (error) {
  if (error instanceof SchemaError) console.log(error.location, second, valid, place, later, next, check, decision, deadline);
}
