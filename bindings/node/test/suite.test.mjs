// The official suite and the engine's cases give the engine's verdicts, from
// bytes and from values. Reads $GABARIT_DATA_DIR, or ../shared/data beside the
// checkout; without them these tests are skipped.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { SchemaError, compile } from "gabarit";

const data = process.env.GABARIT_DATA_DIR ??
  fileURLToPath(new URL("../../../../shared/data", import.meta.url));
const suite = join(data, "json-schema-test-suite");
const cases = join(data, "cases/engine");

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : path.endsWith(".json") ? [path] : [];
  });
}

// Numbers that JavaScript would round are carried through as marked strings.
const mark = "\u0001number ";
const marked = (text) => text.replace(
  /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
  (token) => token.startsWith('"') || String(Number(token)) === token || Number(token) === 0
    ? token : JSON.stringify(mark + token));
const exact = (value) => JSON.stringify(value).replace(/"\\u0001number ([^"]*)"/g, "$1");

function runFile(path, options) {
  let count = 0;
  for (const group of JSON.parse(marked(readFileSync(path, "utf8")))) {
    let schema;
    try {
      schema = compile(exact(group.schema), options);
    } catch (error) {
      // A back-reference has no linear form, and is refused openly.
      assert.ok(error instanceof SchemaError && /backreference/.test(error.message), String(error));
      continue;
    }
    for (const { description, data: value, valid } of group.tests) {
      const where = `${path}: ${group.description}: ${description}`;
      const text = exact(value);
      const given = [Buffer.from(text)];
      // What holds such a number has no value in JavaScript.
      if (!JSON.stringify(value).includes("\\u0001number")) given.push(value);
      for (const document of given) {
        let verdict;
        try {
          verdict = schema.isValid(document);
          assert.equal(schema.validate(document).errors.length === 0, valid, where);
        } catch (error) {
          assert.match(error.message, /max_steps|max_results/, where);
          continue;
        }
        assert.equal(verdict, valid, where);
      }
      ++count;
    }
  }
  return count;
}

test("the required suite of 2020-12", { skip: !existsSync(suite) }, () => {
  const remotes = join(suite, "remotes");
  const resources = Object.fromEntries(filesIn(remotes).map((path) =>
    [`http://localhost:1234/${relative(remotes, path)}`, readFileSync(path)]));
  const folder = join(suite, "tests/draft2020-12");
  const count = readdirSync(folder).filter((name) => name.endsWith(".json"))
    .reduce((sum, name) => sum + runFile(join(folder, name), { resources }), 0);
  assert.equal(count, 1299);
});

test("the engine's cases", { skip: !existsSync(cases) }, () => {
  let count = 0;
  for (const name of readdirSync(cases)) {
    // Its numbers are spelled Infinity, which is not JSON.
    if (name === "numbers-beyond-double.json") continue;
    count += runFile(join(cases, name), { formatAssertion: name === "format-assertion.json" });
  }
  assert.ok(count > 300, `${count} tests`);
});
