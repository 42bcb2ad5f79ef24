import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { types } from "node:util";
import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { adoptionReport } from "@uhp-errors/core/adoption";
import { redactorOf } from "@uhp-errors/core/internal";
import { defineMessages, type Messages } from "@uhp-errors/core/messages";
import { createSanitizer } from "@uhp-errors/core/sanitizer";
import { toJson } from "@uhp-errors/exports";
import fc from "fast-check";
import { z } from "zod";
import { type Described, described, FromValue, made, snapshot } from "../support/values.ts";
import { measured, type Target, Violation } from "../target.ts";

interface Case {
  readonly name: string;
  readonly args: readonly Described[];
}

/** The values that may be passed as one argument. */
interface Slot {
  readonly good: readonly string[];
  /** Fields that the function reads. Empty if only good values are passed, because the function's types allow no others. */
  readonly keys: readonly string[];
}

/**
 * What a function may throw: nothing; only a `TypeError`, a `RangeError` or what a getter of its argument throws, since it runs when a
 * service starts; or any error, since throwing is its purpose.
 */
type Throws = "nothing" | "types" | "anything";

interface Fuzzed {
  readonly throws: Throws;
  readonly slots: readonly Slot[];
  /** Calls the function, or one that it returns. */
  readonly call?: (own: (...args: readonly unknown[]) => unknown, args: readonly unknown[]) => unknown;
  /** Whether its purpose is to change what it gets. */
  readonly changes?: true;
}

const catalog = defineCatalog({
  vendor: "acme",
  codes: {
    acme_down: { status: 503, message: "It is down.", detail: z.object({ left: z.number() }) },
    acme_lost: { status: 404, message: "It is lost." },
    acme_stuck: { task: true, message: "It is stuck." },
  },
});
const operation = catalog.operation({ method: "GET", path: "/orders/{id}", codes: ["acme_down"] });
const contract = createContract(catalog, { onError: () => {} });
const define = defineMessages() as (locale: unknown, table: unknown) => Messages;
const sentences = { codes: { acme_down: "{left} are left." }, types: { server_error: "It failed." } };
const messages = define("en", sentences);
const sanitizer = createSanitizer();
const redact = redactorOf(new Set(["hunter2hunter2"]));

/** A report, as hooks get it. */
function report(): ErrorReport {
  let made: ErrorReport | undefined;
  const reporting = createContract(catalog, {
    onError: (one) => {
      made = one;
    },
  });
  reporting.respond(new Error("x"), { method: "GET", path: "/", header: () => undefined });
  if (made === undefined) throw new Error("there was no report");
  return made;
}

const nodeRequest = () => Object.assign(new IncomingMessage(new Socket()), { method: "GET", url: "/x" });

/** The five fields of an error. */
const fields = () => ({ type: "server_error", code: "acme_down", message: "m", param: null, detail: { left: 1 } });

