import type { ContractCode, ErrorType, RetryRule } from "../codes/index.ts";
import type { BuiltInCode } from "./built-in-codes.ts";
import type { BuiltInText, TypeOfStatus } from "./built-in-definition.ts";
import type { Digit, LowerLetter } from "./prefix.ts";
import type {
  VendorRequestDefinition as FullRequestDefinition,
  VendorTaskDefinition as FullTaskDefinition,
  RETRY_BY_TYPE,
} from "./vendor-definition.ts";

/** Rows before they are checked, so that a complaint stands at the row and not at the whole definition. */
export type LooseDefinitions = Readonly<Record<string, object>>;

/**
 * The mark of a zod object schema. Comparing it and not the whole schema keeps a catalog of a hundred codes from costing
 * the compiler seconds.
 */
export interface SchemaMark {
  readonly _zod: { readonly def: { readonly type: "object" } };
}

type VendorRequestDefinition = Omit<FullRequestDefinition, "detail"> & { readonly detail?: SchemaMark };
type VendorTaskDefinition = Omit<FullTaskDefinition, "detail"> & { readonly detail?: SchemaMark };

/** A row as the compiler accepts it, or a sentence that the compiler shows in its complaint. */
export type CheckedDefinition<Vendor extends string, Code, Row> = Code extends ContractCode
  ? `${Code} is a code of the contract, which a vendor cannot redefine`
  : Code extends `${Vendor}_${infer Name}`
    ? CheckedName<Vendor, Name, Row>
    : `a code of vendor ${Vendor} must begin with ${Vendor}_`;

type CheckedName<Vendor extends string, Name extends string, Row> = Name extends ContractCode
  ? `${Vendor}_${Name} is taken: older clients see the contract's code ${Name} under it`
  : Name extends `http_${number}`
    ? "names of the form http_<status> are taken by bare statuses"
    : IsWords<Name> extends false
      ? "a code is lower-case words of letters and digits, joined by single underscores"
      : Name extends BuiltInCode
        ? OnlyKeys<Row, BuiltInText, "is built in: only its message can be changed">
        : Row extends { readonly task: unknown }
          ? OnlyKeys<Row, VendorTaskDefinition, "is not a fact of a task code">
          : CheckedRequestDefinition<Row>;

type CheckedRequestDefinition<Row> = Row extends { readonly status: infer Status extends number }
  ? IsErrorStatus<Status> extends true
    ? OnlyKeys<Row, CheckedRetry<Row, TypeOfStatus<Status>>, "is not a fact of a code; a type follows from the status">
    : "a code's status must be a 4xx or 5xx"
  : VendorRequestDefinition;

type CheckedRetry<Row, Type extends keyof typeof RETRY_BY_TYPE> = Row extends {
  readonly retry: infer Rule extends RetryRule;
}
  ? Rule extends (typeof RETRY_BY_TYPE)[Type][number]
    ? VendorRequestDefinition
    : Omit<VendorRequestDefinition, "retry"> & {
        readonly retry: `a client that does not know the code goes by its type, ${Type & ErrorType}, which is not retried by that rule`;
      }
  : VendorRequestDefinition;

type OnlyKeys<Row, Allowed, Complaint extends string> = [Exclude<keyof Row, keyof Allowed>] extends [never]
  ? Row extends Allowed
    ? unknown
    : Allowed
  : `${Exclude<keyof Row, keyof Allowed> & string} ${Complaint}`;

type IsErrorStatus<Status extends number> = number extends Status
  ? true
  : `${Status}` extends `${4 | 5}${Digit}${Digit}`
    ? true
    : false;

/** Whether a name is words of lower-case letters and digits with single underscores between them. */
type IsWords<Name extends string> = string extends Name
  ? true
  : Name extends `${LowerLetter | Digit}${infer Rest}`
    ? IsRest<Rest>
    : false;

type IsRest<Rest extends string> = Rest extends ""
  ? true
  : Rest extends `${LowerLetter | Digit}${infer More}`
    ? IsRest<More>
    : Rest extends `_${infer More}`
      ? IsWords<More>
      : false;
