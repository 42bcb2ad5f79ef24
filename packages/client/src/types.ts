import type { AnyCatalog, Catalog, JsonObject, Operation } from "@uhp-errors/core";
import type { DetailValue, OperationCodes, RequestCode, TaskCode } from "@uhp-errors/core/internal";
import type { ApiError, UnexpectedResponseError } from "./errors.ts";
import type { NetworkError, TimeoutError } from "./failures.ts";

/**
 * A code that the catalog does not have. It is a string that the compiler distinguishes from the known codes. Only a type: the compiler treats
 * a string enum as different from every string literal.
 */
declare enum UnknownCode {
  code = "",
}

export type { UnknownCode };

/** The detail type of a code's definition: null only if it requires none, and any JSON object if it does not describe one. */
type DetailOf<Definition> = Definition extends { readonly detail: infer Shape }
  ? DetailValue<Shape, "output"> | (Record<never, never> extends DetailValue<Shape, "input"> ? null : never)
  : JsonObject | null;

export type ErrorsOf<Codes, Where extends keyof Codes & string> = {
  [Code in Where]: ApiError<Code, DetailOf<Codes[Code]>>;
}[Where];

/** The codes that an operation can answer with; all codes of the catalog if no operation is known. */
export type CodesFor<Given extends AnyCatalog, Declared extends Operation | undefined> = [Declared] extends [Operation]
  ? OperationCodes<Given, Declared>
  : Given["codes"];

/**
 * The errors that a request can fail with. The union has one member for each code of the catalog, so that `error.code` narrows
 * `error.detail`. It has one for codes that the catalog does not know, and one with `code: null` for responses that are not envelopes.
 * With an operation, it has the codes of {@link OperationError}.
 *
 * @example
 * function explain(error: ParsedError<typeof acme>): string { … }
 */
export type ParsedError<Given extends AnyCatalog = Catalog, Declared extends Operation | undefined = undefined> =
  | ErrorsWith<CodesFor<Given, Declared>>
  | ApiError<UnknownCode>
  | UnexpectedResponseError;

/** The parameter is a table of codes, so that the compiler computes its codes once. */
export type ErrorsWith<Codes> = ErrorsOf<Codes, RequestCode<Codes> & keyof Codes>;

/**
 * The errors that one operation can fail with: one member for each code that it declares or that any operation can answer with, and the
 * two members that keep {@link ParsedError} open. A newer server may send a code that is in none of them; go by its `type` then.
 *
 * @example
 * function explain(error: OperationError<typeof acme, typeof payOrder>): string { … }
 */
export type OperationError<Given extends AnyCatalog, Declared extends Operation> = ParsedError<Given, Declared>;

/**
 * What `client.safe` resolves with: the data of a request, or the error that it failed with. A `NetworkError` and a `TimeoutError` have no
 * `code`, so their `name` tells them apart.
 *
 * @example
 * async function load(): Promise<SafeResult<Task, typeof acme>> { … }
 */
export type SafeResult<Value, Given extends AnyCatalog = Catalog, Declared extends Operation | undefined = undefined> =
  | { readonly data: Value; readonly error: undefined }
  | { readonly data: undefined; readonly error: ParsedError<Given, Declared> | NetworkError | TimeoutError };

/** The errors that a task can fail with, read from a response object whose status is `failed` or `cancelled`. */
export type ParsedTaskError<Given extends AnyCatalog = Catalog> =
  | ErrorsOf<Given["codes"], TaskCode<Given["codes"]> & keyof Given["codes"]>
  | ApiError<UnknownCode>
  | UnexpectedResponseError;

/** The errors that an error object can be, on any transport: those of requests and those of tasks that ended. */
export type ParsedErrorObject<Given extends AnyCatalog = Catalog> =
  | ErrorsOf<Given["codes"], keyof Given["codes"] & string>
  | ApiError<UnknownCode>;
