// The official TypeScript clients, talking to real servers through the guard.
//
//   node client.js GABARIT GENERATION SCENARIO FOLDER
//
// GENERATION is 1 for the client of @modelcontextprotocol/sdk, 2 for
// @modelcontextprotocol/client. Run from the folder into which the packages of package.json were installed.
// Prints what went wrong and exits with 1, or "ok".

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [gabarit, generation, scenario, folder] = process.argv.slice(2);
const require = createRequire(path.join(process.cwd(), "package.json"));
const load = (name) => import(pathToFileURL(require.resolve(name)));

// What differs between the generations: where things are, what stands for the
// schema of a result (here any result will do: the guard is on trial, not the
// client), and how a call goes on as a task.
const generations = {
  async 1() {
    const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
    const { StdioClientTransport } = await load(
      "@modelcontextprotocol/sdk/client/stdio.js");
    const { CallToolResultSchema } = await load(
      "@modelcontextprotocol/sdk/types.js");
    return { Client, StdioClientTransport, anyResult: CallToolResultSchema,
      async callAsTask(client, params, task) {
        for await (const message of client.experimental.tasks.callToolStream(
          params, CallToolResultSchema, { task })) {
          if (message.type === "error") throw message.error;
          if (message.type === "result") return message.result;
        }
        throw new Error("the stream ended without a result");
      } };
  },
  async 2() {
    const { Client } = await load("@modelcontextprotocol/client");
    const { StdioClientTransport } = await load(
      "@modelcontextprotocol/client/stdio");
    const anyResult = { "~standard": {
      version: 1, vendor: "gabarit-peers", validate: (value) => ({ value }) } };
    return { Client, StdioClientTransport, anyResult,
      async callAsTask(client, params, wish) {
        const request = (method, args) =>
          client.request({ method, params: args }, anyResult);
        let { task } = await request("tools/call", { ...params, task: wish });
        assert.ok(task.taskId);
        const { taskId } = task;
        while (task.status === "working") {
          await new Promise((wake) =>
            setTimeout(wake, task.pollInterval ?? 500));
          task = await request("tasks/get", { taskId });
        }
        assert.equal(task.status, "completed");
        return request("tasks/result", { taskId });
      } };
  },
};
const { Client, StdioClientTransport, anyResult, callAsTask } =
  await generations[generation]();

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const log = path.join(folder, "guard.log");

function serverScript(name) {
  const manifest = path.join(
    process.cwd(), "node_modules/@modelcontextprotocol", name, "package.json");
  const bin = JSON.parse(readFileSync(manifest, "utf8")).bin;
  const script = typeof bin === "string" ? bin : Object.values(bin)[0];
  return path.join(path.dirname(manifest), script);
}

async function connect(name, args = [], env = {}) {
  const client = new Client(
    { name: "gabarit-peers", version: "1.0.0" },
    { capabilities: { tasks: { list: {}, cancel: {} } } });
  await client.connect(new StdioClientTransport({
    command: gabarit,
    args: ["guard", "--log", log, "--", process.execPath, serverScript(name),
      ...args],
    env: { ...process.env, ...env },
    stderr: "ignore",
  }));
  return client;
}

const logged = () => readFileSync(log, "utf8").trim().split("\n")
  .map((line) => JSON.parse(line));

// A call that the client itself would not refuse.
const call = (client, name, args) => client.request(
  { method: "tools/call", params: { name, arguments: args } }, anyResult);

function assertRefused(result, place) {
  assert.equal(result.isError, true);
  assert.ok(result.content[0].text.includes(place), result.content[0].text);
  assert.ok(logged().some((entry) => entry.done === "refuse"));
}

const scenarios = {
  async everything() {
    const client = await connect("server-everything");
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === "echo"));
    const good = await call(client, "echo", { message: "hello" });
    assert.equal(good.content[0].text, "Echo: hello");
    assertRefused(await call(client, "echo", { message: 5 }),
      "/arguments/message");
    const structured = tools.find((tool) => tool.outputSchema);
    assert.ok(structured, "a tool with an outputSchema");
    const result = await call(client, structured.name,
      structured.name === "get-structured-content"
        ? { location: "New York" } : {});
    assert.ok(result.structuredContent);
    await client.close();
    assert.ok(!logged().some((entry) => entry.done === "replace"));
  },

  async task() {
    const client = await connect("server-everything");
    const { tools } = await client.listTools();
    assert.ok(tools.some((tool) => tool.name === "simulate-research-query"));
    const answer = await callAsTask(client,
      { name: "simulate-research-query",
        arguments: { topic: "railway gauges", ambiguous: false } },
      { ttl: 120000 });
    assert.ok(answer.content.length > 0);
    await client.close();
    const decided = logged().map((entry) => entry.kind);
    assert.ok(decided.includes("task_created"), decided.join());
    assert.ok(decided.includes("result"), decided.join());
    assert.deepEqual(logged().filter((entry) => (entry.findings ?? [])
      .some((finding) => finding.severity === "violation")), []);
  },

  async filesystem() {
    const root = path.join(folder, "files");
    mkdirSync(root);
    writeFileSync(path.join(root, "a.txt"), "gauge");
    const client = await connect("server-filesystem", [root]);
    assert.ok((await client.listTools()).tools.length > 0);
    const read = await call(client, "read_text_file",
      { path: path.join(root, "a.txt") });
    assert.equal(read.content[0].text, "gauge");
    assertRefused(await call(client, "read_text_file", { path: ["a.txt"] }),
      "/arguments/path");
    await client.close();
  },

  async memory() {
    const client = await connect("server-memory", [],
      { MEMORY_FILE_PATH: path.join(folder, "memory.jsonl") });
    assert.ok((await client.listTools()).tools.length > 0);
    const entity = { name: "gabarit", entityType: "gauge", observations: ["x"] };
    const made = await call(client, "create_entities", { entities: [entity] });
    assert.ok(!made.isError, JSON.stringify(made));
    assertRefused(
      await call(client, "create_entities",
        { entities: [{ ...entity, observations: "x" }] }),
      "/arguments/entities/0/observations");
    await client.close();
  },
};

await scenarios[scenario]();
console.log("ok");
