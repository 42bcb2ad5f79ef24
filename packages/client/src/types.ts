import type { ContractTable, JsonObject } from "@uhp-errors/core";
import type { ApiError, UnexpectedAnswerError } from "./errors.ts";

/** Only a type: the compiler knows that a string enum differs from every string literal. */
declare enum Unknown {
  code = "",
}

/** A code that the catalog does not have. It is a string, and the compiler knows that it is none of the known codes. */
export type UnknownCode = Unknown;

/** The codes that stand in one place: in the response to a request, or in the response object of a task. */
type CodesIn<Table, Where extends string> = {
  [Code in keyof Table]: Table[Code] extends { readonly where: Where } ? Code : never;
}[keyof Table] &
  string;

/** The detail that a code's schema describes; any JSON object where there is no schema. */
type DetailOf<Row> = Row extends { readonly detail: { readonly _zod: { readonly output: infer Output } } }
  ? Output
  : JsonObject;

type ErrorsOf<Table, Codes extends keyof Table & string> = {
  [Code in Codes]: ApiError<Code, DetailOf<Table[Code]>>;
}[Codes];

/**
 * What a request can fail with. One member for each code of the catalog, so that `error.code` narrows `error.detail`. One for codes
 * that the catalog does not know. One, with `code: null`, for responses that are not envelopes.
 */
export type RequestError<Table = ContractTable> =
  | ErrorsOf<Table, CodesIn<Table, "request">>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;

/** What a task can fail with: the error of a response object whose status is `failed` or `cancelled`. */
export type TaskError<Table = ContractTable> =
  | ErrorsOf<Table, CodesIn<Table, "failed_task" | "cancelled_task">>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;