/** Valid arguments, by name. */
const GOOD: Readonly<Record<string, () => unknown>> = {
  catalog: () => catalog,
  contract: () => contract,
  operation: () => operation,
  operations: () => [operation],
  report,
  context: () => ({
    method: "POST",
    path: "/orders?x=1",
    header: (name: string) => (name === "authorization" ? "Bearer x" : undefined),
  }),
  call: () => ({ transport: "queue", name: "place" }),
  "catalog options": () => ({ vendor: "acme", codes: { acme_x: { status: 404, message: "It is x." } } }),
  "contract options": () => ({ onError: () => {}, correlationId: () => "id", reportOnly: true }),
  "sanitizer options": () => ({ keep: ["x"], internalHosts: ["acme.net"], maxLength: 300 }),
  "error of the catalog": () => catalog.error("acme_down", { detail: { left: 1 } }),
  "init of an error": () => ({
    message: "It is down.",
    param: "a.b",
    detail: { left: 1 },
    retryAfter: 3,
    cause: new Error("x"),
    context: { shard: "a" },
  }),
  "a code": () => "acme_down",
  "a contract's code": () => "session_busy",
  envelope: () => ({ error: fields() }),
  "an error object": fields,
  "text of an envelope": () => JSON.stringify({ error: { ...fields(), detail: null } }),
  "a received error": () => ({ ...fields(), status: 503, detail: null, retryAfter: undefined }),
  "a failed request": () => ({ method: "POST", hasIdempotencyKey: false }),
  "a rule": () => "backoff",
  "a version": () => contract.defaultVersion,
  "parse options": () => ({ catalog }),
  "a response": () => new Response("{}", { status: 503, headers: { "content-type": "application/json" } }),
  "a stream of events": () => new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } }),
  "a request": () => new Request("http://localhost/x?y=1"),
  "a node request": nodeRequest,
  "a node response": () => new ServerResponse(nodeRequest()),
  "a server": () => createServer(),
  "a function": () => () => "x",
  "a class": () => class Own extends Error {},
  "a text": () => "The store at db.internal:5432 is down. hunter2hunter2",
  "a stream's options": () => ({ responseObject: { id: "resp_1" } }),
  "json of a catalog": () => toJson(catalog),
  openapi: () => ({ openapi: "3.1.0", paths: { "/orders/{id}": { get: { responses: {} } } } }),
  routes: () => ({ success: "GET /x" }),
  "audit options": () => ({ url: "http://127.0.0.1:1/", fetch: async () => new Response("{}") }),
  "client options": () => ({ baseUrl: "http://127.0.0.1:1/", fetch: async () => new Response("{}", { status: 503 }) }),
  "a result of a tool": () => ({ isError: true, content: [], structuredContent: { ...fields(), detail: null } }),
  "a language": () => "go",
  messages: () => messages,
  sentences: () => sentences,
  shape: () => z.object({ left: z.number() }),
  "detail fields": () => ({ left: "nonnegative_number", names: "string_list" }),
  detail: () => ({ left: 1, names: ["a"] }),
  "an express app": () => Object.assign(() => {}, { use: () => {}, handle: () => {}, listen: () => {} }),
  "a koa app": () => ({ middleware: [], listen: () => createServer(), on: () => {} }),
  "an mcp server": () => ({
    setRequestHandler: () => {},
    _requestHandlers: new Map(),
    connect: async () => {},
    fallbackRequestHandler: undefined,
  }),
};

const any = (keys: readonly string[], ...good: readonly string[]): Slot => ({ good, keys });
const only = (...good: readonly string[]): Slot => ({ good, keys: [] });

const THROWN =
  "name message code status statusCode statusMessage expose stack cause errors issues detail details response headers config request type param errno syscall meta data body isAxiosError isJoi inner errorType constructor".split(
    " ",
  );
const ERROR = ["type", "code", "message", "param", "detail"];
const CONTEXT = "method path header route isRouted phase responseHeader ownStatus bodyFault".split(" ");
const CONTRACT = "versions respond headers catalog reportOnly appliesTo".split(" ");
const CATALOG = "vendor codes definition error operation prefix message status".split(" ");
const OPTIONS = {
  catalog: "vendor codes uses acme_x status message detail task retry when extend".split(" "),
  contract:
    "versions defaultVersion correlationId compat appliesTo replaceJsonRpc exposeMessages sanitizer recognize errorHeaderFilter reportOnly onError".split(
      " ",
    ),
  sanitizer: "internalHosts keep rules maxLength id kind pattern redacts keeps length 0".split(" "),
  print: ["style", "color", "write"],
  client:
    "baseUrl url token fetch headers catalog timeoutMs maxElapsedMs maxAttempts retries sanitizer random sleep onAttempt cancel waitForSession".split(
      " ",
    ),
  parse: "catalog operation maxBytes timeoutMs redact secrets sanitizer signal now".split(" "),
  audit: "url fetch token routes requirements raw timeoutMs maxBytes maxRequests onResponse".split(" "),
  exports: "version strict default closed operations title groups codes".split(" "),
  scope: ["inScope", "param", "cause", "exists", "visible", "allowed"],
};
const RESPONSE = "status headers body text clone statusCode ok url type bodyUsed json".split(" ");
const REQUEST = "method url headers raw req res socket body originalUrl context".split(" ");

