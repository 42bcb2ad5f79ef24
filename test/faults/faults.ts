/**
 * The faults, as data. Both the test and the servers' processes read this table. Some faults have to come before any library is loaded, so
 * this file loads none.
 */
import type { ContractOptions, Sanitizer } from "@uhp-errors/core";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { behave } from "./behaviors.ts";
import { canAsk, PROBE_NAMES, PROBES, type ProbeName } from "./probes.ts";
import type { Circumstances } from "./process.ts";
import type { ScenarioName } from "./scenarios.ts";

/** How the outcome of a request differs from the outcome without the fault. A star stands for any value. */
export interface Differs {
  readonly sees?: string;
  readonly reported?: string;
}

export type Differences = Partial<Record<ProbeName, Differs>>;

export interface Fault extends Circumstances {
  /** Runs in the process before any library is loaded. */
  readonly before?: () => unknown;
  /** Runs in the process once everything is loaded and the server listens. */
  readonly after?: () => unknown;
  readonly options?: ContractOptions;
  /** Verifies the bearer token that every request then needs. */
  readonly verify?: () => unknown;
  /** The ways in which a hook misbehaves, one after the other. */
  readonly behaviors?: readonly string[];
  /** The requests that are sent; all by default. */
  readonly probes?: readonly ProbeName[];
  /** What the client does before these requests. */
  readonly scenario?: ScenarioName;
  /** The differences for a server and a misbehavior. */
  readonly differs?: (driver: DriverName, behavior: string) => Differences;
  /** Servers that do not work with the fault even without the contract, each with the reason. The test proves it. */
  readonly brokenBare?: Readonly<Partial<Record<DriverName, string | undefined>>>;
  /**
   * The same for single requests. They are sent anyway, and {@link differs} states their outcome. Where it does not, any outcome is
   * allowed.
   */
  readonly failsBare?: (driver: DriverName) => Readonly<Partial<Record<ProbeName, string>>>;
}

/** The behaviors of a hook that returns a value. */
const RETURNING = [
  "works",
  "throws",
  "throws what cannot be read",
  "rejects",
  "never settles",
  "returns what cannot be read",
  "calls its own server",
  "overflows the stack",
] as const;

/** The behaviors of a hook that also gets the request, and with it the response. */
const REACHING = [...RETURNING, "answers by itself"] as const;

const sanitizer: Sanitizer = {
  message: () => behave(() => ({ message: "A sentence.", removed: [] })),
  detailText: (text) => behave(() => text),
  logText: () => behave(() => ""),
};

/** If a hook answers by itself, the client gets that response, whatever happens to the request. */
const ANSWERED = everywhere(
  PROBE_NAMES.filter((name) => name !== "garbage"),
  { sees: "200", reported: "*" },
);

const FAILED: Differs = { sees: "500 acme_internal_error", reported: "answered acme_internal_error" };

/** Behaviors that at most leave a hook without effect. */
const HARMLESS = ["works", "calls its own server"];

function everywhere(names: readonly ProbeName[], differs: Differs): Differences {
  return Object.fromEntries(names.map((name) => [name, differs]));
}

/** The differences for a hook that runs before the contract has taken the response. */
function beforeResponse(driver: DriverName, behavior: string): Differences {
  return behavior === "answers by itself" && canAsk(driver, PROBES.pieces) ? ANSWERED : {};
}

/** Servers that do not work if programs may not turn strings into code. */
const MAKES_CODE = Object.fromEntries(
  ["express4", "express5", "koa2", "koa3", "fastify4", "fastify5", "nest-fastify"].map((name) => [
    name,
    "its packages make code from strings",
  ]),
);

const ADDS_TO_REFLECT = "reflect-metadata adds to Reflect";

/** Servers with a package that assigns to what is frozen, which is usually depd. */
const SETS_INTRINSICS = { ...everyone("its packages change intrinsics"), hono: undefined, h3: undefined };

function everyone(reason: string): Partial<Record<DriverName, string>> {
  return Object.fromEntries(DRIVER_NAMES.map((name) => [name, reason]));
}

/** Without a hook that prints. */
const QUIET: ContractOptions = { onError: () => {} };

