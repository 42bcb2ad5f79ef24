import type { CODES } from "../codes/index.ts";
import type { ParamPath } from "../errors/param.ts";
import type { BuiltInCode } from "./built-in-codes.ts";
import type { LooseDefinitions, SchemaMark } from "./checked-definition.ts";

/** Only the facts that types need; a text in a type would make two releases of one catalog differ. */
type Facts<Row> = Pick<Row, keyof Row & ("where" | "status" | "detail")>;

type ContractFacts = { readonly [Code in keyof typeof CODES]: Facts<(typeof CODES)[Code]> };

/** The contract's codes as a table. An interface, so that declaration files name it and do not spell it out. */
export interface ContractTable extends ContractFacts {}

/** The codes that one vendor adds: its own rows and the built-in conditions under its prefix. */
export type VendorTable<Vendor extends string, Definitions extends LooseDefinitions> = {
  readonly [Code in Exclude<keyof Definitions, `${Vendor}_${BuiltInCode}`>]: Definitions[Code] extends {
    readonly task: true;
  }
    ? { readonly where: "failed_task"; readonly status: 200 } & DetailFact<Definitions[Code]>
    : { readonly where: "request"; readonly status: number } & DetailFact<Definitions[Code]>;
} & {
  readonly [Name in BuiltInCode as `${Vendor}_${Name}`]: { readonly where: "request"; readonly status: number };
};

type DetailFact<Row> = Row extends { readonly detail: infer Schema extends SchemaMark }
  ? { readonly detail: Schema }
  : unknown;

/** The codes of a table that may answer a request. */
export type RequestCode<Table> = {
  [Code in keyof Table]: Table[Code] extends { readonly where: "request" } ? Code : never;
}[keyof Table] &
  string;

/** The codes of a table that stand inside the 200 response of a task. */
export type TaskCode<Table> = {
  [Code in keyof Table]: Table[Code] extends { readonly where: "failed_task" | "cancelled_task" } ? Code : never;
}[keyof Table] &
  string;

/** Any object but a list: a detail without a schema. */
type AnyDetail = object & { readonly [Symbol.iterator]?: never };

/** What a schema takes, read-only. Where it is open, further keys may be given but need no index signature. */
type SchemaInput<Input> = string extends keyof Input ? Known<Input> | (Known<Input> & Open) : Known<Input>;

type Open = Readonly<Record<string, unknown>>;

type Known<Input> = {
  readonly [Key in keyof Input as string extends Key ? never : Key]: Immutable<Input[Key]>;
};

type Immutable<Value> = Value extends readonly (infer Element)[]
  ? readonly Immutable<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

type DetailInput<Row> = Row extends { readonly detail: { readonly _zod: { readonly input: infer Input } } }
  ? SchemaInput<Input>
  : Open | AnyDetail;

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

/** The rows among some whose detail demands a key; none when an init may be left out. */
type Needed<Row> = Row extends unknown ? (NoKeys extends DetailInput<Row> ? never : Row) : never;

type InitOf<Row> = StatusChoice<Row> &
  (NoKeys extends DetailInput<Row>
    ? { readonly detail?: DetailInput<Row> | null | undefined }
    : { readonly detail: DetailInput<Row> });

/** What fits every member of a union at once: a code chosen at run time must be given what any of them demands. */
type FitsAll<Row> = (Row extends unknown ? (init: InitOf<Row>) => void : never) extends (init: infer All) => void
  ? All
  : never;

/** The second argument of `catalog.error`: demanded where the code's detail has required keys, else optional. */
export type InitArguments<Row> = [Needed<Row>] extends [never]
  ? [init?: ErrorInit & FitsAll<Row>]
  : [init: ErrorInit & FitsAll<Row>];
