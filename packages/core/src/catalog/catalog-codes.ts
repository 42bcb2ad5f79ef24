import type { DetailSchema, ErrorPlace } from "../codes/index.ts";
import type { RetryOfStatus, TypeOfStatus } from "../codes/status.ts";
import type { VERSIONS } from "../versions/known.ts";
import type { BUILT_IN_CODES, BuiltInCode } from "./built-in-codes.ts";
import type { LooseDefinitions } from "./checked-definition.ts";
import type { ContractCodes, UsedCodes } from "./contract-codes.ts";

/**
 * The codes of a vendor's catalog with their definitions: those of the contract that it uses, its own, and the built-in ones under its
 * prefix.
 */
export type CatalogCodes<
  Vendor extends string,
  Definitions extends LooseDefinitions,
  Used extends string = string,
> = UsedCodes<Used> & {
  readonly [Code in keyof Definitions as Exclude<Code, `${Vendor}_${BuiltInCode}`>]: VendorCode<Definitions[Code]>;
} & {
  readonly [Name in BuiltInCode as `${Vendor}_${Name}`]: {
    readonly status: BuiltInCodes[Name]["status"];
    readonly message: Definitions[`${Vendor}_${Name}`] extends { readonly message: infer Message }
      ? Message
      : BuiltInCodes[Name]["message"];
    readonly when: BuiltInCodes[Name]["when"];
    readonly type: TypeOfStatus<BuiltInCodes[Name]["status"]>;
    readonly where: "request";
    readonly since: Oldest;
    readonly retry: BuiltInCodes[Name]["retry"];
  };
};

export type BuiltInCodes = typeof BUILT_IN_CODES;

type Oldest = (typeof VERSIONS)[0];

/** The codes of two catalogs. If both have a code, either definition may be the one that is kept. */
export type JoinedCodes<First, Second> = Joined<First, Second, keyof First, keyof Second>;

/** The names are parameters; otherwise the compiler would list them again for each code. */
export type Joined<First, Second, InFirst, InSecond> = {
  readonly [Code in keyof First]: Code extends InSecond ? First[Code] | Second[Code & keyof Second] : First[Code];
} & { readonly [Code in keyof Second as Exclude<Code, InFirst>]: Second[Code] };

// The keys of a definition are in order of interest, because editors truncate long types.

export type VendorCode<Definition> = Definition extends { readonly task: true; readonly message: infer Message }
  ? {
      readonly status: 200;
      readonly message: Message;
      readonly when: WhenOf<Definition, Message>;
      readonly type: "harness_error";
      readonly where: "failed_task";
      readonly since: Oldest;
      readonly retry: "client_judgement";
    } & SchemaOf<Definition, "detail"> &
      SchemaOf<Definition, "context">
  : Definition extends { readonly status: infer Status extends number; readonly message: infer Message }
    ? {
        readonly status: Status;
        readonly message: Message;
        readonly when: WhenOf<Definition, Message>;
        readonly type: TypeOfStatus<Status>;
        readonly where: "request";
        readonly since: Oldest;
        readonly retry: Definition extends { readonly retry: infer Rule } ? Rule : RetryOfStatus<Status>;
      } & SchemaOf<Definition, "detail"> &
        SchemaOf<Definition, "context">
    : never;

type WhenOf<Definition, Message> = Definition extends { readonly when: infer When } ? When : Message;

type SchemaOf<Definition, Part extends "detail" | "context"> = Definition extends {
  readonly [Key in Part]: infer Schema extends DetailSchema;
}
  ? { readonly [Key in Part]: Schema }
  : unknown;

/** The subset of codes that may answer a request. */
export type RequestCode<Codes> = CodeIn<Codes, "request">;

/** The subset of codes that appear inside the 200 response of a task. */
export type TaskCode<Codes> = CodeIn<Codes, "failed_task" | "cancelled_task">;

/** The condition is always true. It makes the compiler cache the result instead of recomputing all codes at each use. */
export type CodeIn<Codes, Where extends ErrorPlace> = [Codes] extends [unknown]
  ? {
      [Code in keyof Codes]: Codes[Code] extends { readonly where: Where } ? Code : never;
    }[keyof Codes] &
      keyof Codes &
      string
  : never;

/**
 * Every code of a catalog: the contract's, the built-in ones, and the vendor's own.
 *
 * @example
 * type AcmeCode = Code<typeof acme>;
 */
export type Code<Catalog extends { readonly codes: object }> = keyof Catalog["codes"] & string;

/**
 * The codes that a catalog declares itself, without the contract's and the built-in ones.
 *
 * @example
 * const texts: Record<OwnCode<typeof acme>, string> = { acme_gpu_cold: "Noch kalt." };
 */
export type OwnCode<Catalog extends { readonly codes: object }> = Declared<Exclude<Code<Catalog>, keyof ContractCodes>>;

/** A vendor prefix has no underscore, so the first underscore ends it. */
export type Declared<Code> = Code extends `${string}_${infer Name}` ? (Name extends BuiltInCode ? never : Code) : never;

/** The codes that a recognizer may name: those of the catalog, built-in codes without their prefix, and codes of bare statuses. */
export type MappedCode<Catalog extends { readonly codes: object }> =
  | Code<Catalog>
  | BuiltInCode
  | `${"" | `${string}_`}http_${number}`;
