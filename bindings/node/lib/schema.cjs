"use strict";

const {
  native, isBytes, valueText, documentText, wellFormed, uncheckedText, checkNumbers,
} = require("./native.cjs");

class SchemaError extends Error {
  constructor(message, location) {
    super(message);
    this.name = "SchemaError";
    this.code = "GABARIT_SCHEMA";
    this.location = location;
  }
}

const formats = { flag: 1, basic: 2, detailed: 3, verbose: 4 };

// The errors of a report. Offsets are of the text; a value had none.
function errorsOf(report, text) {
  const errors = report === "" ? [] : JSON.parse(report).errors;
  if (!text) {
    for (const error of errors) delete error.offset;
  }
  return errors;
}

const result = (errors) => ({ valid: errors.length === 0, errors });

class Schema {
  #handle;

  constructor(handle, dialect, warnings) {
    this.#handle = handle;
    this.dialect = dialect;
    this.warnings = warnings;
  }

  isValid(value) {
    if (isBytes(value)) return native.isValid(this.#handle, value);
    const verdict = native.isValidValue(this.#handle, uncheckedText(value));
    if (verdict > 1) checkNumbers(value);
    return (verdict & 1) === 1;
  }

  isValidText(text) {
    return native.isValid(this.#handle, wellFormed(text));
  }

  validate(value) {
    const text = valueText(value);
    if (native.isValid(this.#handle, text)) return { valid: true, errors: [] };
    return result(errorsOf(native.explain(this.#handle, text, 0), isBytes(value)));
  }

  validateText(text) {
    return result(errorsOf(native.explain(this.#handle, wellFormed(text), 0), true));
  }

  async isValidAsync(value) {
    return native.start(this.#handle, valueText(value), false);
  }

  async validateAsync(value) {
    const report = await native.start(this.#handle, valueText(value), true);
    return result(errorsOf(report, isBytes(value)));
  }

  output(value, format = "basic") {
    const number = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (number === undefined) {
      throw new RangeError(`unknown output format "${format}"; known are ${Object.keys(formats).join(", ")}`);
    }
    return JSON.parse(native.explain(this.#handle, valueText(value), number));
  }

  close() {
    native.closeSchema(this.#handle);
  }
}

const known = new Set(["baseUri", "defaultDialect", "dialect", "formatAssertion",
  "contentAssertion", "annotateUnsupported", "resources"]);

function checkOptions(options, names) {
  if (options === null || typeof options !== "object") throw new TypeError("expected an object of options");
  for (const name of Object.keys(options)) {
    if (!names.has(name)) {
      throw new TypeError(`unknown option "${name}"; known are ${[...names].join(", ")}`);
    }
  }
}

function compile(schema, options = {}) {
  checkOptions(options, known);
  const resources = [];
  for (const [uri, document] of Object.entries(options.resources ?? {})) {
    const text = documentText(document);
    resources.push(uri, isBytes(text) ? Buffer.from(text).toString("utf8") : text);
  }
  const [handle, first, second] = native.compile(documentText(schema), options, resources);
  if (handle === undefined) throw new SchemaError(first, second);
  return new Schema(handle, first, JSON.parse(second));
}

if (Symbol.dispose) Schema.prototype[Symbol.dispose] = Schema.prototype.close;

module.exports = { Schema, SchemaError, compile, errorsOf, checkOptions };