const thrown = any(THROWN, "error of the catalog", "an error object");
const anything = any(["length", "then", "code", "0"], "a text", "a code");
const aContext = any(CONTEXT, "context");
const aContract = any(CONTRACT, "contract");
const aCatalog = any(CATALOG, "catalog");
const aRequest = any(REQUEST, "a request", "a node request");
const aResponse = any(RESPONSE, "a response", "a node response");

const nothing = (...slots: readonly Slot[]): Fuzzed => ({ throws: "nothing", slots });
const configured = (...slots: readonly Slot[]): Fuzzed => ({ throws: "types", slots });
const changing = (...slots: readonly Slot[]): Fuzzed => ({ throws: "types", slots, changes: true });
const throwing = (...slots: readonly Slot[]): Fuzzed => ({ throws: "anything", slots });

/** A function that marks what it gets, or that only our own packages call. It must end, and must not break anything else. */
const ours = (...slots: readonly Slot[]): Fuzzed => ({ ...throwing(...slots), changes: true });

/** Ends the stream that a function opens, as a handler does. An open one keeps a timer, and everything that it was opened with. */
const ending = (fuzzed: Fuzzed): Fuzzed => ({
  ...fuzzed,
  call: (own, args) => {
    const opened = own(...args);
    if (isOpened(opened)) opened.end();
    return opened;
  },
});

function isOpened(value: unknown): value is { end(): void } {
  return typeof value === "object" && value !== null && "send" in value && "end" in value;
}

const adapter: Readonly<Record<string, Fuzzed>> = {
  uhp: configured(aContract, any(["fetch"], "a function")),
  bearer: configured(aContract, any([], "a function")),
  uhpErrorHandler: configured(aContract, any([], "a function")),
  attach: changing(any(["on", "listeners", "prependListener"], "a server"), aContract),
  // The framework passes these arguments, and with the right types.
  stream: ending(ours(aContract, aRequest, aResponse, any(["responseObject"], "a stream's options"))),
  requestContext: ours(aRequest, aResponse),
  traceHeaders: ours(only("contract"), aRequest, aResponse),
};

/** The same for each of these functions. */
const all = (names: string, fuzzed: Fuzzed) => Object.fromEntries(names.split(" ").map((name) => [name, fuzzed]));

const sanitizing = {
  createSanitizer: configured(any(OPTIONS.sanitizer, "sanitizer options")),
  sanitizeMessage: nothing(anything, any(OPTIONS.sanitizer, "sanitizer options")),
};

const sendError = ours(aContract, thrown, aRequest, aResponse);

const install = (app: string) =>
  changing(any(["use", "handle", "middleware", "listen", "routes", "fetch", "config"], app), aContract);

