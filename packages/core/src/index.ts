export { authenticate, readBearer, type VerifyToken } from "./bearer.ts";
export { type Catalog, type CatalogDefinition, type CatalogRows, defineCatalog } from "./catalog/catalog.ts";
export { CONDITIONS, type Condition } from "./catalog/conditions.ts";
export { joinCatalogs } from "./catalog/join.ts";
export type { ContractTable, ErrorInit, RequestCode, TaskCode, VendorTable } from "./catalog/table.ts";
export type { ConditionText, VendorRequestRow, VendorRow, VendorRows, VendorTaskRow } from "./catalog/vendor.ts";
export {
  CODES,
  type CodeRow,
  type ContractCode,
  type DetailSchema,
  ERROR_TYPES,
  type ErrorType,
  type Place,
  type RetryRule,
} from "./codes/index.ts";
export { createContract } from "./contract/contract.ts";
export type { Explanation } from "./contract/explain.ts";
export type { ContractOptions } from "./contract/options.ts";
export type { ErrorReport, OnError } from "./contract/report.ts";
export type { Contract } from "./contract/verbs.ts";
export {
  type ContractError,
  type ErrorObject,
  isContractError,
  type PlainInit,
  type StackTraces,
} from "./contract-error.ts";
export { type Envelope, parseEnvelope } from "./envelope.ts";
export type { Origin, Withheld } from "./fault.ts";
export { type ErrorHeaders, type HeaderField, REPRESENTATION_HEADERS } from "./fields.ts";
export {
  type Circumstances,
  type ErrorClassOptions,
  errorClass,
  type OwnMeaning,
  type OwnProducer,
  type Upstream,
} from "./foreign/index.ts";
export {
  mayRetry,
  RETRY_TABLE,
  type RetriedError,
  type RetriedRequest,
  type RetryAdvice,
  type RetryRow,
  retryAdvice,
  retryRule,
} from "./retry.ts";
export type { Json, JsonObject } from "./sanitize/detail.ts";
export type { SanitizerOptions } from "./sanitize/options.ts";
export type { ParamPath } from "./sanitize/param.ts";
export type { Removed } from "./sanitize/redact.ts";
export type { PrivateKind, SanitizerRule } from "./sanitize/rule.ts";
export { createSanitizer, type SanitizedMessage, type Sanitizer, sanitizeMessage } from "./sanitize/sanitizer.ts";
export { type FoundInit, found, type MemoryAccess, memoryAccess, type NotFoundCode } from "./scope.ts";
export type { EventStream, StreamEvent, StreamHead, StreamOptions } from "./stream/event-stream.ts";
export type { BrokenStream } from "./stream/last-events.ts";
export type { NodeSink, StreamSink, WebSink, WebWriter } from "./stream/sink.ts";
export type { CancelledResponse, FailedResponse, TaskVerbs } from "./task.ts";
export { VERSION_HEADER, VERSIONS, type Version } from "./versions/known.ts";
export type { Phase, RequestFacts, WireResponse, WrittenResponse } from "./wire.ts";
