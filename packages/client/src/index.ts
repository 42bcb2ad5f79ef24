export { type Client, createClient } from "./client.ts";
export {
  ApiError,
  isApiError,
  isUnexpectedResponseError,
  type ResponseFacts,
  UnexpectedResponseError,
} from "./errors.ts";
export { isNetworkError, isTimeoutError, NetworkError, TimeoutError } from "./failures.ts";
export type { IncomingHeaders } from "./incoming.ts";
export type { AbandonedRequest, Attempt, ClientInit, ClientOptions, Deprecation } from "./options.ts";
export { type ParseErrorOptions, type ParseOptions, parseError, parseErrorObject, parseTaskError } from "./parse.ts";
export { type ReadEventsOptions, readEvents } from "./read-events.ts";
export type {
  OperationError,
  ParsedError,
  ParsedErrorObject,
  ParsedTaskError,
  SafeResult,
  UnknownCode,
} from "./types.ts";
