import type { ContractCode, ErrorType, RetryRule } from "../codes/index.ts";
import type { Condition } from "./conditions.ts";
import type { Digit, LowerLetter } from "./prefix.ts";
import type {
  ConditionText,
  VendorRequestRow as FullRequestRow,
  VendorTaskRow as FullTaskRow,
  RETRY_BY_TYPE,
  TypeOfStatus,
} from "./vendor.ts";

/** Rows before they are checked, so that a complaint stands at the row and not at the whole definition. */
export type LooseRows = Readonly<Record<string, object>>;

/**
 * The mark of a zod object schema. Comparing it and not the whole schema keeps a catalog of a hundred codes from costing
 * the compiler seconds.
 */
export interface SchemaMark {
  readonly _zod: { readonly def: { readonly type: "object" } };
}

type VendorRequestRow = Omit<FullRequestRow, "detail"> & { readonly detail?: SchemaMark };
type VendorTaskRow = Omit<FullTaskRow, "detail"> & { readonly detail?: SchemaMark };

/** A row as the compiler accepts it, or a sentence that the compiler shows in its complaint. */
export type CheckedRow<Vendor extends string, Code, Row> = Code extends ContractCode
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
      : Name extends Condition
        ? OnlyKeys<Row, ConditionText, "is built in: only its message can be changed">
        : Row extends { readonly task: unknown }
          ? OnlyKeys<Row, VendorTaskRow, "is not a fact of a task code">
          : CheckedRequestRow<Row>;

type CheckedRequestRow<Row> = Row extends { readonly status: infer Status extends number }
  ? IsErrorStatus<Status> extends true
    ? OnlyKeys<Row, CheckedRetry<Row, TypeOfStatus<Status>>, "is not a fact of a code; a type follows from the status">
    : "a code's status must be a 4xx or 5xx"
  : VendorRequestRow;

type CheckedRetry<Row, Type extends keyof typeof RETRY_BY_TYPE> = Row extends {
  readonly retry: infer Rule extends RetryRule;
}
  ? Rule extends (typeof RETRY_BY_TYPE)[Type][number]
    ? VendorRequestRow
    : Omit<VendorRequestRow, "retry"> & {
        readonly retry: `a client that does not know the code goes by its type, ${Type & ErrorType}, which is not retried by that rule`;
      }
  : VendorRequestRow;

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
