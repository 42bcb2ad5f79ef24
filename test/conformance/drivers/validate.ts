import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { VALIDATED } from "./driver.ts";

let compiled: ValidateFunction | undefined;

/**
 * Checks what `/validated` got, and keeps the errors as Ajv does. Compiled once, for the first request: it costs more than all else that a
 * start does, and not every runtime compiles.
 */
export function validate(value: unknown): boolean {
  compiled ??= new Ajv().compile(VALIDATED);
  const isValid = compiled(value);
  validate.errors = compiled.errors;
  return isValid;
}

validate.errors = null as ErrorObject[] | null | undefined;
