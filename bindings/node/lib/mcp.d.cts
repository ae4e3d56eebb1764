import type { CompileOptions } from "./index.cjs";

export type JsonSchemaValidatorResult<T> =
  | { valid: true; data: T; errorMessage: undefined }
  | { valid: false; data: undefined; errorMessage: string };

export type JsonSchemaValidator<T> = (input: unknown) => JsonSchemaValidatorResult<T>;

/**
 * A `jsonSchemaValidator` of the Model Context Protocol's TypeScript SDK, 1.x
 * and 2.x. `format` asserts unless the options say otherwise; a schema that
 * declares a dialect is read in it, and an unknown dialect is an error.
 */
export class GabaritJsonSchemaValidator {
  constructor(options?: CompileOptions);
  /** Throws a SchemaError for what cannot be compiled. */
  getValidator<T>(schema: object): JsonSchemaValidator<T>;
}
