export { authenticate, readBearer, type VerifyToken } from "./access/bearer.ts";
export { ensureFound, ensureMemoryAccess } from "./access/scope.ts";
export type { AnyCatalog } from "./catalog/any-catalog.ts";
export { BUILT_IN_CODES, type BuiltInCode } from "./catalog/built-in-codes.ts";
export { type Catalog, defineCatalog } from "./catalog/catalog.ts";
export type { CatalogCodes, Code, JoinedCodes, OwnCode } from "./catalog/catalog-codes.ts";
export type { ContractCodes } from "./catalog/contract-codes.ts";
export type { ErrorInit } from "./catalog/error-init.ts";
export { joinCatalogs } from "./catalog/join.ts";
export { type CatalogOperation, isCodeOfOperation, type Operation } from "./catalog/operation.ts";
export { CODES, type CodeDefinition, type ContractCode, ERROR_TYPES, type ErrorType } from "./codes/index.ts";
export type { Contract } from "./contract/contract.ts";
export { createContract } from "./contract/create-contract.ts";
export type { Explanation } from "./contract/explain.ts";
export { type ContractError, isContractError } from "./errors/contract-error.ts";
export type { JsonObject } from "./errors/detail.ts";
export { type Envelope, parseEnvelope } from "./errors/envelope.ts";
export type { ErrorObject } from "./errors/error-object.ts";
export type { HeaderFilter } from "./http/header-fields.ts";
export type { RequestContext } from "./http/request-context.ts";
export type { ErrorResponse } from "./http/response.ts";
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
export { printReports } from "./reports/print-reports.ts";
export type { ErrorOrigin, ErrorReport, OnError } from "./reports/report.ts";
export { combineHooks } from "./reports/send-report.ts";
export { type SerializedReport, serializeReport } from "./reports/serialize-report.ts";
export {
  createSanitizer,
  type RemovedPart,
  type SanitizedMessage,
  type Sanitizer,
  sanitizeMessage,
} from "./sanitizer/index.ts";
export type { EventStream, StreamEvent, StreamOptions } from "./stream/event-stream.ts";
export type { StreamSink } from "./stream/sink.ts";
export type { EndingVersion } from "./versions/end.ts";
export { DEFAULT_VERSIONS, VERSION_HEADER, VERSIONS, type Version } from "./versions/known.ts";
