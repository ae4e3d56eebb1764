// The addon, and what stands between it and the classes: texts and errors.
"use strict";

const { join } = require("node:path");

const file = join(__dirname, "..", "prebuilds",
  `${process.platform}-${process.arch}`, "gabarit.node");

function load() {
  try {
    return require(file);
  } catch (error) {
    throw new Error(
      `gabarit: the addon for ${process.platform}-${process.arch} cannot be loaded ` +
      `(${error.message}); \`npm rebuild gabarit\` makes it anew`);
  }
}

// NaN and the infinities are no JSON; JSON.stringify writes them as null.
function refuseNonFinite(key, value) {
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw new TypeError(`${value} is not JSON (at member or item "${key}")`);
  }
  return value;
}

// Whether a closer look is due: something that JSON.stringify may have turned
// into null, or that writes itself.
function isDoubtful(value) {
  if (typeof value === "number") return !Number.isFinite(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(isDoubtful);
  if (typeof value.toJSON === "function") return true;
  for (const name in value) {
    if (isDoubtful(value[name])) return true;
  }
  return false;
}

// A value as JSON text, by the rules of JSON.stringify (members that are
// undefined are left out, Dates are strings), but for numbers that JSON has not.
function jsonText(value) {
  const text = uncheckedText(value);
  if (text.includes("null")) checkNumbers(value);
  return text;
}

// The same, where the caller sees to the numbers.
function uncheckedText(value) {
  const text = JSON.stringify(value);
  if (text === undefined) {
    throw new TypeError(`JSON has no value for ${typeof value === "function" ? "a function" : String(value)}`);
  }
  return text;
}

function checkNumbers(value) {
  if (isDoubtful(value)) JSON.stringify(value, refuseNonFinite);
}

const surrogate = /\p{Surrogate}/u;

// A JSON text as a string. One with half of a surrogate pair has no UTF-8 form.
function wellFormed(text) {
  if (typeof text !== "string") throw new TypeError("expected a string of JSON text");
  if (text.isWellFormed ? !text.isWellFormed() : surrogate.test(text)) {
    throw new TypeError("the text has half of a surrogate pair, which has no UTF-8 form");
  }
  return text;
}

const isBytes = (value) => value instanceof Uint8Array;

// What goes in as a value: bytes are JSON text, everything else is itself.
const valueText = (value) => isBytes(value) ? value : jsonText(value);

// What goes in as a document or message: strings too are JSON text.
const documentText = (value) =>
  isBytes(value) ? value : typeof value === "string" ? wellFormed(value) : jsonText(value);

module.exports = {
  native: load(), isBytes, valueText, documentText, wellFormed, uncheckedText, checkNumbers,
};
