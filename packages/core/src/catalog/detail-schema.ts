import type { DetailSchema } from "../codes/index.ts";
import { attempt, quietly } from "../untrusted/attempt.ts";
import { peek } from "../untrusted/peek.ts";
import { describedBy } from "./json-schema.ts";

/** Refuses at start-up what cannot be the schema of a detail, as far as a look at it and one try can tell. */
export function assertDetailSchema(schema: unknown, refuse: (rule: string) => never): void {
  const standard = peek(schema, "~standard");
  const validate = peek(standard, "validate");
  if (peek(standard, "version") !== 1 || typeof validate !== "function") {
    refuse("its detail must be a Standard Schema of an object, as zod, Valibot and ArkType make them");
  }
  if (!takesObjects(schema as DetailSchema)) {
    refuse("its detail must be the schema of an object of plain JSON: no dates and no big integers");
  }
  // What it throws here, it may throw of a detail that was left out; the error says so then.
  const result: unknown = attempt(
    () => (validate as (value: unknown) => unknown).call(standard, {}),
    () => undefined,
  );
  if (typeof peek(result, "then") !== "function") return;
  quietly(() => result);
  refuse("its detail has an asynchronous schema; an error is made at once, so give one that does not wait");
}

/** Whether a schema takes objects, and nothing that JSON does not have; true where it cannot tell. */
function takesObjects(schema: DetailSchema): boolean {
  return attempt(
    () => {
      const type = describedBy(schema)?.type;
      return type === undefined || type === "object";
    },
    () => false,
  );
}
