import mcp from "./mcp.cjs";

export const { GabaritJsonSchemaValidator } = mcp;
