// The validator that the TypeScript SDK of the Model Context Protocol asks a
// provider for, in its first and second generation alike.
"use strict";

const { compile } = require("./schema.cjs");

const mostKept = 1000;
const mostTold = 20;

function told(errors) {
  const lines = errors.slice(0, mostTold).map(
    ({ instanceLocation, message }) => `${instanceLocation || "the value"}: ${message}`);
  if (errors.length > mostTold) lines.push(`and ${errors.length - mostTold} more`);
  return lines.join("; ");
}

class GabaritJsonSchemaValidator {
  #options;
  // By the schema's text: an "$id" that two tools share must not make one take
  // the other's schema, and an object may have changed since.
  #compiled = new Map();

  constructor(options = {}) {
    this.#options = { formatAssertion: true, ...options };
  }

  #schema(schema) {
    const text = JSON.stringify(schema);
    let compiled = this.#compiled.get(text);
    if (compiled === undefined) {
      compiled = compile(schema, this.#options);
    } else {
      this.#compiled.delete(text);
    }
    this.#compiled.set(text, compiled);
    if (this.#compiled.size > mostKept) {
      this.#compiled.delete(this.#compiled.keys().next().value);
    }
    return compiled;
  }

  getValidator(schema) {
    const compiled = this.#schema(schema);
    return (input) => {
      let errors;
      try {
        if (compiled.isValid(input)) return { valid: true, data: input, errorMessage: undefined };
        ({ errors } = compiled.validate(input));
      } catch (error) {
        // A value that JSON has not, or one past a limit: no verdict is no pass.
        return { valid: false, data: undefined, errorMessage: error.message };
      }
      return { valid: false, data: undefined, errorMessage: told(errors) };
    };
  }
}

module.exports = { GabaritJsonSchemaValidator };
