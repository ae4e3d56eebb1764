import assert from "node:assert/strict";
import { createRequire } from "node:module";
import test from "node:test";

import * as gabarit from "gabarit";

const { SchemaError, compile } = gabarit;
const require = createRequire(import.meta.url);

test("both module systems give the same", () => {
  const common = require("gabarit");
  for (const name of ["Schema", "SchemaError", "Session", "ToolCatalog", "compile", "version"]) {
    assert.equal(common[name], gabarit[name], name);
    assert.equal(gabarit.default[name], gabarit[name], name);
  }
  assert.equal(gabarit.version, require("gabarit/package.json").version);
});

test("kinds of values", () => {
  const values = {
    null: null, boolean: true, integer: 7, number: 0.5, string: "text \u2603 \0 \"\\",
    array: [1, [2]], object: { a: {} },
  };
  for (const [kind, value] of Object.entries(values)) {
    const schema = compile({ type: kind });
    assert.ok(schema.isValid(value), kind);
    assert.ok(schema.isValid(Buffer.from(JSON.stringify(value))), kind);
    assert.ok(schema.isValidText(JSON.stringify(value)), kind);
    assert.ok(!schema.isValid(kind === "array" ? 1 : [null]), kind);
  }
  assert.ok(compile({ const: "a\0\u{1f600}" }).isValid("a\0\u{1f600}"));
  assert.ok(compile({ const: 0 }).isValid(-0));
  assert.ok(compile({ multipleOf: 0.01 }).isValid(19.99));
});

test("a string is a value, bytes are text", () => {
  const schema = compile({ type: "string" });
  assert.ok(schema.isValid("3"));
  assert.ok(!schema.isValidText("3"));
  for (const bytes of [Buffer.from("3"), new Uint8Array([0x33]), new Uint8Array([0x20, 0x33]).subarray(1)]) {
    assert.ok(!schema.isValid(bytes));
  }
});

test("numbers beyond a double come as text", () => {
  const schema = compile('{"const": 9007199254740993}');
  assert.ok(schema.isValidText("9007199254740993"));
  assert.ok(!schema.isValidText("9007199254740992"));
  assert.ok(schema.isValid(Buffer.from("9007199254740993.0")));
});

test("values that JSON has not", () => {
  const schema = compile(true);
  for (const value of [NaN, Infinity, -Infinity, [NaN], { a: [{ b: -Infinity }] }, undefined,
    () => 1, Symbol("a"), 1n, { a: 1n }, { toJSON: () => NaN }]) {
    assert.throws(() => schema.isValid(value), TypeError, String(typeof value));
    assert.throws(() => schema.validate(value), TypeError);
  }
  assert.throws(() => schema.isValid({ "a/b": [null, NaN] }), /NaN is not JSON \(at member or item "1"\)/);
  const loop = {};
  loop.loop = loop;
  assert.throws(() => schema.isValid(loop), TypeError);
  assert.ok(schema.isValid({ a: null, b: [null], c: "null", d: new Date(0) }));
  // JSON.stringify's own rules.
  assert.ok(compile({ maxProperties: 1 }).isValid({ a: 1, b: undefined }));
});

test("halves of surrogate pairs", () => {
  const schema = compile(true);
  assert.throws(() => schema.isValidText('"\ud800"'), /surrogate/);
  assert.throws(() => schema.isValid("\ud800"));
  assert.throws(() => schema.isValid(["a", { "\udfff": 1 }]));
  assert.ok(compile({ const: "\ud83d\ude00" }).isValidText('"\\ud83d\\ude00"'));
});

test("errors have the fields of every binding", () => {
  const schema = compile({ properties: { n: { type: "integer" } }, required: ["n", "m"] });
  const { valid, errors } = schema.validate(Buffer.from('{"n": "1"}'));
  assert.equal(valid, false);
  assert.deepEqual(new Set(errors.map((error) => error.keyword)), new Set(["type", "required"]));
  const error = errors.find(({ keyword }) => keyword === "type");
  assert.deepEqual(error, {
    instanceLocation: "/n", keyword: "type", keywordLocation: "/properties/n/type",
    absoluteKeywordLocation: "#/properties/n/type", message: error.message,
    expected: "integer", found: "string", offset: 6,
  });
  assert.match(error.message, /integer/);
  assert.equal(schema.validate({ n: "1" }).errors.some(({ offset }) => offset !== undefined), false);
  assert.equal(schema.validateText('{"n": "1"}').errors.find(({ keyword }) => keyword === "type").offset, 6);
  assert.deepEqual(schema.validate({ n: 1, m: 2 }), { valid: true, errors: [] });
});

test("the standard's outputs", () => {
  const schema = compile({ type: "integer" });
  assert.deepEqual(schema.output("a", "flag"), { valid: false });
  assert.ok(Array.isArray(schema.output("a").errors));
  assert.equal(schema.output(1, "verbose").valid, true);
  for (const format of ["loud", "toString", "__proto__", 1]) {
    assert.throws(() => schema.output(1, format), RangeError);
  }
});

