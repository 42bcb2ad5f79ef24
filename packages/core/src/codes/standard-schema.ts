/**
 * The part of Standard Schema (https://standardschema.dev, version 1) that this library reads, in words of its own. So a schema of
 * any library can be taken, and no package has to be there for its types.
 */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    /** The name of the library that made the schema. */
    readonly vendor: string;
    /** Gives the value that the schema makes, or what is wrong. An asynchronous schema gives a promise. */
    readonly validate: (value: unknown) => unknown;
  };
}

/** The types that a schema carries for the compiler; there is nothing at run time. */
type TypesOf<Schema> = Schema extends { readonly "~standard": { readonly types?: infer Types } }
  ? NonNullable<Types>
  : never;

/** What is known of a schema that carries no types. */
type AnyObject = { [name: string]: unknown };

/** What a schema takes. */
export type InputOf<Schema> = TypesOf<Schema> extends { readonly input: infer Input } ? Input : AnyObject;

/** What a schema makes. */
export type OutputOf<Schema> = TypesOf<Schema> extends { readonly output: infer Output } ? Output : AnyObject;

/** Whether what describes a detail is a schema. A prototype that parsed JSON has polluted makes none of a table: it brings no functions. */
export function isSchema(shape: object | undefined): shape is StandardSchema {
  return typeof (shape as Partial<StandardSchema> | undefined)?.["~standard"]?.validate === "function";
}
