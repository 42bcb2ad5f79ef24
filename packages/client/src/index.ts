export { type Client, createClient } from "./client.ts";
export type { Clock } from "./clock.ts";
export {
  type AnswerFacts,
  ApiError,
  type ApiErrorParts,
  isApiError,
  isUnexpectedAnswer,
  UnexpectedAnswerError,
} from "./errors.ts";
export { isNetworkError, isTimeoutError, NetworkError, TimeoutError } from "./failures.ts";
export type { IncomingHeaders } from "./incoming.ts";
export type {
  Attempt,
  ClientInit,
  ClientOptions,
  ExcerptSanitizer,
  GivenUp,
  Hooks,
  Limits,
  LogicalRequest,
  SessionWait,
} from "./options.ts";
export { type ParseErrorOptions, type ParseOptions, parseError, parseTask } from "./parse.ts";
export type { RequestError, TaskError, UnknownCode } from "./types.ts";
