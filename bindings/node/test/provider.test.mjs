// The provider for the MCP SDK: what the SDK's own providers are held to, and
// where the SDKs are installed, beside those providers and inside real clients
// and servers.

import assert from "node:assert/strict";
import test from "node:test";

import { SchemaError } from "gabarit";
import { GabaritJsonSchemaValidator } from "gabarit/mcp";

const load = (name) => import(name).catch(() => undefined);
const first = {
  client: await load("@modelcontextprotocol/sdk/client/index.js"),
  server: await load("@modelcontextprotocol/sdk/server/index.js"),
  memory: await load("@modelcontextprotocol/sdk/inMemory.js"),
  types: await load("@modelcontextprotocol/sdk/types.js"),
  ajv: await load("@modelcontextprotocol/sdk/validation/ajv"),
};
const second = {
  client: await load("@modelcontextprotocol/client"),
  server: await load("@modelcontextprotocol/server"),
  ajv: await load("@modelcontextprotocol/client/validators/ajv"),
};

const draft7 = "http://json-schema.org/draft-07/schema#";
const rows = [
  // schema, value, valid
  [{ type: "string" }, "a", true],
  [{ type: "string" }, 1, false],
  [{ type: "object", properties: { name: { type: "string" }, age: { type: "integer" } }, required: ["name"] },
    { name: "a", age: 30 }, true],
  [{ type: "object", properties: { name: { type: "string" } }, required: ["name"] }, {}, false],
  [{ type: "object", properties: { a: {} }, additionalProperties: false }, { a: 1, b: 2 }, false],
  [{ type: "string", format: "email" }, "user@example.com", true],
  [{ type: "string", format: "email" }, "not an address", false],
  [{ type: "string", format: "date" }, "2026-02-30", false],
  [{ type: "string", format: "date-time" }, "2026-02-28T10:00:00Z", true],
  [{ type: "string", format: "uri" }, "https://example.com/a", true],
  [{ type: "string", format: "uri" }, "no uri", false],
  [{ type: "string", format: "ipv4" }, "256.1.1.1", false],
  [{ type: "string", format: "uuid" }, "2eb8aa08-aa98-11ea-b4aa-73b441d16380", true],
  [{ type: "string", minLength: 3, maxLength: 5 }, "ab", false],
  [{ type: "string", minLength: 3, maxLength: 5 }, "abcd", true],
  [{ type: "string", maxLength: 1 }, "\u{1f600}", true],
  [{ type: "string", pattern: "^[A-Z]{3}$" }, "ABC", true],
  [{ type: "string", pattern: "^[A-Z]{3}$" }, "abc", false],
  [{ enum: ["red", "green"] }, "red", true],
  [{ enum: ["red", "green"] }, "blue", false],
  [{ enum: [1, null, { a: 1 }] }, { a: 1 }, true],
  [{ type: "number", minimum: 0, maximum: 10 }, 11, false],
  [{ type: "number", exclusiveMinimum: 0 }, 0, false],
  [{ type: "number", multipleOf: 5 }, 12, false],
  [{ type: "integer" }, 1.5, false],
  [{ type: "boolean" }, "true", false],
  [{ type: ["string", "null"] }, null, true],
  [{ type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true }, ["a", "a"], false],
  [{ type: "array", items: { type: "string" }, minItems: 1 }, [], false],
  [{ anyOf: [{ type: "string" }, { type: "number" }] }, true, false],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, false],
  [{ not: { type: "null" } }, null, false],
  [{ if: { required: ["a"] }, then: { required: ["b"] } }, { a: 1 }, false],
  [{ $defs: { a: { type: "string" } }, $ref: "#/$defs/a" }, 1, false],
  // The dialect that is declared decides.
  [{ $schema: draft7, items: [{ type: "string" }], additionalItems: false }, ["a", 1], false],
  [{ $schema: draft7, prefixItems: [{ type: "string" }] }, [1], true],
  [{ prefixItems: [{ type: "string" }] }, [1], false],
  [{ $schema: "https://json-schema.org/draft/2020-12/schema", prefixItems: [{ type: "string" }] }, [1], false],
  [{ $schema: "https://json-schema.org/draft/2019-09/schema", dependentRequired: { a: ["b"] } }, { a: 1 }, false],
  [{ dependentRequired: { a: ["b"] } }, { a: 1 }, false],
  [{ unevaluatedProperties: false, allOf: [{ properties: { a: {} } }] }, { a: 1, b: 1 }, false],
];

