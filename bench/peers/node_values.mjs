// Gabarit for Node beside ajv, over the data sets.
//
//     node bench/peers/node_values.mjs [FOLDER]
//
// From bytes: gabarit on a Buffer; ajv on what JSON.parse makes of it. From
// values: both on the same JavaScript values. Both must call every document
// valid before they are timed. A row is the ratio of the least times in one run:
// how many times faster gabarit is. `--json` prints the rows for programs.
//
// ajv is taken from build/release/bench/peers (the target bench_peers installs
// it), or from $GABARIT_PEERS; gabarit from bindings/node, once it is built there.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const require = createRequire(join(
  process.env.GABARIT_PEERS ?? join(here, "../../build/release/bench/peers"), "package.json"));
const gabarit = createRequire(import.meta.url)(
  process.env.GABARIT_NODE ?? join(here, "../../bindings/node"));
const addFormats = require("ajv-formats");

const args = process.argv.slice(2).filter((arg) => arg !== "--json");
const json = process.argv.includes("--json");
const folder = args[0] ?? join(here, "../../../shared/data/datasets");

function ajvFor(dialect) {
  const options = { strict: false, validateFormats: false, logger: false };
  const ajv = dialect.includes("2020-12") ? new (require("ajv/dist/2020"))(options)
    : dialect.includes("2019-09") ? new (require("ajv/dist/2019"))(options)
    : dialect.includes("draft-04") ? new (require("ajv-draft-04"))(options)
    : new (require("ajv"))(options);
  if (dialect.includes("draft-06")) {
    ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
  }
  addFormats(ajv);
  return ajv;
}

function least(work, documents, milliseconds = 150) {
  let best = Infinity;
  const end = process.hrtime.bigint() + BigInt(milliseconds * 1e6);
  while (process.hrtime.bigint() < end) {
    const begin = process.hrtime.bigint();
    for (const document of documents) work(document);
    best = Math.min(best, Number(process.hrtime.bigint() - begin));
  }
  return best;
}

const mean = (ratios) =>
  Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);

const rows = [];
for (const name of readdirSync(folder).sort()) {
  const file = join(folder, name, "instances.jsonl");
  if (!existsSync(file)) continue;
  const schema = JSON.parse(readFileSync(join(folder, name, "schema.json"), "utf8"));
  const texts = readFileSync(file, "utf8").split("\n").filter(Boolean);
  const buffers = texts.map((text) => Buffer.from(text));
  const values = texts.map((text) => JSON.parse(text));
  const mine = gabarit.compile(schema);
  if (![...buffers, ...values].every((document) => mine.isValid(document))) {
    throw new Error(`${name}: gabarit refuses a valid document`);
  }
  let peer;
  try {
    peer = ajvFor(mine.dialect).compile(schema);
  } catch (error) {
    rows.push({ name, skipped: `ajv: ${error.message.slice(0, 60)}` });
    continue;
  }
  const wrong = values.filter((value) => !peer(value)).length;
  if (wrong > 0) {
    rows.push({ name, skipped: `ajv refuses ${wrong} of ${values.length} valid documents` });
    continue;
  }
  const mineBytes = least((buffer) => mine.isValid(buffer), buffers);
  const mineValues = least((value) => mine.isValid(value), values);
  const ajvBytes = least((buffer) => peer(JSON.parse(buffer)), buffers);
  const ajvText = least((text) => peer(JSON.parse(text)), texts);
  const ajvValues = least((value) => peer(value), values);
  rows.push({
    name,
    fromBytes: Math.min(ajvBytes, ajvText) / mineBytes,
    fromValues: ajvValues / mineValues,
    nanoseconds: Object.fromEntries(Object.entries({ mineBytes, mineValues, ajvBytes, ajvText, ajvValues })
      .map(([key, time]) => [key, Math.round(time / texts.length)])),
  });
}

const measured = rows.filter((row) => row.skipped === undefined);
const fromBytes = mean(measured.map((row) => row.fromBytes));
const fromValues = mean(measured.map((row) => row.fromValues));
if (json) {
  console.log(JSON.stringify({ rows, fromBytes, fromValues }));
} else {
  console.log(`${"data set".padEnd(28)}${"from bytes".padStart(12)}${"from values".padStart(12)}`);
  for (const row of rows) {
    console.log(row.name.padEnd(28) + (row.skipped ? `  ${row.skipped}`
      : row.fromBytes.toFixed(2).padStart(12) + row.fromValues.toFixed(2).padStart(12)));
  }
  console.log(`${"geometric mean".padEnd(28)}${fromBytes.toFixed(2).padStart(12)}${fromValues.toFixed(2).padStart(12)}`);
}