/** How each function of each entry is called. */
const FUNCTIONS: Readonly<Record<string, Readonly<Record<string, Fuzzed>>>> = {
  core: {
    authenticate: throwing(any(CONTEXT, "context"), any([], "a function")),
    combineHooks: {
      ...configured(any([], "a function"), any([], "a function")),
      call: (own, args) => Reflect.apply(own(...args) as () => unknown, undefined, [report()]),
    },
    createContract: configured(aCatalog, any(OPTIONS.contract, "contract options")),
    createOperationCheck: configured(aCatalog, any(["0", "length", "method", "path", "codes"], "operations")),
    ...sanitizing,
    defineCatalog: configured(any(OPTIONS.catalog, "catalog options")),
    ensureFound: throwing(anything, any([], "a contract's code"), any(OPTIONS.scope)),
    ensureMemoryAccess: throwing(any(OPTIONS.scope), any(OPTIONS.scope)),
    isCodeOfOperation: nothing(any(["codes"], "operation"), any(["indexOf"], "a code", "a contract's code")),
    isContractError: nothing(thrown),
    joinCatalogs: configured(aCatalog, aCatalog),
    parseEnvelope: nothing(any(["error", ...ERROR], "envelope", "text of an envelope")),
    printReports: configured(any(OPTIONS.print)),
    readBearer: throwing(any(CONTEXT, "context")),
    recognizeClass: configured(
      any(["name", "prototype"], "a class"),
      any([...ERROR, "expose"], "a code", "a function"),
    ),
    serializeReport: { ...nothing(thrown), call: (own, [value]) => own({ ...report(), thrown: value }) },
  },
  "core/adapter": {
    expectContract: configured(aContract, only("a code")),
    pathOf: nothing(only("a text", "a code")),
  },
  "core/internal": {
    aside: nothing(aContract, any([], "a function")),
    attempt: throwing(any([], "a function"), any([], "a function")),
    beginsAsError: ours(anything),
    // A schema may record that it was used.
    checkShape: ours(any(["left", "~standard", "names"], "shape", "detail fields"), any(["left", "names"], "detail")),
    codeForVersion: nothing(only("a contract's code"), only("a version"), only("a version"), only("a code")),
    defineOwn: { ...ours(any(["a"]), any([], "a code"), anything), changes: true },
    endHeaders: configured(any(["version", "deprecation", "sunset"])),
    fieldsOf: ours(any(["left", "names"], "detail fields")),
    ...all("inheritsError isNativeError", nothing(thrown)),
    isFromUpstream: ours(any([], "a function")),
    isOptionalHeader: nothing(only("a text")),
    isRecord: ours(anything),
    isRetryRule: nothing(anything),
    isSchema: ours(any(["~standard", "validate", "version", "vendor"], "shape", "detail fields")),
    ...all("largestNumber parseHttpDate parseJson visible", nothing(only("a text"))),
    misfitIn: throwing(only("detail fields"), any(["left", "names"], "detail")),
    noteContract: changing(any(["a"], "an express app"), aContract),
    privateStore: nothing(),
    ...all("EnvelopeDetector Principals", ours()),
    ...all("peek peekString", nothing(thrown, only("a code", "a text"))),
    peekList: nothing(any(["length", "0"]), only("a function")),
    quietly: nothing(any([], "a function")),
    redactorOf: ours(any(["size"])),
    ...all("retryAfterSeconds toSeconds", nothing(anything)),
    retryRuleOfType: nothing(only("a received error")),
    shared: nothing(only("a code"), only("a function")),
    sharedSymbol: nothing(only("a code")),
    staysAsSet: nothing(only("a text"), anything),
    ...all("startsAsEnvelope startsAsError", nothing(only("a text", "text of an envelope"))),
    warnOnce: nothing(only("a code"), only("a code")),
  },
  "core/adoption": {
    adoptionReport: configured(any(["maxRoutes", "sanitizer", "maxGroups", "title"])),
  },
  "core/codes": {
    isContractCode: nothing(only("a code", "a contract's code")),
  },
  "core/databases": {
    recognizeDatabaseErrors: configured(any(["uniqueViolation", "codes", "catalog", "messages"])),
  },
  "core/messages": {
    defineMessages: nothing(),
    placeholdersIn: nothing(only("a text", "a code")),
  },
  "core/retry": {
    mayRetry: nothing(only("a rule"), only("a failed request")),
    retryAdvice: nothing(only("a received error"), only("a failed request")),
    retryRule: nothing(only("a received error")),
  },
  "core/sanitizer": sanitizing,
  client: {
    ApiError: ours(any(ERROR)),
    createClient: configured(any(OPTIONS.client, "client options")),
    ...all("isApiError isNetworkError isTimeoutError isUnexpectedResponseError", nothing(thrown)),
    ...all("NetworkError TimeoutError UnexpectedResponseError", ours(any(["cause"]))),
    parseError: configured(only("a response"), any(OPTIONS.parse, "parse options")),
    parseErrorObject: configured(any(ERROR, "an error object"), any(OPTIONS.parse, "parse options")),
    readEvents: configured(only("a stream of events"), any(["inactivityMs", ...OPTIONS.parse], "parse options")),
    parseTaskError: configured(any(["error", "status", ...ERROR], "envelope"), any(OPTIONS.parse, "parse options")),
  },
  "conformance/internal": {
    faultsOf: throwing(any(RESPONSE, "a response")),
    misfitOf: throwing(only("a code"), any(["status", "type"]), any(RESPONSE, "a response")),
  },
  conformance: {
    audits: configured(any(OPTIONS.audit, "audit options")),
    parseRoutes: configured(any(["success", "guarded", "failure", "upload"], "routes")),
    routesFromOpenApi: configured(
      any(["openapi", "paths", "/orders/{id}", "get", "servers", "security", "components"], "openapi"),
    ),
  },
  "exports/internal": {
    exampleInput: throwing(any(["left", "~standard", "names"], "shape", "detail fields")),
  },
  exports: {
    compare: configured(
      any(["codes", "vendor", "format", "operations"], "json of a catalog"),
      aCatalog,
      any(OPTIONS.exports),
    ),
    compareMessages: configured(any(["codes", "types"], "messages"), aCatalog),
    describeErrors: configured(any(["openapi", "paths", "components"], "openapi"), aCatalog, any(OPTIONS.exports)),
    toConstants: configured(aCatalog, any([], "a language")),
    toJson: configured(aCatalog, any(OPTIONS.exports, "operations")),
    ...all(
      "toEnvoy toHtml toJsonSchema toMarkdown toNginx toOpenApi toOverlay",
      configured(aCatalog, any(OPTIONS.exports)),
    ),
  },
  express: {
    ...adapter,
    asyncHandler: ours(any(["length"], "a function")),
    install: install("an express app"),
    outsideContract: configured(aContract, any([], "a function")),
    sendError,
  },
  fastify: {
    ...without(adapter, "uhpErrorHandler"),
    uhp: {
      ...nothing(any(["addHook", "server"]), any(["contract"])),
      call: (own, args) => own(...args, () => {}),
      changes: true,
    },
    sendError,
    uhpServerOptions: configured(aContract),
  },
  h3: { ...without(adapter, "attach"), install: install("an express app") },
  hono: {
    ...without(adapter, "attach"),
    install: install("an express app"),
    uhpNotFoundHandler: configured(aContract, any(["routes"]), any([], "a function")),
    validationHook: throwing(any(["success", "error", "issues", "target"])),
  },
  koa: { ...without(adapter, "uhpErrorHandler"), install: install("a koa app") },
  mcp: { install: changing(any(["setRequestHandler", "server", "connect"], "an mcp server"), aContract) },
  "mcp/client": {
    parseProtocolError: configured(any(["data", "code", ...ERROR]), any(OPTIONS.parse, "parse options")),
    parseToolError: configured(
      any(["isError", "structuredContent", "_meta", "content"], "a result of a tool"),
      any(OPTIONS.parse, "parse options"),
    ),
  },
  nestjs: {
    ...without(adapter, "uhp", "uhpErrorHandler", "attach"),
    BearerGuard: ours(),
    exceptionFactory: throwing(any(["length", "0", "property", "constraints", "children"])),
    operationsOf: nothing(only("openapi")),
    UhpErrorCodes: ours(any([], "a code")),
    UhpModule: ours(),
  },
  node: {
    ...without(adapter, "uhp", "bearer", "uhpErrorHandler"),
    defineFramework: nothing(only("a failed request")),
    ...all("intercept responderOf", ours(aContract, aRequest, aResponse)),
    Responder: ours(),
    responderInCharge: ours(aResponse),
    sendError,
  },
  "node/internal": {
    ...all("abortResponse hasHead hasResponded heldResponse isBuffering", ours(aResponse)),
    attachToServersOf: ours(any(["listen"], "an express app"), aContract),
    warnUnlessAttached: ours(aContract, aRequest),
    clientErrorListener: configured(aContract),
    handOverResponse: ours(aResponse, any(RESPONSE)),
    dryRunOf: ours(aContract, aResponse),
    watchStream: nothing(any(["pipe", "getReader", "body"], "a response"), only("a function")),
  },
  otel: {
    recordReports: configured(any(["logs", "spans"])),
    restoreErrorType: nothing(any(["attributes", "setAttribute", "kind"])),
  },
  testing: {
    collectReports: nothing(),
    expectContractError: throwing(any(RESPONSE, "a response"), any(ERROR)),
    expectKeepsContract: throwing(any(RESPONSE, "a response"), any(["catalog", "operation"])),
    // A server starts only for good arguments.
    mockServer: throwing(any(CATALOG), any(["port", "details"])),
    sampleDetail: throwing(only("catalog"), any([], "a code")),
  },
  "testing/jest": {},
  "testing/vitest": {},
  web: {
    ...without(adapter, "attach", "uhpErrorHandler"),
    responderOf: ours(aContract, aRequest),
    Responder: ours(),
    watchBody: nothing(only("a request")),
  },
  "web/internal": {
    isResponse: nothing(any(RESPONSE, "a response")),
    ...all("dryRunOf intercept", ours(aContract, aRequest)),
    watchReaders: ours(aRequest),
  },
  // These have types alone.
  ...Object.fromEntries(
    "client express fastify h3 hono koa nestjs testing".split(" ").map((name) => [`${name}/internal`, {}]),
  ),
  // It writes to a terminal, which is passed in.
  cli: {
    main: { ...throwing(any(["length", "0"])), call: (own, [args]) => own(args, { out: () => {}, err: () => {} }) },
  },
};