/** The misbehaviors of each of the service's own functions. */
const HOOKS: Readonly<Record<string, Fault>> = {
  "hook onError": {
    options: { onError: ({ context }) => behave(() => {}, context) },
    behaviors: REACHING,
  },
  "hook correlationId": {
    options: { ...QUIET, correlationId: (context) => behave(() => "id", context) },
    behaviors: REACHING,
    differs: beforeResponse,
  },
  "hook appliesTo": {
    options: { ...QUIET, appliesTo: (context) => behave(() => true, context) },
    behaviors: REACHING,
    differs: beforeResponse,
  },
  "hook recognize": {
    options: { ...QUIET, recognize: [{ name: "own", recognize: () => behave(() => undefined) }] },
    behaviors: RETURNING,
    // If a recognizer fails to look at something, that is a failure of the service.
    differs: (_driver, behavior) =>
      HARMLESS.includes(behavior) ? {} : everywhere(["library", "upload", "body"], FAILED),
  },
  "hook sanitizer": {
    options: { sanitizer },
    behaviors: RETURNING.filter((name) => name !== "works"),
  },
  "hook detail schema": {
    options: QUIET,
    behaviors: RETURNING,
    probes: ["success", "detail", "schema", "garbage"],
  },
  "hook bearer": {
    options: QUIET,
    verify: () => behave(() => ({ name: "somebody" })),
    behaviors: RETURNING.filter((name) => name !== "never settles"),
    probes: ["token", "version", "garbage"],
    differs: (_driver, behavior) => (HARMLESS.includes(behavior) ? {} : { token: FAILED }),
  },
};

/** Defines a property, even if there already is one. */
function define(target: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, key, { __proto__: null, configurable: true, ...descriptor } as PropertyDescriptor);
}

function refuse(): never {
  throw new Error("refused");
}

const THROWS = { get: refuse, set: refuse };

/** The listener of Hono and of the fetch handlers prints the failure of a stream. If printing throws, nothing catches that. */
const PRINTS_STREAMS: Pick<Fault, "failsBare"> = {
  failsBare: (driver) => (driver === "web" || driver === "hono" ? { cut: "its listener prints the failure" } : {}),
};

const OUTPUT: Readonly<Record<string, Fault>> = {
  "console: nobody reads": { output: "nobody reads", scenario: "many errors" },
  // Node ends a process that prints to a closed pipe, so this service prints nothing.
  "console: closed": { output: "is closed", options: QUIET, scenario: "many errors" },
  "console: throws": { after: () => define(console, "error", { value: refuse }), ...PRINTS_STREAMS },
  "console: rejects": {
    after: () => define(console, "error", { value: async () => refuse() }),
    ...PRINTS_STREAMS,
  },
  "console: absent": { after: () => define(globalThis, "console", { value: undefined }), ...PRINTS_STREAMS },
};

const PROCESS: Readonly<Record<string, Fault>> = {
  "worker thread": { inside: "a worker thread" },
  cluster: { inside: "a cluster" },
  "low heap": { flags: ["--max-old-space-size=96"], scenario: "large errors" },
  "small stack": { flags: ["--stack-size=200"] },
  "no files left": { files: 64, scenario: "more connections than files" },
  "half-open sockets": { scenario: "clients that say no more" },
  "slow reader": { scenario: "a client that reads late" },
  "slow writer": { scenario: "a client that writes byte by byte" },
  "lost clients": { scenario: "clients that leave" },
  SIGTERM: { scenario: "told to end within a request" },
  "no code from strings": { flags: ["--disallow-code-generation-from-strings"], brokenBare: MAKES_CODE },
  "frozen intrinsics": { flags: ["--frozen-intrinsics"], brokenBare: SETS_INTRINSICS },
  permission: { flags: ["--permission", "--allow-fs-read=*"] },
  "no __proto__": { flags: ["--disable-proto=throw"] },
  "SES lockdown": {
    before: async () => {
      await import("ses");
      lockdown({ errorTaming: "unsafe", consoleTaming: "unsafe", overrideTaming: "severe", stackFiltering: "verbose" });
    },
    brokenBare: { "nest-express": ADDS_TO_REFLECT, "nest-fastify": ADDS_TO_REFLECT },
  },
};

/** Servers that cannot make the error for a body that does not parse, which becomes a failure of the service. */
function withoutParserErrors(...drivers: readonly DriverName[]): Pick<Fault, "failsBare" | "differs"> {
  return {
    failsBare: (driver) => (drivers.includes(driver) ? { body: "the parser cannot make its error" } : {}),
    differs: (driver) => (drivers.includes(driver) ? { body: FAILED } : {}),
  };
}

/** Fastify 4 and 5 set the limit of stacks while they parse JSON. */
const SETS_LIMIT = withoutParserErrors("fastify4", "fastify5", "nest-fastify");

/** Fastify 5 captures the stack of each of its errors, whatever the limit. */
const CAPTURES = withoutParserErrors("fastify5", "nest-fastify");

