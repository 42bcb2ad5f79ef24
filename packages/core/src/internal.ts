/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */

export type { EnsureFoundOptions, EnsureOptions, MemoryAccess, NotFoundCode } from "./access/scope.ts";
export { aside } from "./adapter/aside.ts";
export { defineOwn } from "./adapter/define-own.ts";
export { noteContract } from "./adapter/one-contract.ts";
export { type Bearer, Principals } from "./adapter/principals.ts";
export { shared, sharedSymbol } from "./adapter/shared.ts";
export { warnOnce } from "./adapter/warn-once.ts";
export type { CatalogOptions } from "./catalog/catalog.ts";
export type {
  BuiltInCodes,
  CodeIn,
  Declared,
  Joined,
  MappedCode,
  RequestCode,
  TaskCode,
  VendorCode,
} from "./catalog/catalog-codes.ts";
export type { CheckedRequestCode, CheckedTaskCode } from "./catalog/checked-code.ts";
export type { CheckedDefinitions, Inferred, LooseDefinitions } from "./catalog/checked-definition.ts";
export type { CheckedUse, CodeGroup, GROUP_NAMES, UsedCodes } from "./catalog/contract-codes.ts";
export type { AnyDetail, Complete, InitArguments } from "./catalog/error-init.ts";
export type {
  CheckedOperation,
  CodeOfOperation,
  DeclarableCode,
  ErrorOfOperation,
  OperationCodes,
  OperationMethod,
} from "./catalog/operation.ts";
export type { CheckedPrefix } from "./catalog/prefix.ts";
export type { RelayableCode, RelayRules, UpstreamCodes } from "./catalog/relay-rules.ts";
export type { DefinitionFacts, DefinitionTexts } from "./codes/definition.ts";
export type { FieldValues, Flat, Misfit } from "./codes/detail.ts";
export { type CheckedShape, checkShape, DETAIL_KINDS, type DetailShape, type DetailValue } from "./codes/detail.ts";
export type { Issue, KIND_FITS } from "./codes/kinds.ts";
export { type DetailField, type DetailKind, fieldsOf, misfitIn } from "./codes/kinds.ts";
export type { RetryFacts } from "./codes/retry-rules.ts";
export { isRetryRule, type WaitsFor } from "./codes/retry-rules.ts";
export type { InputOf, OutputOf, StandardSchema } from "./codes/standard-schema.ts";
export { isSchema } from "./codes/standard-schema.ts";
export type { TypeOfStatus } from "./codes/status.ts";
export type { DryRun } from "./contract/adapter-contract.ts";
export type { Upstream } from "./errors/client-error.ts";
export type { ContractErrorParts, StackTraces } from "./errors/contract-error.ts";
export type { Json } from "./errors/detail.ts";
export type { ParamPath } from "./errors/param.ts";
export type { Beginning, Bytes } from "./http/envelope-start.ts";
export {
  beginsAsError,
  EnvelopeDetector,
  MAX_ENVELOPE_BYTES,
  START_LENGTH,
  startsAsEnvelope,
  startsAsError,
} from "./http/envelope-start.ts";
export {
  ERROR_HEADERS,
  type ErrorHeader,
  type ErrorKind,
  isOptionalHeader,
  REQUEST_ID_HEADER,
  staysAsSet,
} from "./http/error-headers.ts";
export { isFromUpstream } from "./http/from-upstream.ts";
export { PIPE_ISSUES } from "./http/pipe-issues.ts";
export { type PrivateStore, privateStore } from "./http/private-store.ts";
export { REQUEST_STATE } from "./http/request-context.ts";
export type { ResponsePhase } from "./http/response.ts";
export type { MessageTable } from "./messages/define-messages.ts";
export type { MessageFormat, PluralForms } from "./messages/format.ts";
export type {
  AnyFields,
  CheckedSentences,
  Demanded,
  ErrorFacts,
  FieldsOf,
  SentenceFunction,
} from "./messages/sentences.ts";
export type { Class, Predicate } from "./recognize/custom/recognize-class.ts";
export type { BareFunction } from "./recognize/mapping/mapping.ts";
export * from "./redaction/index.ts";
export type { PrintOptions } from "./reports/print-reports.ts";
export type { WithheldText } from "./reports/report.ts";
export type { SerializedError } from "./reports/serialize-report.ts";
export type { ThrownFacts } from "./reports/thrown-facts.ts";
export { type FailedRequest, type ReceivedError, type RetryEntry, retryRuleOfType } from "./retry/advice.ts";
export type { StreamHead } from "./stream/event-stream.ts";
export type { FailingStream } from "./stream/last-events.ts";
export type { NodeSink, WebSink, WebWriter } from "./stream/sink.ts";
export type { CancelledTaskResponse, FailedTaskResponse, TaskResponses } from "./tasks/task-responses.ts";
export * from "./untrusted/index.ts";
export { codeForVersion } from "./versions/code-name.ts";
export { type EndHeaders, endHeaders } from "./versions/end.ts";
