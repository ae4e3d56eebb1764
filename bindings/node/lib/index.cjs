"use strict";

const { native } = require("./native.cjs");
const { Schema, SchemaError, compile } = require("./schema.cjs");
const { ToolCatalog } = require("./tools.cjs");
const { Session } = require("./session.cjs");

module.exports = { Schema, SchemaError, Session, ToolCatalog, compile, version: native.version };
