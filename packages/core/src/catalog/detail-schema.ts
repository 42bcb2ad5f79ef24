import type { DetailSchema } from "../codes/index.ts";
import { quietly, tryOr } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import { describedBy } from "./json-schema.ts";

/** Rejects a value at start-up that cannot be the schema of a detail or context. It inspects the value and runs the schema once. */
export function assertDetailSchema(schema: unknown, what: "detail" | "context", refuse: (rule: string) => never): void {
  const standard = peek(schema, "~standard");
  const validate = peek(standard, "validate");
  if (peek(standard, "version") !== 1 || typeof validate !== "function") {
    refuse(`its ${what} must be a Standard Schema of an object, as zod, Valibot and ArkType make them`);
  }
  if (!takesObjects(schema as DetailSchema)) {
    refuse(`its ${what} must be the schema of an object of plain JSON: no dates and no big integers`);
  }
  // A schema that throws here may only reject a missing detail. In that case, making the error reports it.
  const result: unknown = tryOr(() => (validate as (value: unknown) => unknown).call(standard, {}), undefined);
  if (typeof peek(result, "then") !== "function") return;
  quietly(() => result);
  refuse(`its ${what} has an asynchronous schema; an error is made at once, so give one that does not wait`);
}

/** Whether a schema accepts objects and only values that JSON has. True if the schema cannot describe itself. */
function takesObjects(schema: DetailSchema): boolean {
  return tryOr(() => {
    const type = describedBy(schema)?.type;
    return type === undefined || type === "object";
  }, false);
}
