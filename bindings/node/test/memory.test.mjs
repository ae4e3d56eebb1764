// Handles that are dropped, or closed, leave nothing behind.

import assert from "node:assert/strict";
import test from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Worker } from "node:worker_threads";

import { Session, ToolCatalog, compile } from "gabarit";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

// Finalizers run between turns of the event loop.
async function settled() {
  for (let i = 0; i < 5; ++i) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().rss;
}

const schema = { properties: Object.fromEntries(Array.from({ length: 50 }, (_, i) =>
  [`member${i}`, { type: "string", pattern: `^[a-z]+${i}$` }])) };
const list = { tools: [{ name: "a", inputSchema: { type: "object", ...schema } }] };

const makers = {
  schemas: () => compile(schema).isValid({ member1: "a1" }),
  "closed schemas": () => compile(schema).close(),
  reports: () => compile(schema).validate({ member1: 5, member2: "" }),
  failures: () => { try { compile({ type: 5 }); } catch { /* as it should be */ } },
  catalogs: () => { const catalog = new ToolCatalog(); catalog.load(list); catalog.checkArguments("a", { member1: 1 }); },
  sessions: () => { const catalog = new ToolCatalog(); catalog.load(list);
    new Session({ catalog, revision: "2025-11-25" }).call("a", { member1: 1 }, 0); },
};
for (const [what, make] of Object.entries(makers)) {
  test(`${what} are freed`, async () => {
    const rounds = async (count) => {
      for (let i = 0; i < count; ++i) {
        make();
        if (i % 50 === 49) await settled();
      }
      return settled();
    };
    await rounds(300);
    const before = await rounds(300);
    const after = await rounds(600);
    const grown = (after - before) / 600;
    assert.ok(grown < 8192, `${grown} bytes a round remain`);
  });
}

test("promises are freed", async () => {
  const compiled = compile(schema);
  const bytes = Buffer.from(JSON.stringify({ member1: "a".repeat(100000) }));
  const rounds = async () => {
    for (let i = 0; i < 200; ++i) await compiled.isValidAsync(bytes);
    return settled();
  };
  await rounds();
  const before = await rounds();
  const grown = ((await rounds()) - before) / 200;
  assert.ok(grown < 20000, `${grown} bytes a promise remain`);
});

test("workers have their own", async () => {
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    const { compile } = require(workerData);
    const schema = compile({ type: "integer" });
    let valid = 0;
    for (let i = 0; i < 20000; ++i) valid += schema.isValid(i % 2 ? i : "a") ? 1 : 0;
    parentPort.postMessage(valid);`;
  const { createRequire } = await import("node:module");
  const path = createRequire(import.meta.url).resolve("gabarit");
  const counts = await Promise.all([1, 2, 3].map(() => new Promise((resolve, reject) => {
    const worker = new Worker(code, { eval: true, workerData: path });
    worker.on("message", resolve);
    worker.on("error", reject);
  })));
  assert.deepEqual(counts, [10000, 10000, 10000]);
});
