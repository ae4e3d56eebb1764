// Validators for Node over the data sets: ajv, ata-validator, and Gabarit's own
// package where it is built.
//
//     node bench/peers/node.mjs FOLDER
//
// Prints a line of JSON for each library and data set, in nanoseconds:
//
//   values   the verdict alone, on values that JSON.parse made
//   bytes    bytes to verdict: JSON.parse and the verdict; for Gabarit a Buffer
//   compile  for one schema
//
// A library that does not call every document valid has a reason instead.
// Packages are taken from where this file's own package.json installed them
// (the target bench_peers copies both beside each other), gabarit from
// $GABARIT_NODE, the folder bindings/node.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const folder = process.argv[2];

function optional(name) {
  try {
    return require(name);
  } catch {
    return undefined;
  }
}

const gabarit = optional(process.env.GABARIT_NODE ?? "gabarit");
const ata = optional("ata-validator");
const addFormats = optional("ajv-formats");
const version = (name) => JSON.parse(readFileSync(
  join(require.resolve.paths(name).map((path) => join(path, name))
    .find((path) => existsSync(join(path, "package.json"))), "package.json"))).version;

function ajvFor(dialect) {
  const options = { strict: false, validateFormats: false, logger: false };
  const engine = dialect.includes("2020-12") ? "ajv/dist/2020" : dialect.includes("2019-09")
    ? "ajv/dist/2019" : dialect.includes("draft-04") ? "ajv-draft-04" : "ajv";
  const module = require(engine);
  const ajv = new (module.default ?? module)(options);
  if (dialect.includes("draft-06")) {
    ajv.addMetaSchema(require("ajv/dist/refs/json-schema-draft-06.json"));
  }
  addFormats?.(ajv);
  return ajv;
}

const libraries = [];
if (optional("ajv")) {
  libraries.push({
    library: "ajv", version: version("ajv"),
    compile: (schema) => ajvFor(schema.$schema ?? "2020-12").compile(schema),
    values: (validate) => (value) => validate(value),
    bytes: (validate) => (buffer) => validate(JSON.parse(buffer)),
  });
}
if (ata) {
  libraries.push({
    library: "ata-validator", version: version("ata-validator"),
    compile: (schema) => new ata.Validator(schema),
    values: (validator) => validator.isValidObject
      ? (value) => validator.isValidObject(value) : (value) => validator.validate(value).valid,
    bytes: (validator) => validator.isValid
      ? (buffer) => validator.isValid(buffer) : (buffer) => validator.validate(JSON.parse(buffer)).valid,
  });
}
if (gabarit) {
  libraries.push({
    library: "gabarit for Node", version: gabarit.version,
    compile: (schema) => gabarit.compile(schema),
    values: (schema) => (value) => schema.isValid(value),
    bytes: (schema) => (buffer) => schema.isValid(buffer),
  });
}

// Of many passes the least, for one document.
function least(work, documents, milliseconds = 120) {
  let best = Infinity;
  const end = process.hrtime.bigint() + BigInt(milliseconds * 1e6);
  do {
    const begin = process.hrtime.bigint();
    for (const document of documents) work(document);
    best = Math.min(best, Number(process.hrtime.bigint() - begin));
  } while (process.hrtime.bigint() < end);
  return best / documents.length;
}

for (const name of readdirSync(folder).sort()) {
  const path = join(folder, name, "schema.json");
  if (!existsSync(path)) continue;
  const text = readFileSync(path, "utf8");
  const buffers = readFileSync(join(folder, name, "instances.jsonl"), "utf8")
    .split("\n").filter(Boolean).map((line) => Buffer.from(line));
  const values = buffers.map((buffer) => JSON.parse(buffer));
  for (const { library, version, compile, values: byValue, bytes: byBytes } of libraries) {
    const row = { library, version, set: name };
    try {
      const compiled = compile(JSON.parse(text));
      const value = byValue(compiled);
      const bytes = byBytes(compiled);
      const wrong = values.filter((document) => !value(document)).length
        || buffers.filter((document) => !bytes(document)).length;
      if (wrong > 0) {
        row.reason = `calls ${values.length - wrong} of ${values.length} valid documents valid`;
      } else {
        row.values = least(value, values);
        row.bytes = least(bytes, buffers);
        row.compile = least(() => compile(JSON.parse(text)), [0]);
      }
    } catch (error) {
      row.reason = error.message.replace(/\s+/g, " ").slice(0, 100);
    }
    console.log(JSON.stringify(row));
  }
}
