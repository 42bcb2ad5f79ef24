export { authenticate, readBearer, type VerifyToken } from "./access/bearer.ts";
export {
  type EnsureFoundOptions,
  type EnsureOptions,
  ensureFound,
  ensureMemoryAccess,
  type MemoryAccess,
  type NotFoundCode,
} from "./access/scope.ts";
export type { AnyCatalog } from "./catalog/any-catalog.ts";
export { BUILT_IN_CODES, type BuiltInCode } from "./catalog/built-in-codes.ts";
export { type Catalog, type CatalogOptions, defineCatalog } from "./catalog/catalog.ts";
export type {
  CatalogCodes,
  Code,
  JoinedCodes,
  OwnCode,
  RequestCode,
  TaskCode,
} from "./catalog/catalog-codes.ts";
export type { CodeGroup, ContractCodes } from "./catalog/contract-codes.ts";
export type { ErrorInit } from "./catalog/error-init.ts";
export { joinCatalogs } from "./catalog/join.ts";
export {
  type CatalogOperation,
  isCodeOfOperation,
  type Operation,
  type OperationCodes,
  type OperationMethod,
} from "./catalog/operation.ts";
export type { RelayRules } from "./catalog/relay-rules.ts";
export {
  CODES,
  type CodeDefinition,
  type ContractCode,
  type DetailFields,
  type DetailSchema,
  ERROR_TYPES,
  type ErrorPlace,
  type ErrorType,
  type RetryRule,
} from "./codes/index.ts";
export type { Contract } from "./contract/contract.ts";
export { createContract } from "./contract/create-contract.ts";
export type { Explanation } from "./contract/explain.ts";
export type { Upstream } from "./errors/client-error.ts";
export {
  type ContractError,
  isContractError,
  type StackTraces,
} from "./errors/contract-error.ts";
export type { Json, JsonObject } from "./errors/detail.ts";
export { type Envelope, parseEnvelope } from "./errors/envelope.ts";
export type { ErrorObject } from "./errors/error-object.ts";
export type { ParamPath } from "./errors/param.ts";
export type { HeaderFilter } from "./http/header-fields.ts";
export type { RequestContext } from "./http/request-context.ts";
export type { ErrorResponse, ResponsePhase } from "./http/response.ts";
export type { Call } from "./pipeline/call.ts";
export type { ContractOptions } from "./pipeline/contract-options.ts";
export type { HandledError } from "./pipeline/handled-error.ts";
export {
  type ClassMapping,
  type CustomMapping,
  type MappingContext,
  type RecognizeClassOptions,
  type Recognizer,
  recognizeClass,
} from "./recognize/index.ts";
export { createOperationCheck } from "./reports/operation-check.ts";
export { type PrintOptions, printReports } from "./reports/print-reports.ts";
export type { ErrorOrigin, ErrorReport, OnError, WithheldText } from "./reports/report.ts";
export { combineHooks } from "./reports/send-report.ts";
export { type SerializedError, type SerializedReport, serializeReport } from "./reports/serialize-report.ts";
export {
  createSanitizer,
  type PrivateKind,
  type RemovedPart,
  type SanitizedMessage,
  type Sanitizer,
  type SanitizerOptions,
  type SanitizerRule,
  sanitizeMessage,
} from "./sanitizer/index.ts";
export type { EventStream, StreamEvent, StreamHead, StreamOptions } from "./stream/event-stream.ts";
export type { FailingStream } from "./stream/last-events.ts";
export type { NodeSink, StreamSink, WebSink, WebWriter } from "./stream/sink.ts";
export type {
  CancelledTaskResponse,
  FailedTaskResponse,
  TaskResponses,
} from "./tasks/task-responses.ts";
export { codeForVersion } from "./versions/code-name.ts";
export { DEFAULT_VERSIONS, VERSION_HEADER, VERSIONS, type Version } from "./versions/known.ts";
