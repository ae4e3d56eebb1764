"use strict";

const { native, valueText, documentText } = require("./native.cjs");
const { errorsOf, checkOptions } = require("./schema.cjs");

const revisions = ["2025-06-18", "2025-11-25", "2026-07-28"];

// In the order of gabarit_check in gabarit.h.
const outcomes = ["valid", "invalid", "not_json", "limit_reached", "tool_refused",
  "not_checkable", "no_schema", "missing", "malformed", "error_result",
  "unknown_tool", "no_list", "failed"];
const passing = new Set(["valid", "no_schema", "not_checkable", "error_result"]);

// The place of `value` among `values`, for the addon.
function choose(value, values, what) {
  const index = values.indexOf(value);
  if (index < 0) throw new RangeError(`${what} is one of ${values.join(", ")}, not ${String(value)}`);
  return index;
}

function check([outcome, text, report], isText) {
  const name = outcomes[outcome];
  return { outcome: name, passed: passing.has(name), text, errors: errorsOf(report, isText) };
}

class ToolCatalog {
  #handle;

  constructor({ revision = "2025-11-25", ...rest } = {}) {
    checkOptions(rest, new Set(["revision"]));
    this.#handle = native.newCatalog(choose(revision, revisions, "revision"));
  }

  load(page, cursor = "") {
    return JSON.parse(native.load(this.#handle, documentText(page), cursor));
  }

  checkArguments(tool, args) {
    return check(native.checkArguments(this.#handle, tool,
      args === undefined ? undefined : documentText(args)), args instanceof Uint8Array || typeof args === "string");
  }

  checkResult(tool, result) {
    return check(native.checkResult(this.#handle, tool, valueText(result)),
      result instanceof Uint8Array);
  }

  // For a session, which keeps the catalog even when this is closed.
  _share() {
    return native.catalogOf(this.#handle);
  }

  close() {
    native.closeCatalog(this.#handle);
  }
}

if (Symbol.dispose) ToolCatalog.prototype[Symbol.dispose] = ToolCatalog.prototype.close;

module.exports = { ToolCatalog, revisions, choose };
