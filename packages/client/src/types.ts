import type { ContractTable, JsonObject } from "@uhp-errors/core";
import type { ApiError, UnexpectedAnswerError } from "./errors.ts";

/** Of types alone: an enum is the only kind of string that the compiler knows to differ from every literal. */
declare enum Unknown {
  code = "",
}

/** A code that the catalog does not have: any string, of which the compiler knows that it is none of the known ones. */
export type UnknownCode = Unknown;

/** The rows that stand in a place: in the answer to a request, or in the response object of a task. */
type CodesIn<Table, Where extends string> = {
  [Code in keyof Table]: Table[Code] extends { readonly where: Where } ? Code : never;
}[keyof Table] &
  string;

/** What a code's schema says of its detail; any JSON object where there is no schema. */
type DetailOf<Row> = Row extends { readonly detail: { readonly _zod: { readonly output: infer Output } } }
  ? Output
  : JsonObject;

type ErrorsOf<Table, Codes extends keyof Table & string> = {
  [Code in Codes]: ApiError<Code, DetailOf<Table[Code]>>;
}[Codes];

/**
 * What a request can fail with: one member for each code of the catalog, so that `error.code` narrows `error.detail`, one
 * for codes that the catalog does not know, and one, with `code: null`, for answers that are not the contract's.
 */
export type RequestError<Table = ContractTable> =
  | ErrorsOf<Table, CodesIn<Table, "request">>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;

/** What a task can fail with, of a response object whose status is `failed` or `cancelled`. */
export type TaskError<Table = ContractTable> =
  | ErrorsOf<Table, CodesIn<Table, "failed_task" | "cancelled_task">>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;
