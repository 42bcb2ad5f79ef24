import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { VALIDATED } from "./driver.ts";

let compiled: ValidateFunction | undefined;

/**
 * Checks what `/validated` got, and keeps the errors as Ajv does. Compiled once, on the first request: compiling takes longer than the rest
 * of a start, and not every runtime allows it.
 */
export function validate(value: unknown): boolean {
  compiled ??= new Ajv().compile(VALIDATED);
  const isValid = compiled(value);
  validate.errors = compiled.errors;
  return isValid;
}

validate.errors = null as ErrorObject[] | null | undefined;
