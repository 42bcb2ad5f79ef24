import type { DetailValue } from "../codes/detail.ts";
import type { ContractCode, DetailSchema, RetryRule } from "../codes/index.ts";
import type { TypeOfStatus } from "../codes/status.ts";
import type { BuiltInCode } from "./built-in-codes.ts";
import type { BuiltInText } from "./built-in-definition.ts";
import type { Digit, IsWords } from "./prefix.ts";
import type { RETRY_BY_TYPE, VendorRequestDefinition, VendorTaskDefinition } from "./vendor-definition.ts";

/** Definitions before their check, so that a compiler error points at the wrong part and not at all definitions. */
export type LooseDefinitions = Readonly<Record<string, object>>;

/** The types that the compiler accepts for a vendor's definitions. A broken rule appears as a sentence. */
export type CheckedDefinitions<Vendor extends string, Definitions> = {
  readonly [Code in keyof Definitions]: CheckedDefinition<Vendor, Code, Definitions[Code]>;
};

/**
 * A union with this type lets the compiler infer the definitions. An intersection would too, but a sentence and the property's own value
 * have nothing in common, so the whole definition would become `never`.
 */
export type Inferred<Definitions> = [Definitions] extends [never] ? Definitions : never;

type CheckedDefinition<Vendor extends string, Code, Definition> = Code extends ContractCode
  ? `${Code} is a code of the contract, which a vendor cannot redefine`
  : Code extends `${Vendor}_${infer Name}`
    ? CheckedName<Vendor, Name, Definition>
    : `a code of vendor ${Vendor} must begin with ${Vendor}_`;

type CheckedName<Vendor extends string, Name extends string, Definition> = Name extends ContractCode
  ? `${Vendor}_${Name} is taken: older clients see the contract's code ${Name} under it`
  : Name extends `http_${number}`
    ? "names of the form http_<status> are taken by bare statuses"
    : IsWords<Name> extends false
      ? "a code is lower-case words of letters and digits, joined by single underscores"
      : Name extends BuiltInCode
        ? With<
            BuiltInText,
            OtherKeys<
              Definition,
              BuiltInText,
              `cannot be changed: ${Vendor}_${Name} is built in, and only its message can be`
            >
          >
        : Definition extends { readonly task: unknown }
          ? With<
              VendorTaskDefinition,
              OtherKeys<Definition, VendorTaskDefinition, "is not part of a task code's definition"> &
                SchemaComplaint<Definition, "detail"> &
                SchemaComplaint<Definition, "context">
            >
          : With<
              VendorRequestDefinition,
              OtherKeys<Definition, VendorRequestDefinition, "is not part of a definition"> &
                SchemaComplaint<Definition, "detail"> &
                SchemaComplaint<Definition, "context"> &
                StatusComplaint<Definition>
            >;

/** The allowed properties, with a sentence in place of each property that is not allowed. */
type With<Allowed, Complaints> = [keyof Complaints] extends [never]
  ? Allowed
  : Omit<Allowed, keyof Complaints> & Complaints;

type OtherKeys<Definition, Allowed, Complaint extends string> = {
  readonly [Key in Exclude<keyof Definition, keyof Allowed> & string]: Key extends "type"
    ? "a type is not declared, it follows from the status"
    : `${Key} ${Complaint}`;
};

type SchemaComplaint<Definition, Part extends "detail" | "context"> = Definition extends {
  readonly [Key in Part]: infer Schema;
}
  ? Schema extends DetailSchema
    ? IsObject<DetailValue<Schema, "input">> extends true
      ? unknown
      : { readonly [Key in Part]: `a ${Part} is an object, so its schema must be of one` }
    : { readonly [Key in Part]: `a ${Part} is described by a Standard Schema of an object, such as zod's` }
  : unknown;

type IsObject<Value> = [Value] extends [object] ? ([Value] extends [readonly unknown[]] ? false : true) : false;

type StatusComplaint<Definition> = Definition extends { readonly status: infer Status extends number }
  ? IsErrorStatus<Status> extends true
    ? RetryComplaint<Definition, TypeOfStatus<Status>>
    : { readonly status: "a code's status must be a 4xx or 5xx" }
  : unknown;

type RetryComplaint<Definition, Type extends keyof typeof RETRY_BY_TYPE> = Definition extends {
  readonly retry: infer Rule;
}
  ? Rule extends (typeof RETRY_BY_TYPE)[Type][number]
    ? unknown
    : {
        readonly retry: Rule extends RetryRule
          ? `a client that does not know the code goes by its type, ${Type}, for which retry can be ${Listed<(typeof RETRY_BY_TYPE)[Type]>}`
          : (typeof RETRY_BY_TYPE)[Type][number];
      }
  : unknown;

/** Joins words for a sentence: `a, b or c`. */
export type Listed<Words extends readonly string[]> = Words extends readonly [infer Word extends string]
  ? Word
  : Words extends readonly [infer Word extends string, infer Last extends string]
    ? `${Word} or ${Last}`
    : Words extends readonly [infer Word extends string, ...infer Rest extends string[]]
      ? `${Word}, ${Listed<Rest>}`
      : never;

type IsErrorStatus<Status extends number> = number extends Status
  ? true
  : `${Status}` extends `${4 | 5}${Digit}${Digit}`
    ? true
    : false;
