import type { DetailValue } from "../codes/detail.ts";
import type { ParamPath } from "../errors/param.ts";
import type { Inferred } from "./checked-definition.ts";

/** Any object except a list: a detail without a shape. */
export type AnyDetail = object & { readonly [Symbol.iterator]?: never };

/** The read-only input of a shape. If the shape is open, extra keys are allowed without an index signature. */
type OpenInput<Input> = string extends keyof Input ? Known<Input> | (Known<Input> & Open) : Known<Input>;

type Open = Readonly<Record<string, unknown>>;

/** The condition is always true. It makes the compiler display the resulting type instead of this alias. */
type Known<Input> = [Input] extends [unknown]
  ? { readonly [Key in keyof Input as string extends Key ? never : Key]: Immutable<Input[Key]> }
  : never;

type Immutable<Value> = Value extends readonly (infer Element)[]
  ? readonly Immutable<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

type PartInput<Definition, Part extends "detail" | "context"> = Definition extends {
  readonly [Key in Part]: infer Shape;
}
  ? OpenInput<DetailValue<Shape, "input">>
  : Open | AnyDetail;

/** Assignable to every object type that demands no key. */
type NoKeys = Record<never, never>;

type StatusChoice<Definition> = Definition extends { readonly status: readonly [infer First, infer Second] }
  ? { readonly status?: First | Second | undefined }
  : { readonly status?: never };

/** The second argument of `catalog.error`. */
export interface ErrorInit {
  /**
   * One safe sentence for the client. Defaults to the code's message. Only the first meaningful sentence is sent: from
   * `"Card declined. Try another card."` the client gets `"Card declined."`. The printed report shows the rest as `unsent`.
   */
  readonly message?: string | undefined;
  /** The field at fault: a dotted path such as `"input.0.type"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** Seconds after which a retry makes sense. Sent as `Retry-After` with 503, `<vendor>_upstream_error`, and a retriable 429. */
  readonly retryAfter?: number | undefined;
  /** What really happened, for the operator. Never sent. */
  readonly cause?: unknown;
}

/** The members of a union of definitions whose detail or context has required keys; `never` if the init is optional. */
type Needed<Definition> = Definition extends unknown
  ? NoKeys extends PartInput<Definition, "detail">
    ? NoKeys extends PartInput<Definition, "context">
      ? never
      : Definition
    : Definition
  : never;

type InitOf<Definition> = StatusChoice<Definition> &
  (NoKeys extends PartInput<Definition, "detail">
    ? { readonly detail?: PartInput<Definition, "detail"> | null | undefined }
    : { readonly detail: PartInput<Definition, "detail"> }) &
  (NoKeys extends PartInput<Definition, "context">
    ? {
        /** Facts for operators: they are in reports, logs and telemetry, without credentials. Never sent. */
        readonly context?: PartInput<Definition, "context"> | null | undefined;
      }
    : {
        /** Facts for operators: they are in reports, logs and telemetry, without credentials. Never sent. */
        readonly context: PartInput<Definition, "context">;
      });

/** The init that fits every member of a union: a code chosen at run time needs everything that any of the codes requires. */
type FitsAll<Definition> = (Definition extends unknown ? (init: InitOf<Definition>) => void : never) extends (
  init: infer All,
) => void
  ? All
  : never;

/**
 * The second argument of `catalog.error`: required if the code's detail or context has required keys, otherwise optional. A call without
 * one has the type `undefined` for it. {@link Complete} complains there, because the compiler itself would only count arguments.
 */
export type InitArguments<Codes, Code, Allowed extends keyof Codes, Init> = [Code] extends [Allowed]
  ? true extends ([Needed<Codes[Code]>] extends [never] ? true : IsMissing<Init>)
    ? [init?: (ErrorInit & FitsAll<Codes[Code]>) | Inferred<Init>]
    : [init: (ErrorInit & FitsAll<Codes[Code]>) | Inferred<Init>]
  : AnyArguments;

/** Accepts any init for an unknown code, so that the compiler reports only the code. */
type AnyArguments = [
  init?: ErrorInit & {
    readonly detail?: object | null | undefined;
    readonly status?: unknown;
    readonly context?: unknown;
  },
];

/** Whether the type of an argument is that of a missing one. That of `any` may be anything. */
type IsMissing<Init> = unknown extends Init ? false : [Init, undefined] extends [undefined, Init] ? true : false;

/** A code whose init has all that the code requires, or a sentence that the compiler shows in its error. */
export type Complete<Codes, Code extends string & keyof Codes, Init> =
  true extends IsMissing<Init>
    ? Code extends unknown
      ? [Needed<Codes[Code]>] extends [never]
        ? Code
        : `${Code} requires a second argument, { ${RequiredParts<Codes[Code]>} }`
      : never
    : Code;

/** The required parts of an init as they are written, such as `detail: { max_bytes }`. */
type RequiredParts<Definition> = CommaList<
  [
    ...(NoKeys extends PartInput<Definition, "detail"> ? [] : [`detail: { ${RequiredNames<Definition, "detail">} }`]),
    ...(NoKeys extends PartInput<Definition, "context">
      ? []
      : [`context: { ${RequiredNames<Definition, "context">} }`]),
  ]
>;

type RequiredNames<Definition, Part extends "detail" | "context"> = Definition extends {
  readonly [Key in Part]: infer Shape;
}
  ? CommaList<Members<RequiredKey<DetailValue<Shape, "input">>>>
  : never;

type RequiredKey<Input> = keyof {
  [Key in keyof Input as string extends Key ? never : NoKeys extends Pick<Input, Key> ? never : Key]: true;
};

/** The members of a union as a list, in the order in which the compiler has them. */
type Members<Union> = [Union] extends [never] ? [] : Split<Union, LastOf<Union>>;

type Split<Union, Last> = [...Members<Exclude<Union, Last>>, Last];

type LastOf<Union> = (Union extends unknown ? (member: () => Union) => void : never) extends (
  member: infer All extends () => unknown,
) => void
  ? ReturnType<All>
  : never;

type CommaList<Words> = Words extends readonly [infer Word extends string, ...infer Rest]
  ? Rest extends readonly []
    ? Word
    : `${Word}, ${CommaList<Rest>}`
  : "…";
