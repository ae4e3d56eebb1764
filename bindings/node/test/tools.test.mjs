import assert from "node:assert/strict";
import test from "node:test";

import { Session, ToolCatalog } from "gabarit";

const list = {
  tools: [{
    name: "batch_index",
    inputSchema: {
      type: "object", properties: { dataset: { type: "string" }, shard: { type: "integer" } },
      required: ["dataset"], additionalProperties: false,
    },
    outputSchema: {
      type: "object", properties: { rows: { type: "integer" } }, required: ["rows"],
    },
    execution: { taskSupport: "optional" },
  }, { name: "broken", inputSchema: { type: "array" } }],
};

function loaded() {
  const catalog = new ToolCatalog();
  const report = catalog.load(list);
  assert.deepEqual(report.added, ["batch_index"]);
  assert.equal(report.refused[0].tool, "broken");
  assert.equal(report.nextCursor, null);
  return catalog;
}

const result = (structuredContent) => ({ content: [], structuredContent });

test("arguments", () => {
  const catalog = loaded();
  for (const [args, outcome] of [
    [{ dataset: "a" }, "valid"], [{ dataset: "a", shard: 1 }, "valid"],
    [Buffer.from('{"dataset":"a"}'), "valid"], ['{"dataset":"a"}', "valid"],
    [undefined, "invalid"], [{ datasett: "a" }, "invalid"], [{ dataset: 1 }, "invalid"],
    [null, "invalid"], [Buffer.from("{"), "not_json"],
  ]) {
    const check = catalog.checkArguments("batch_index", args);
    assert.equal(check.outcome, outcome, String(args));
    assert.equal(check.passed, outcome === "valid");
    assert.equal(check.text === "", check.passed);
    assert.equal(check.errors.length > 0, !check.passed, String(args));
  }
  assert.match(catalog.checkArguments("batch_index", { datasett: "a" }).text, /dataset/);
  assert.equal(catalog.checkArguments("none", {}).outcome, "unknown_tool");
  assert.equal(catalog.checkArguments("broken", {}).outcome, "tool_refused");
  assert.equal(new ToolCatalog().checkArguments("a", {}).outcome, "no_list");
});

test("results", () => {
  const catalog = loaded();
  for (const [value, outcome] of [
    [result({ rows: 1 }), "valid"], [result({ rows: "1" }), "invalid"],
    [{ content: [] }, "missing"], [{ content: [], isError: true }, "error_result"],
    [1, "malformed"], [Buffer.from("["), "not_json"],
  ]) {
    assert.equal(catalog.checkResult("batch_index", value).outcome, outcome, JSON.stringify(value));
  }
});

test("pages and reloads", () => {
  const catalog = new ToolCatalog({ revision: "2026-07-28" });
  assert.equal(catalog.load({ tools: [], nextCursor: "b" }).nextCursor, "b");
  catalog.load(JSON.stringify(list), "b");
  assert.equal(catalog.checkArguments("batch_index", { dataset: "a" }).outcome, "valid");
  assert.deepEqual(catalog.load({ tools: [] }).removed, ["batch_index"]);
  for (const page of ["{", {}, 1, { tools: 1 }]) {
    assert.throws(() => catalog.load(page), { code: "GABARIT_BAD_LIST" }, JSON.stringify(page));
  }
  assert.throws(() => catalog.load(list, 5), TypeError);
  assert.throws(() => new ToolCatalog({ revision: "2024-11-05" }), /revision is one of/);
  assert.throws(() => new ToolCatalog({ edition: 1 }), /unknown option "edition"/);
});

const response = (id, body) => ({ jsonrpc: "2.0", id, result: body });

function session(options = {}) {
  return new Session({ catalog: loaded(), revision: "2025-11-25", taskCalls: true, ttl: 120000, ...options });
}

