/**
 * The part of Standard Schema (https://standardschema.dev, version 1) that this library reads. It is declared here so that schemas from
 * any library are accepted and no package has to be installed for the types.
 */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    /** The name of the library that made the schema. */
    readonly vendor: string;
    /** Returns the value that the schema makes, or the issues. An asynchronous schema returns a promise. */
    readonly validate: (value: unknown) => unknown;
  };
}

/** The types that a schema carries for the compiler. They do not exist at run time. */
type TypesOf<Schema> = Schema extends { readonly "~standard": { readonly types?: infer Types } }
  ? NonNullable<Types>
  : never;

/** The value type of a schema that carries no types. */
type AnyObject = { [name: string]: unknown };

/** The input type of a schema. */
export type InputOf<Schema> = TypesOf<Schema> extends { readonly input: infer Input } ? Input : AnyObject;

/** The output type of a schema. */
export type OutputOf<Schema> = TypesOf<Schema> extends { readonly output: infer Output } ? Output : AnyObject;

/**
 * Whether the shape of a detail is a schema. A prototype polluted by parsed JSON cannot make a table pass: JSON has no functions.
 *
 * @experimental
 */
export function isSchema(shape: object | undefined): shape is StandardSchema {
  return typeof (shape as Partial<StandardSchema> | undefined)?.["~standard"]?.validate === "function";
}
