import type { Static, TSchema } from "typebox";
import { Value } from "typebox/value";

/** Makes a Standard Schema of a TypeBox schema, as TypeBox's own example of an adapter does. */
export function standardOf<Schema extends TSchema>(schema: Schema) {
  const validate = (value: unknown) =>
    Value.Check(schema, value)
      ? { value }
      : {
          issues: Value.Errors(schema, value).map(({ message, instancePath }) => ({
            message,
            path: instancePath.split("/").slice(1),
          })),
        };
  const types = undefined as { readonly input: Static<Schema>; readonly output: Static<Schema> } | undefined;
  return { "~standard": { version: 1, vendor: "typebox", validate, types } } as const;
}