test("what is no schema", () => {
  assert.throws(() => compile({ properties: { a: { type: 5 } } }), (error) =>
    error instanceof SchemaError && error.code === "GABARIT_SCHEMA" &&
    error.location.endsWith("/properties/a/type"));
  for (const schema of ["{", Buffer.from("{"), { $ref: "#/nowhere" }, { pattern: "(" }, 5, null,
    "", "[]", { $schema: "urn:unknown" }]) {
    assert.throws(() => compile(schema), SchemaError, JSON.stringify(schema));
  }
  for (const schema of [undefined, () => 1, 1n, NaN]) {
    assert.throws(() => compile(schema), TypeError);
  }
});

test("options", () => {
  assert.ok(!compile({ format: "ipv4" }, { formatAssertion: true }).isValid("1.2.3"));
  assert.ok(compile({ format: "ipv4" }).isValid("1.2.3"));
  assert.equal(compile({}, { defaultDialect: "http://json-schema.org/draft-07/schema#" }).dialect,
    "http://json-schema.org/draft-07/schema");
  assert.equal(compile({}).dialect, "https://json-schema.org/draft/2020-12/schema");
  const resources = { "https://example.com/a": { type: "integer" }, "https://example.com/b": Buffer.from("{}") };
  assert.ok(!compile({ $ref: "https://example.com/a" }, { resources }).isValid("a"));
  assert.throws(() => compile({ $ref: "https://example.com/c" }, { resources }), SchemaError);
  assert.throws(() => compile({}, { resources: { "https://example.com/a": "{" } }), SchemaError);
  assert.throws(() => compile({ pattern: "(a)\\1" }), /backreference/);
  const annotated = compile({ pattern: "(a)\\1" }, { annotateUnsupported: true });
  assert.ok(annotated.isValid("b") && annotated.warnings.length > 0);
  for (const options of [null, 1, "a", { formats: true }]) {
    assert.throws(() => compile({}, options), TypeError);
  }
});

test("no verdict is an error with a code", () => {
  const schema = compile(true);
  for (const text of ["", "[", "{\"a\":}", "nul", "\xff"]) {
    assert.throws(() => schema.isValid(Buffer.from(text, "latin1")), { code: "GABARIT_NOT_JSON" }, text);
    assert.throws(() => schema.validate(Buffer.from(text, "latin1")), { code: "GABARIT_NOT_JSON" }, text);
  }
  assert.throws(() => schema.isValid(Buffer.from("[")), /line 1, column 2/);
  for (const deep of ["[".repeat(100000), '{"a":'.repeat(2000), "[".repeat(2000) + "]".repeat(2000)]) {
    assert.throws(() => schema.isValid(Buffer.from(deep)), { code: "GABARIT_LIMIT_REACHED" });
  }
  // A text longer than the memory at hand, and the next short one.
  const long = JSON.stringify("\u2603".repeat(100000));
  assert.ok(schema.isValidText(long) && schema.isValidText("1") && schema.isValid(long));
  for (let size = 3000; size < 9000; size += 7) {
    assert.ok(compile({ const: "\u00e9".repeat(size) }).isValidText(`"${"\u00e9".repeat(size)}"`), `${size}`);
  }
});

test("on another thread", async () => {
  const schema = compile({ items: { type: "integer" } });
  const bytes = Buffer.from(JSON.stringify(Array.from({ length: 100000 }, (_, i) => i)));
  const pending = [schema.isValidAsync(bytes), schema.isValidAsync(["a"]), schema.validateAsync([1, "b"])];
  // What was given may change, and the schema may go: the work has its own.
  bytes.fill(0);
  schema.close();
  const [valid, invalid, result] = await Promise.all(pending);
  assert.deepEqual([valid, invalid, result.errors[0].instanceLocation], [true, false, "/1"]);
  const other = compile(true);
  await assert.rejects(other.isValidAsync(Buffer.from("[")), { code: "GABARIT_NOT_JSON" });
  await assert.rejects(other.validateAsync(Buffer.from("[")), { code: "GABARIT_NOT_JSON" });
  await assert.rejects(other.isValidAsync(NaN), TypeError);
  await assert.rejects(schema.isValidAsync(1), { code: "GABARIT_CLOSED" });
});

test("use after close", () => {
  const schema = compile(true);
  schema.close();
  schema.close();
  for (const use of [() => schema.isValid(1), () => schema.isValidText("1"), () => schema.validate(1),
    () => schema.output(1)]) {
    assert.throws(use, { code: "GABARIT_CLOSED" });
  }
  // A method on what is no schema.
  assert.throws(() => gabarit.Schema.prototype.isValid.call({}, 1), TypeError);
  assert.throws(() => gabarit.Schema.prototype.isValid.call(undefined, 1), TypeError);
});

test("bytes of every kind", () => {
  const schema = compile({ type: "integer" });
  const detached = new Uint8Array([0x31]);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  assert.throws(() => schema.isValid(detached), { code: "GABARIT_NOT_JSON" });
  const shared = new Uint8Array(new SharedArrayBuffer(1));
  shared[0] = 0x31;
  assert.ok(schema.isValid(shared));
  // Other views are objects, as JSON.stringify sees them.
  assert.ok(!schema.isValid(new Uint16Array([1])));
});