const ERRORS: Readonly<Record<string, Fault>> = {
  "prepareStackTrace throws": {
    after: () => define(Error, "prepareStackTrace", { value: refuse, writable: true }),
    // Node itself reads the stack of an error that ends a stream. The process then ends.
    probes: PROBE_NAMES.filter((name) => name !== "stream" && name !== "cut"),
  },
  "prepareStackTrace gives objects": {
    after: () =>
      define(Error, "prepareStackTrace", { value: (_: unknown, sites: unknown) => ({ sites }), writable: true }),
  },
  "stackTraceLimit 0": { after: () => define(Error, "stackTraceLimit", { value: 0, writable: true }) },
  "stackTraceLimit Infinity": { after: () => define(Error, "stackTraceLimit", { value: Infinity, writable: true }) },
  "stackTraceLimit a text": { after: () => define(Error, "stackTraceLimit", { value: "ten", writable: true }) },
  "stackTraceLimit read-only": {
    after: () => define(Error, "stackTraceLimit", { value: 10, writable: false }),
    ...withoutParserErrors("fastify4"),
  },
  "stackTraceLimit throws": { after: () => define(Error, "stackTraceLimit", THROWS), ...SETS_LIMIT },
  "captureStackTrace absent": { after: () => Reflect.deleteProperty(Error, "captureStackTrace"), ...CAPTURES },
  "captureStackTrace throws": {
    after: () => define(Error, "captureStackTrace", { value: refuse, writable: true }),
    ...CAPTURES,
  },
};

/** Names of fields that only this library uses, and no framework. */
export const OWN_NAMES: readonly string[] = (
  "applies challenge contentRange correlationId definition detail durationMs ending expected hasAnswered isAsking " +
  "isBodyError isFetched misuse named native observer onPiece outcome ownText param parts recognizer removed retryAfter " +
  "stage transport upstream withheld"
).split(" ");

const PROTOTYPES: Readonly<Record<string, Fault>> = {
  "Object.prototype with getters that throw": {
    after: () => {
      for (const name of OWN_NAMES) define(Object.prototype, name, THROWS);
    },
    failsBare: (driver) => (driver === "h3" ? { "no route": "its router looks for a parameter" } : {}),
    differs: (driver) => (driver === "h3" ? { "no route": FAILED } : {}),
  },
  "Object.prototype with setters that drop": {
    after: () => {
      for (const name of OWN_NAMES) define(Object.prototype, name, { get: () => undefined, set: () => {} });
    },
  },
  "Object.prototype frozen": { after: () => Object.freeze(Object.prototype) },
  "Array.prototype frozen": { after: () => Object.freeze(Array.prototype) },
  "Error and its prototype frozen": {
    after: () => {
      Object.freeze(Error.prototype);
      Object.freeze(Error);
    },
    ...SETS_LIMIT,
  },
  "Array.prototype with an index": { after: () => define(Array.prototype, "0", { value: "polluted", writable: true }) },
};

const CLOCKS: Readonly<Record<string, Fault>> = {
  "Date.now goes back": {
    after: () => {
      let now = Date.now();
      Date.now = () => {
        now -= 3_600_000;
        return now;
      };
    },
  },
  "Date.now is NaN": {
    after: () => {
      Date.now = () => Number.NaN;
    },
  },
  "performance absent": { after: () => define(globalThis, "performance", { value: undefined }) },
  "performance empty": { after: () => define(globalThis, "performance", { value: {} }) },
  "performance throws": { after: () => define(globalThis, "performance", { value: { now: refuse } }) },
  "performance goes back": {
    after: () => {
      let now = 0;
      define(globalThis, "performance", {
        value: {
          now: () => {
            now -= 1_000;
            return now;
          },
        },
      });
    },
  },
  "timers of a browser": {
    after: () => {
      const real = globalThis.setTimeout;
      define(globalThis, "setTimeout", { value: (...args: Parameters<typeof real>) => Number(real(...args)) });
    },
  },
  "setImmediate absent": {
    after: () => Reflect.deleteProperty(globalThis, "setImmediate"),
    // Express's router needs it after the last route. The contract answers there; in Nest, Nest itself answers before that.
    differs: (driver) =>
      driver === "nest-express" ? everywhere(["stream", "cut", "no route", "body"], { sees: "*", reported: "*" }) : {},
  },
  "crypto absent": { after: () => define(globalThis, "crypto", { value: undefined }) },
};

export const FAULTS: Readonly<Record<string, Fault>> = {
  none: {},
  ...HOOKS,
  ...OUTPUT,
  ...PROCESS,
  ...ERRORS,
  ...PROTOTYPES,
  ...CLOCKS,
};
