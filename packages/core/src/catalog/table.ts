import type { z } from "zod";
import type { CODES, ContractCode, DetailSchema } from "../codes/index.ts";
import type { ParamPath } from "../sanitize/param.ts";
import type { Condition } from "./conditions.ts";
import type { ConditionText, VendorRequestRow, VendorRows, VendorTaskRow } from "./vendor.ts";

/** What the types of a catalog need to know of a code. */
interface TableRow {
  readonly where: string;
  readonly status: number | readonly number[];
  readonly detail?: DetailSchema;
}

/** The codes of a catalog as a type: what `catalog.error` offers and demands. */
export type CodeTable = Readonly<Record<string, TableRow>>;

/** The contract's codes as a table. */
export type ContractTable = typeof CODES;

/** The codes that one vendor adds: its own rows and the built-in conditions under its prefix. */
export type VendorTable<Vendor extends string, Rows extends VendorRows> = {
  readonly [Code in Exclude<keyof Rows, `${Vendor}_${Condition}`>]: Rows[Code] extends { readonly task: true }
    ? { readonly where: "failed_task"; readonly status: 200 } & DetailFact<Rows[Code]>
    : { readonly where: "request"; readonly status: number } & DetailFact<Rows[Code]>;
} & {
  readonly [Name in Condition as `${Vendor}_${Name}`]: { readonly where: "request"; readonly status: number };
};

type DetailFact<Row> = Row extends { readonly detail: infer Schema extends DetailSchema }
  ? { readonly detail: Schema }
  : unknown;

/** The codes of a table that may answer a request. */
export type RequestCode<Table> = {
  [Code in keyof Table]: Table[Code] extends { readonly where: "request" } ? Code : never;
}[keyof Table] &
  string;

type DetailInput<Row> = Row extends { readonly detail: infer Schema extends DetailSchema }
  ? z.input<Schema>
  : Readonly<Record<string, unknown>>;

/** Assignable to every object type that demands no key. */
type NoKeys = Record<never, never>;

type StatusChoice<Row> = Row extends { readonly status: readonly [infer First, infer Second] }
  ? { readonly status?: First | Second | undefined }
  : { readonly status?: never };

/** What `catalog.error` takes beside the code. */
export interface ErrorInit {
  /** One safe sentence for the client; the code's default message when left out. */
  readonly message?: string | undefined;
  /** Where the fault lies: a dotted path such as `"input.0.type"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** Seconds after which a retry makes sense. Sent as `Retry-After` with 429 and 503. */
  readonly retryAfter?: number | undefined;
  /** What really happened, for the operator. Never sent. */
  readonly cause?: unknown;
}

type InitOf<Row> = ErrorInit &
  StatusChoice<Row> &
  (NoKeys extends DetailInput<Row>
    ? { readonly detail?: DetailInput<Row> | null | undefined }
    : { readonly detail: DetailInput<Row> });

/** The second argument of `catalog.error`: demanded where the code's detail has required keys, else optional. */
export type InitArguments<Row> = NoKeys extends DetailInput<Row> ? [init?: InitOf<Row>] : [init: InitOf<Row>];

/** A row as the compiler accepts it, or a sentence that the compiler shows in its complaint. */
export type CheckedRow<Vendor extends string, Code, Row> = Code extends ContractCode
  ? `${Code} is a code of the contract, which a vendor cannot redefine`
  : Code extends `${Vendor}_${infer Name}`
    ? Name extends ContractCode
      ? `${Code} is taken: older clients see the contract's code ${Name} under it`
      : Name extends Condition
        ? OnlyKeys<Row, ConditionText, "is built in: only its message can be changed">
        : Row extends { readonly task: unknown }
          ? OnlyKeys<Row, VendorTaskRow, "is not a fact of a task code">
          : Row extends { readonly status: infer Status extends number }
            ? IsErrorStatus<Status> extends true
              ? OnlyKeys<Row, VendorRequestRow, "is not a fact of a code; a type follows from the status">
              : "a code's status must be a 4xx or 5xx"
            : VendorRequestRow
    : `a code of vendor ${Vendor} must begin with ${Vendor}_`;

type OnlyKeys<Row, Allowed, Complaint extends string> = [Exclude<keyof Row, keyof Allowed>] extends [never]
  ? Allowed
  : `${Exclude<keyof Row, keyof Allowed> & string} ${Complaint}`;

type IsErrorStatus<Status extends number> = number extends Status
  ? true
  : `${Status}` extends `${4 | 5}${Digit}${Digit}`
    ? true
    : false;

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
