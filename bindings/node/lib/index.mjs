import gabarit from "./index.cjs";

export const { Schema, SchemaError, Session, ToolCatalog, compile, version } = gabarit;
export default gabarit;