test("verdicts", () => {
  const provider = new GabaritJsonSchemaValidator();
  for (const [schema, value, valid] of rows) {
    const where = JSON.stringify([schema, value]);
    const result = provider.getValidator(schema)(value);
    assert.equal(result.valid, valid, where);
    assert.deepEqual(Object.keys(result).sort(), ["data", "errorMessage", "valid"], where);
    assert.equal(result.data, valid ? value : undefined, where);
    assert.equal(typeof result.errorMessage, valid ? "undefined" : "string", where);
    if (!valid) assert.ok(result.errorMessage.length > 0, where);
  }
});

test("messages name the place", () => {
  const provider = new GabaritJsonSchemaValidator();
  const validate = provider.getValidator({
    properties: { user: { properties: { age: { type: "integer" } } } }, required: ["id"],
  });
  const { errorMessage } = validate({ user: { age: "old" } });
  assert.match(errorMessage, /\/user\/age: expected an integer/);
  assert.match(errorMessage, /id/);
  const many = provider.getValidator({ items: { type: "string" } })(Array(1000).fill(1));
  assert.ok(many.errorMessage.length < 3000);
  assert.match(many.errorMessage, /more$/);
});

test("dialects that are not known, and what is no schema", () => {
  const provider = new GabaritJsonSchemaValidator();
  for (const $schema of ["https://example.com/dialect", "https://json-schema.org/draft/next/schema"]) {
    assert.throws(() => provider.getValidator({ $schema, type: "object" }), (error) =>
      error instanceof SchemaError && error.message.includes($schema) && /2020-12/.test(error.message));
  }
  assert.throws(() => provider.getValidator({ type: "colour" }), SchemaError);
  assert.throws(() => provider.getValidator({ $ref: "#/$defs/none" }), SchemaError);
});

test("values without JSON are not valid", () => {
  const validate = new GabaritJsonSchemaValidator().getValidator({});
  const loop = [];
  loop.push(loop);
  for (const value of [undefined, NaN, 1n, loop]) {
    const result = validate(value);
    assert.equal(result.valid, false);
    assert.ok(result.errorMessage.length > 0);
  }
});

test("options and the schemas that are kept", () => {
  const lax = new GabaritJsonSchemaValidator({ formatAssertion: false });
  assert.ok(lax.getValidator({ format: "email" })("no").valid);
  const provider = new GabaritJsonSchemaValidator();
  // Two tools may share an "$id"; an object may change after it was compiled.
  const schema = { $id: "urn:tool", type: "string" };
  const text = provider.getValidator(schema);
  assert.ok(!provider.getValidator({ $id: "urn:tool", type: "number" })("a").valid);
  schema.type = "number";
  assert.ok(!provider.getValidator(schema)("a").valid);
  assert.ok(text("a").valid);
  for (let i = 0; i < 2500; ++i) {
    assert.ok(provider.getValidator({ const: i })(i).valid);
  }
});

for (const [generation, { ajv }] of [["1.x", first], ["2.x", second]]) {
  test(`beside the ajv provider of ${generation}`, { skip: !ajv }, () => {
    const mine = new GabaritJsonSchemaValidator();
    const theirs = new ajv.AjvJsonSchemaValidator();
    let compared = 0;
    for (const [schema, value] of rows) {
      // The first generation's reads everything as draft-07.
      const newer = /prefixItems|unevaluated|dependentRequired|2019-09|2020-12/.test(JSON.stringify(schema));
      if (generation === "1.x" && newer) continue;
      // ajv-formats takes the last day of February on trust in neither; both say no.
      assert.equal(mine.getValidator(schema)(value).valid, theirs.getValidator(schema)(value).valid,
        JSON.stringify([schema, value]));
      ++compared;
    }
    assert.ok(compared >= 30);
  });
}