type Called = Fuzzed & { readonly own: (...args: never[]) => unknown };

const returned = (own: (...args: never[]) => unknown, fuzzed: Fuzzed): Called => ({ ...fuzzed, own });

const relayed = any(["keep", "replace", "codes", "acme_down"]);

/** Functions that other functions return. */
const RETURNED: Readonly<Record<string, Called>> = {
  "catalog.error": returned(
    catalog.error,
    nothing(
      any([], "a code"),
      any(["message", "param", "detail", "cause", "retryAfter", "status", "left"], "init of an error"),
    ),
  ),
  "catalog.relay": returned(catalog.relay, nothing(thrown, relayed)),
  "catalog.relayer": returned(catalog.relayer, configured(relayed)),
  "catalog.operation": returned(catalog.operation, configured(any(["method", "path", "codes"]))),
  "catalog.definition": returned(catalog.definition, nothing(only("a code"))),
  "operation.error": returned(
    operation.error,
    nothing(any([], "a code"), any(["message", "param", "detail", "cause"], "init of an error")),
  ),
  "contract.respond": returned(contract.respond.bind(contract), nothing(thrown, aContext)),
  "contract.handleError": returned(
    contract.handleError.bind(contract),
    nothing(thrown, any(["transport", "name", "version", "header"], "call")),
  ),
  "contract.explain": returned(contract.explain.bind(contract), nothing(thrown, aContext)),
  "contract.failStream": returned(
    contract.failStream.bind(contract),
    nothing(thrown, aContext, any(["nextSequenceNumber", "responseObject"], "a stream's options")),
  ),
  "contract.headers": returned(contract.headers.bind(contract), nothing(aContext)),
  "contract.traceHeaders": returned(contract.traceHeaders.bind(contract), nothing(aContext)),
  "contract.stream": returned(
    contract.stream.bind(contract),
    ending(configured(any(["write", "getWriter", "locked"]), aContext, any(["responseObject"], "a stream's options"))),
  ),
  "the hook of adoptionReport": returned((value: unknown) => hookOf(adoptionReport(), value), nothing(thrown)),
  "messages in a language": returned(
    (locale: unknown, table: unknown) => define(locale, table).of({ code: "acme_down", type: "server_error" }),
    nothing(any([], "a language"), any(["codes", "types", "acme_down", "server_error"], "sentences")),
  ),
  "messages.of": returned(messages.of, nothing(any([...ERROR, "left"], "an error object", "error of the catalog"))),
  "the redactor": returned(redact, nothing(only("a text"))),
  "sanitizer.message": returned(sanitizer.message, nothing(anything)),
  "sanitizer.detailText": returned(sanitizer.detailText, nothing(anything)),
  "sanitizer.logText": returned(sanitizer.logText, nothing(anything)),
};

