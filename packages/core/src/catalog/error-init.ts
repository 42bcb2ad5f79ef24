import type { DetailValue } from "../codes/index.ts";
import type { ParamPath } from "../errors/param.ts";

/** Any object but a list: a detail without a shape. */
export type AnyDetail = object & { readonly [Symbol.iterator]?: never };

/** What a shape takes, read-only. Where it is open, further keys may be given but need no index signature. */
type OpenInput<Input> = string extends keyof Input ? Known<Input> | (Known<Input> & Open) : Known<Input>;

type Open = Readonly<Record<string, unknown>>;

/** A condition that always holds: what comes of one is shown by what it is, not by its name here. */
type Known<Input> = [Input] extends [unknown]
  ? { readonly [Key in keyof Input as string extends Key ? never : Key]: Immutable<Input[Key]> }
  : never;

type Immutable<Value> = Value extends readonly (infer Element)[]
  ? readonly Immutable<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
    : Value;

type DetailInput<Definition> = Definition extends { readonly detail: infer Shape }
  ? OpenInput<DetailValue<Shape, "input">>
  : Open | AnyDetail;

/** Assignable to every object type that demands no key. */
type NoKeys = Record<never, never>;

type StatusChoice<Definition> = Definition extends { readonly status: readonly [infer First, infer Second] }
  ? { readonly status?: First | Second | undefined }
  : { readonly status?: never };

/** What `catalog.error` takes beside the code. */
export interface ErrorInit {
  /**
   * One safe sentence for the client; the code's default message when left out. The first sentence that says something leaves: of
   * `"Card declined. Try another card."` the client gets `"Card declined."`. The printed report has the rest as `cut`.
   */
  readonly message?: string | undefined;
  /** The field at fault: a dotted path such as `"input.0.type"`, or its segments. */
  readonly param?: ParamPath | null | undefined;
  /** Seconds after which a retry makes sense. Sent as `Retry-After` with 503, `<vendor>_upstream_error`, and a 429 that a client may retry. */
  readonly retryAfter?: number | undefined;
  /** What really happened, for the operator. Never sent. */
  readonly cause?: unknown;
}

/** The definitions among some whose detail demands a key; none when an init may be left out. */
type Needed<Definition> = Definition extends unknown
  ? NoKeys extends DetailInput<Definition>
    ? never
    : Definition
  : never;

type InitOf<Definition> = StatusChoice<Definition> &
  (NoKeys extends DetailInput<Definition>
    ? { readonly detail?: DetailInput<Definition> | null | undefined }
    : { readonly detail: DetailInput<Definition> });

/** What fits every member of a union at once: a code chosen at run time must be given what any of them demands. */
type FitsAll<Definition> = (Definition extends unknown ? (init: InitOf<Definition>) => void : never) extends (
  init: infer All,
) => void
  ? All
  : never;

/** The second argument of `catalog.error`: demanded where the code's detail has required keys, else optional. */
export type InitArguments<Codes, Code, Allowed extends keyof Codes> = [Code] extends [Allowed]
  ? [Needed<Codes[Code]>] extends [never]
    ? [init?: ErrorInit & FitsAll<Codes[Code]>]
    : [init: ErrorInit & FitsAll<Codes[Code]>]
  : AnyArguments;

/** What may be given with an unknown code, so that the compiler complains about the code alone. */
type AnyArguments = [init?: ErrorInit & { readonly detail?: object | null | undefined; readonly status?: unknown }];