const tools = [{
  name: "rows", description: "counts", inputSchema: { type: "object" },
  outputSchema: { type: "object", properties: { rows: { type: "integer", minimum: 0 } }, required: ["rows"] },
}];
const called = ({ params }) => ({ content: [], structuredContent: params.arguments });
const info = { name: "test", version: "1" };

async function outputsAreChecked(client, calls) {
  await client.listTools();
  const good = await client.callTool({ name: "rows", arguments: { rows: 3 } });
  assert.deepEqual(good.structuredContent, { rows: 3 });
  for (const bad of [{ rows: "3" }, { rows: -1 }, {}]) {
    await assert.rejects(client.callTool({ name: "rows", arguments: bad }), /rows/, JSON.stringify(bad));
  }
  assert.ok(calls() >= 4, `${calls()} calls of the provider's validators`);
}

function counting(provider) {
  let count = 0;
  const getValidator = provider.getValidator.bind(provider);
  provider.getValidator = (schema) => {
    const validate = getValidator(schema);
    return (input) => { ++count; return validate(input); };
  };
  return () => count;
}

test("a client and a server of the SDK 1.x", { skip: !first.client }, async () => {
  const server = new first.server.Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(first.types.ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(first.types.CallToolRequestSchema, called);
  const provider = new GabaritJsonSchemaValidator();
  const calls = counting(provider);
  const client = new first.client.Client(info, { jsonSchemaValidator: provider });
  const [a, b] = first.memory.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(a), client.connect(b)]);
  await outputsAreChecked(client, calls);
  await client.close();
});

test("a server of the SDK 1.x checks what the user answered", { skip: !first.client }, async () => {
  const provider = new GabaritJsonSchemaValidator();
  const server = new first.server.Server(info, { capabilities: {}, jsonSchemaValidator: provider });
  const client = new first.client.Client(info, { capabilities: { elicitation: {} } });
  let content = { age: 5 };
  client.setRequestHandler(first.types.ElicitRequestSchema, () => ({ action: "accept", content }));
  const [a, b] = first.memory.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(a), client.connect(b)]);
  const ask = () => server.elicitInput({
    message: "Age?", requestedSchema: { type: "object", properties: { age: { type: "integer" } }, required: ["age"] },
  });
  assert.deepEqual((await ask()).content, { age: 5 });
  content = { age: "five" };
  await assert.rejects(ask(), /age/);
  await client.close();
});

test("a client and a server of the SDK 2.x", { skip: !second.client || !second.server }, async () => {
  const provider = new GabaritJsonSchemaValidator();
  const calls = counting(provider);
  const server = new second.server.Server(info, { capabilities: { tools: {} }, jsonSchemaValidator: provider });
  server.setRequestHandler("tools/list", () => ({ tools }));
  server.setRequestHandler("tools/call", called);
  const client = new second.client.Client(info, { jsonSchemaValidator: provider });
  const [a, b] = second.client.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(a), client.connect(b)]);
  await outputsAreChecked(client, calls);
  await client.close();
});

test("a tool of the SDK 2.x whose input the provider checks", { skip: !second.server?.fromJsonSchema }, async () => {
  const input = second.server.fromJsonSchema(
    { type: "object", properties: { shard: { type: "integer" } }, required: ["shard"] },
    new GabaritJsonSchemaValidator());
  const server = new second.server.McpServer(info);
  server.registerTool("index", { inputSchema: input },
    ({ shard }) => ({ content: [{ type: "text", text: String(shard) }] }));
  const client = new second.client.Client(info);
  const [a, b] = second.client.InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(a), client.connect(b)]);
  assert.equal((await client.callTool({ name: "index", arguments: { shard: 3 } })).content[0].text, "3");
  const refused = await client.callTool({ name: "index", arguments: { shard: "x" } })
    .catch((error) => ({ isError: true, content: [{ text: error.message }] }));
  assert.equal(refused.isError, true);
  assert.match(refused.content[0].text, /shard/);
  await client.close();
});