function hookOf(adoption: ReturnType<typeof adoptionReport>, value: unknown): unknown {
  void adoption.add({ ...report(), thrown: value });
  return adoption.json();
}

function without<Value>(record: Readonly<Record<string, Value>>, ...names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** All functions by name. @throws {Error} if an entry exports a function that is not in {@link FUNCTIONS}, or no longer exports one. */
async function allFunctions(): Promise<ReadonlyMap<string, Called>> {
  const found = new Map(Object.entries(RETURNED));
  for (const entry of Object.keys(FUNCTIONS)) {
    const exported = (await import(`@uhp-errors/${entry}`)) as Readonly<Record<string, unknown>>;
    const names = Object.keys(exported).filter((name) => typeof exported[name] === "function");
    const known = FUNCTIONS[entry] ?? {};
    const missing = names.filter((name) => !Object.hasOwn(known, name));
    const gone = Object.keys(known).filter((name) => !names.includes(name));
    if (missing.length + gone.length > 0) {
      throw new Error(
        `@uhp-errors/${entry}: no cases for ${missing.join(", ") || "none"}; gone: ${gone.join(", ") || "none"}`,
      );
    }
    for (const name of names) {
      const own = exported[name] as (...args: never[]) => unknown;
      found.set(`${entry} ${name}`, { ...(known[name] as Fuzzed), own: isClass(own) ? construct(own) : own });
    }
  }
  return found;
}

const isClass = (value: unknown) => /^class\b/.test(Function.prototype.toString.call(value));

const construct =
  (own: unknown) =>
  (...args: never[]) =>
    Reflect.construct(own as new () => unknown, args);

const NAMES = [
  ...Object.entries(FUNCTIONS).flatMap(([entry, own]) => Object.keys(own).map((name) => `${entry} ${name}`)),
  ...Object.keys(RETURNED),
];

function slotsOf(name: string): readonly Slot[] {
  const [entry = "", own = ""] = name.split(" ");
  return (RETURNED[name] ?? FUNCTIONS[entry]?.[own])?.slots ?? [];
}

/** Milliseconds to wait for a promise. Some promises never settle. */
const WAIT = 50;

/** All public functions, called with values that no type allows. */
export const functions: Target<Case> = {
  cases: fc.constantFrom(...NAMES).chain((name) =>
    fc.record({
      name: fc.constant(name),
      args: fc.tuple(
        ...slotsOf(name).map(({ good, keys }) =>
          keys.length === 0 && good.length > 0
            ? fc.constantFrom(...good.map((one): Described => ({ is: "good", name: one })))
            : described(good, keys.length === 0 ? ["a"] : keys),
        ),
      ),
    }),
  ),
  start: async () => {
    const known = await allFunctions();
    return {
      attempt: async ({ name, args }) => {
        const fuzzed = known.get(name);
        if (fuzzed === undefined) throw new RangeError(`there is no function ${name}`);
        const values = args.map((one) => made(one, GOOD));
        const before = values.map((value) => snapshot(value));
        const thrown = await thrownBy(fuzzed, values);
        if (thrown !== undefined && !allows(fuzzed.throws, thrown.value)) {
          throw new Violation("a function throws only what it documents", `${name} threw ${told(thrown.value)}`);
        }
        if (fuzzed.changes) return;
        const after = values.map((value) => snapshot(value));
        if (!isSame(before, after)) {
          throw new Violation("a function changes nothing that it gets", name);
        }
      },
    };
  },
};

/** What a call throws, or its promise rejects with. */
async function thrownBy(
  { own, call = (called, given) => called(...given) }: Called,
  values: readonly unknown[],
): Promise<{ readonly value: unknown } | undefined> {
  const expectLittleWork = measured();
  let result: unknown;
  let thrown: { readonly value: unknown } | undefined;
  try {
    result = call(own as never, values);
  } catch (value) {
    thrown = { value };
  }
  expectLittleWork();
  // A promise that was passed in may be returned, and may never settle.
  if (thrown !== undefined || !types.isPromise(result) || values.includes(result)) return thrown;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, WAIT, undefined));
  return await Promise.race([
    result.then(
      () => undefined,
      (value: unknown) => ({ value }),
    ),
    late,
  ]);
}

function allows(throws: Throws, value: unknown): boolean {
  if (throws === "anything") return true;
  return (
    throws === "types" && (value instanceof TypeError || value instanceof RangeError || value instanceof FromValue)
  );
}

function told(value: unknown): string {
  try {
    return value instanceof Error ? String(value.stack).slice(0, 1_000) : String(value);
  } catch {
    return "something that no string says";
  }
}

/** Whether two snapshots are equal. Values that a snapshot does not look into must be identical. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((item, index) => isSame(item, other[index]));
}