test("the life of a task", () => {
  for (const [structuredContent, good] of [[{ rows: 1200000 }, true], [{ rows: "many" }, false]]) {
    const host = session();
    const call = host.call("batch_index", { dataset: "logs" }, 0);
    assert.equal(call.action, "send");
    const request = JSON.parse(call.message);
    assert.deepEqual([request.method, request.params.task], ["tools/call", { ttl: 120000 }]);
    const task = {
      taskId: "t1", status: "working", createdAt: "2026-01-01T00:00:00Z",
      lastUpdatedAt: "2026-01-01T00:00:00Z", ttl: 120000, pollInterval: 1000,
    };
    const created = host.fromServer(response(request.id, { task }), 10);
    assert.deepEqual([created.kind, created.task, created.violation], ["task_created", "t1", false]);
    assert.equal(host.next(20), undefined);
    const at = host.nextDeadline();
    assert.ok(at >= 1010 && at < 120000, `${at}`);

    // A restart in between changes nothing.
    const restored = session();
    restored.restore(host.save());
    const poll = JSON.parse(restored.next(at).message);
    assert.equal(poll.method, "tasks/get");
    restored.fromServer(response(poll.id, { ...task, status: "completed" }), at + 5);
    const fetch = JSON.parse(restored.next(at + 5).message);
    assert.deepEqual([fetch.method, fetch.params.taskId], ["tasks/result", "t1"]);
    const end = restored.fromServer(response(fetch.id, {
      ...result(structuredContent),
      _meta: { "io.modelcontextprotocol/related-task": { taskId: "t1" } },
    }), at + 9);
    assert.equal(end.violation, !good, JSON.stringify(end));
    assert.equal(end.action === "replace", !good);
    assert.equal(end.errors.length > 0, !good);
    if (!good) assert.equal(end.errors[0].keyword, "type");
  }
});

test("a call that does not fit is not sent", () => {
  const refused = session().call("batch_index", { shard: "a" }, 0);
  assert.equal(refused.action, "refuse");
  assert.equal(refused.reason, "arguments_invalid");
  assert.match(refused.text, /dataset/);
  assert.ok(refused.errors.length > 0);
});

test("hostile messages get a decision", () => {
  const host = session();
  for (const message of ["", "{", "[]", "1", Buffer.from([0xff]), {}, [[]], { jsonrpc: "1.0" },
    "[".repeat(5000), { jsonrpc: "2.0", id: 1, result: null }]) {
    for (const judge of ["fromServer", "fromClient"]) {
      assert.equal(typeof host[judge](message, 1).kind, "string");
    }
  }
  for (const state of ["", "{}", "{", '{"version":99}', 5]) {
    assert.throws(() => host.restore(state), { code: "GABARIT_BAD_STATE" }, String(state));
  }
  assert.equal(host.cancel("none", 1).action, "nothing");
  assert.equal(typeof host.answerInputs("none", {}, 1).kind, "string");
});

test("wrong options and arguments", () => {
  for (const options of [{ side: "middle" }, { mode: 1 }, { outputs: "no" }, { revision: "1" },
    { ttl: -1 }, { ttl: NaN }, { ttl: "1" }, { catalog: {} }, { color: 1 }]) {
    assert.throws(() => new Session(options), /./, JSON.stringify(options));
  }
  const host = session();
  assert.throws(() => host.fromServer({}, "now"), TypeError);
  assert.throws(() => host.call(5, {}, 0), TypeError);
  assert.throws(() => host.fromServer(undefined, 0), TypeError);
  const catalog = loaded();
  catalog.close();
  catalog.close();
  assert.throws(() => catalog.checkArguments("a", {}), { code: "GABARIT_CLOSED" });
  assert.throws(() => new Session({ catalog }), { code: "GABARIT_CLOSED" });
  host.close();
  assert.throws(() => host.next(0), { code: "GABARIT_CLOSED" });
});

test("a session keeps a catalog that was closed", () => {
  const catalog = loaded();
  const host = new Session({ catalog, revision: "2025-11-25" });
  catalog.close();
  assert.equal(host.call("batch_index", { dataset: "a" }, 0).action, "send");
});
