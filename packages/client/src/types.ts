import type { ContractCodes, JsonObject, RequestCode, TaskCode } from "@uhp-errors/core";
import type { DetailValue } from "@uhp-errors/core/codes";
import type { ApiError, UnexpectedAnswerError } from "./errors.ts";

/** Only a type: the compiler knows that a string enum differs from every string literal. */
declare enum Unknown {
  code = "",
}

/** A code that the catalog does not have. It is a string, and the compiler knows that it is none of the known codes. */
export type UnknownCode = Unknown;

/** What a code's definition says of its detail; any JSON object where it says nothing. */
type DetailOf<Definition> = Definition extends { readonly detail: infer Shape }
  ? DetailValue<Shape, "output">
  : JsonObject;

type ErrorsOf<Codes, Where extends keyof Codes & string> = {
  [Code in Where]: ApiError<Code, DetailOf<Codes[Code]>>;
}[Where];

/**
 * What a request can fail with. One member for each code of the catalog, so that `error.code` narrows `error.detail`. One for codes
 * that the catalog does not know. One, with `code: null`, for responses that are not envelopes.
 */
export type RequestError<Codes = ContractCodes> =
  | ErrorsOf<Codes, RequestCode<Codes> & keyof Codes>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;

/** What a task can fail with, of a response object whose status is `failed` or `cancelled`. */
export type TaskError<Codes = ContractCodes> =
  | ErrorsOf<Codes, TaskCode<Codes> & keyof Codes>
  | ApiError<UnknownCode>
  | UnexpectedAnswerError;
