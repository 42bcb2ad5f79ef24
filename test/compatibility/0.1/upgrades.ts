/** What docs/upgrading.md asks of programs that were written by the docs of 0.1. */

/** A change to a program's text: what stands there, what takes its place, and the heading of docs/upgrading.md that says so. */
export type Replacement = readonly [from: string, to: string, heading: string];

const OPTIONS = "If you set one of these options of `createContract`";
const CATALOGS = "If you name the type of your catalog";
const NAMES = "If you import one of these names";
const CODES = "If your clients look at 401, 403, 404 or 413";
const ADAPTER = "If you wrote an adapter";
const PARTS = "If you import parts of core";
const SANITIZER = "If you wrote a sanitizer by hand";

/** The changes to each program of the folder `before`. An empty list says that it stays as it is. */
export const UPGRADES: Readonly<Record<string, readonly Replacement[]>> = {
  express: [
    ["combine", "combineHooks", NAMES],
    ["nullCancelledError: true", "compat: { nullCancelledError: true }", NAMES],
    ["ErrorMiddleware", "ExpressErrorMiddleware", NAMES],
    ["  maxFileBytes: 1_000,\n", "", OPTIONS],
    [
      ", stripe]",
      `, stripe, {
    name: "multer",
    recognize: (thrown) =>
      thrown instanceof multer.MulterError && thrown.code === "LIMIT_FILE_SIZE"
        ? { code: "file_too_large", param: thrown.field, detail: { max_bytes: 1_000 } }
        : undefined,
  }]`,
      OPTIONS,
    ],
    ["  retryHints: true,\n", "", OPTIONS],
    ["  bufferTimeoutMs: 500,\n", "", OPTIONS],
    [
      'drop: ["x-tenant"] },',
      'drop: ["x-tenant"] },\n  replaceJsonRpc: true,',
      "If your service writes JSON-RPC errors",
    ],
    [
      '"/v1/expired", () => {',
      '"/v1/expired", (_request, response) => {\n  response.setHeader("WWW-Authenticate", "Bearer");',
      CODES,
    ],
  ],
  koa: [
    ["deprecatedDetail: true", "compat: { deprecatedDetail: true }", NAMES],
    ["acme_not_found: { status: 404, ", "acme_not_found: { ", "If your catalog has one of these codes"],
  ],
  fastify: [],
  hono: [],
  h3: [],
  fetch: [["bearer(async", "bearer(contract, async", NAMES]],
  nestjs: [
    ["UhpError,", "UhpErrorCodes,", NAMES],
    ["@UhpError(", "@UhpErrorCodes(", NAMES],
  ],
  "adapter-node": [
    ["import { pathOf }", "import { expectContract, pathOf }", ADAPTER],
    ["RequestListener {\n", 'RequestListener {\n  expectContract(contract, "adapter");\n', ADAPTER],
  ],
  "adapter-fetch": [
    ["import { pathOf }", "import { expectContract, pathOf }", ADAPTER],
    ["routes: Routes) {\n", 'routes: Routes) {\n  expectContract(contract, "adapter");\n', ADAPTER],
    ["responder.finish", "responder.outgoing", NAMES],
  ],
  "core-alone": [
    [", RequestMemory }", " }", NAMES],
    ["extends RequestMemory ", "", NAMES],
    ["    super();\n", "", NAMES],
  ],
  client: [
    ["AnswerFacts", "ResponseFacts", NAMES],
    ["GivenUp", "AbandonedRequest", NAMES],
    ["isUnexpectedAnswer", "isUnexpectedResponseError", NAMES],
    ["UnexpectedAnswerError", "UnexpectedResponseError", NAMES],
    ["isRequestError", "isParsedError", NAMES],
    ["error: RequestError", "error: ParsedError", NAMES],
    ["type RequestError", "type ParsedError", NAMES],
    ["parseTask", "parseTaskError", NAMES],
    ["timeoutSeconds", "taskTimeoutSeconds", NAMES],
    [
      'import { defineCatalog, RETRY_RULES, RETRY_TABLE, type RetryAdvice, retryAdvice } from "@uhp-errors/core";',
      `import { defineCatalog } from "@uhp-errors/core";
import { RETRY_RULES } from "@uhp-errors/core/codes";
import { RETRY_TABLE, type RetryAdvice, retryAdvice } from "@uhp-errors/core/retry";`,
      PARTS,
    ],
  ],
  exports: [
    ['acme, "2026-10-04")', 'acme, { version: "2026-10-04" })', NAMES],
    ['acme, "2026-10-04", { strict', 'acme, { version: "2026-10-04", strict', NAMES],
    ["AnswerCode", "OperationCode", NAMES],
    ["typeof acme.codes", "typeof acme", CATALOGS],
  ],
  telemetry: [
    ["combine", "combineHooks", NAMES],
    ["Origin", "ErrorOrigin", NAMES],
    ["keepErrorType", "restoreErrorType", NAMES],
    ["ObserveOptions", "RecordOptions", NAMES],
    ["observe", "recordReports", NAMES],
    ["  aborted: 0,\n", "  aborted: 0,\n  unanswered: 0,\n  passed: 0,\n  observed: 0,\n", "If you read the logs"],
  ],
  testing: [
    ["AssertOptions", "KeepsContractOptions", NAMES],
    ["assertContract", "expectKeepsContract", NAMES],
    ["FetchAnswer", "FetchResponse", NAMES],
  ],
  conformance: [
    ["Level", "AuditLevel", NAMES],
    ["Need", "AuditNeed", NAMES],
    ["Outcome", "AuditOutcome", NAMES],
    ["Seen", "AuditResponse", NAMES],
    ["onAnswer", "onResponse", NAMES],
  ],
  sanitizer: [
    ["Removed", "RemovedPart", NAMES],
    [
      "  detailText:",
      '  logText: (text) => builtIn.logText(text.replaceAll("Ada", "somebody")),\n  detailText:',
      SANITIZER,
    ],
  ],
};

/** The codes that clients of a service get instead, and the heading that says so. */
export const CHANGED_CODES = {
  written: ["insufficient_scope", "acme_forbidden", CODES],
  ofClass: ["acme_route_not_found", "acme_not_found", CODES],
  bareAddress: ["acme_route_not_found", "acme_not_found", CODES],
  body: ["file_too_large", "acme_content_too_large", CODES],
} as const satisfies Readonly<Record<string, Replacement>>;
