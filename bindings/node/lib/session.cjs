"use strict";

const { native, valueText, documentText } = require("./native.cjs");
const { errorsOf, checkOptions } = require("./schema.cjs");
const { ToolCatalog, revisions, choose } = require("./tools.cjs");

// In the order of gabarit_action, gabarit_mode and gabarit_outputs.
const actions = ["pass", "refuse", "replace", "drop", "send", "nothing"];
const modes = ["background", "block_until_done", "tasks_off"];
const outputs = ["enforce", "warn", "off"];
const names = new Set(["catalog", "side", "revision", "mode", "outputs", "observe",
  "taskCalls", "taskCancel", "taskList", "taskExtension", "ttl"]);

function decision(made) {
  if (made === undefined) return undefined;
  const [action, violation, kind, reason, text, message, tool, task, findings, report] = made;
  return {
    action: actions[action], kind, reason: reason === "none" ? null : reason, violation,
    text, message, tool: tool === "" ? null : tool, task: task === "" ? null : task,
    findings: JSON.parse(findings), errors: errorsOf(report, true),
  };
}

class Session {
  #handle;

  constructor(options = {}) {
    checkOptions(options, names);
    const { catalog, revision, ttl } = options;
    if (catalog !== undefined && !(catalog instanceof ToolCatalog)) {
      throw new TypeError("catalog is a ToolCatalog");
    }
    if (ttl !== undefined && !(Number.isSafeInteger(ttl) && ttl >= 0)) {
      throw new RangeError(`ttl is a number of milliseconds, not ${String(ttl)}`);
    }
    this.#handle = native.newSession(
      catalog?._share(),
      choose(options.side ?? "host", ["host", "server"], "side"),
      revision === undefined ? -1 : choose(revision, revisions, "revision"),
      choose(options.mode ?? "background", modes, "mode"),
      choose(options.outputs ?? "enforce", outputs, "outputs"),
      [options.observe, options.taskCalls, options.taskCancel, options.taskList,
        options.taskExtension].map((flag) => flag ? 1 : 0).concat(ttl ?? -1));
  }

  fromClient(message, now) {
    return decision(native.fromClient(this.#handle, documentText(message), now));
  }

  fromServer(message, now) {
    return decision(native.fromServer(this.#handle, documentText(message), now));
  }

  call(tool, args, now) {
    return decision(native.call(this.#handle, tool,
      args === undefined ? undefined : documentText(args), now));
  }

  cancel(task, now) {
    return decision(native.cancel(this.#handle, task, now));
  }

  answerInputs(task, responses, now) {
    return decision(native.answerInputs(this.#handle, task, valueText(responses), now));
  }

  nextDeadline() {
    return native.nextDeadline(this.#handle);
  }

  next(now) {
    return decision(native.next(this.#handle, now));
  }

  save() {
    return native.save(this.#handle);
  }

  restore(state) {
    native.restore(this.#handle, documentText(state));
  }

  close() {
    native.closeSession(this.#handle);
  }
}

if (Symbol.dispose) Session.prototype[Symbol.dispose] = Session.prototype.close;

module.exports = { Session };
