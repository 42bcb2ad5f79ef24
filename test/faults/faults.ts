/**
 * The faults, as data. Both the test and the servers' processes read this table, and some faults have to come before any library is loaded.
 * So this file loads none.
 */
import type { ContractOptions, Sanitizer } from "@uhp-errors/core";
import { DRIVER_NAMES, type DriverName } from "../conformance/drivers/names.ts";
import { behave } from "./behaviors.ts";
import { canAsk, PROBE_NAMES, PROBES, type ProbeName } from "./probes.ts";
import type { Circumstances } from "./process.ts";
import type { ScenarioName } from "./scenarios.ts";

/** What of a request differs from what comes of it without the fault. A star stands for whatever comes. */
export interface Differs {
  readonly sees?: string;
  readonly reported?: string;
}

export type Differences = Partial<Record<ProbeName, Differs>>;

export interface Fault extends Circumstances {
  /** Runs in the process before any library is loaded. */
  readonly before?: () => unknown;
  /** Runs there once all is loaded, and the server listens. */
  readonly after?: () => unknown;
  readonly options?: ContractOptions;
  /** Verifies a bearer token, for which every request is asked. */
  readonly verify?: () => unknown;
  /** The ways in which a hook misbehaves, one after the other. */
  readonly behaviors?: readonly string[];
  /** The requests that are sent; by default all. */
  readonly probes?: readonly ProbeName[];
  /** What the client does before that. */
  readonly scenario?: ScenarioName;
  /** What differs, for each server or for some, and for a misbehavior. */
  readonly differs?: (driver: DriverName, behavior: string) => Differences;
  /** Servers that do not work with the fault without any contract, each with the reason. The test proves it. */
  readonly brokenBare?: Readonly<Partial<Record<DriverName, string | undefined>>>;
  /** The same of single requests. They are sent nevertheless, and {@link differs} says what comes of them; anything may, if it does not. */
  readonly failsBare?: (driver: DriverName) => Readonly<Partial<Record<ProbeName, string>>>;
}

/** What a hook does that returns a value. */
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

/** The same for one that gets the request, and with it the response. */
const REACHING = [...RETURNING, "answers by itself"] as const;

const sanitizer: Sanitizer = {
  message: () => behave(() => ({ message: "A sentence.", removed: [] })),
  detailText: (text) => behave(() => text),
  logText: () => behave(() => ""),
};

/** What a hook that answers by itself sends is what the client gets, whatever becomes of the request. */
const ANSWERED = everywhere(
  PROBE_NAMES.filter((name) => name !== "garbage"),
  { sees: "200", reported: "*" },
);

const FAILED: Differs = { sees: "500 acme_internal_error", reported: "answered acme_internal_error" };

/** Misbehaviors that leave a hook without effect, at most. */
const HARMLESS = ["works", "calls its own server"];

function everywhere(names: readonly ProbeName[], differs: Differs): Differences {
  return Object.fromEntries(names.map((name) => [name, differs]));
}

/** What differs for a hook that runs before the contract has taken the response. */
function beforeResponse(driver: DriverName, behavior: string): Differences {
  return behavior === "answers by itself" && canAsk(driver, PROBES.pieces) ? ANSWERED : {};
}

/** Servers that do not work if no program may make code of a text. */
const MAKES_CODE = Object.fromEntries(
  ["express4", "express5", "koa2", "koa3", "fastify4", "fastify5", "nest-express", "nest-fastify"].map((name) => [
    name,
    "it makes code of texts",
  ]),
);

const ADDS_TO_REFLECT = "reflect-metadata adds to Reflect";

/** Servers one of whose packages sets what is frozen: depd, for most. */
const SETS_INTRINSICS = { ...everyone("its packages change intrinsics"), hono: undefined, h3: undefined };

function everyone(reason: string): Partial<Record<DriverName, string>> {
  return Object.fromEntries(DRIVER_NAMES.map((name) => [name, reason]));
}

/** Without a hook that prints. */
const QUIET: ContractOptions = { onError: () => {} };

/** What each of the service's own functions can do. */
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
  "hook maxFileBytes": {
    options: { ...QUIET, maxFileBytes: (context) => behave(() => undefined, context) },
    behaviors: REACHING,
  },
  "hook recognize": {
    options: { ...QUIET, recognize: [{ name: "own", recognize: () => behave(() => undefined) }] },
    behaviors: RETURNING,
    // What a recognizer fails to look at is a failure of the service.
    differs: (_driver, behavior) =>
      HARMLESS.includes(behavior) ? {} : everywhere(["library", "upload", "body"], FAILED),
  },
  "hook sanitizer": {
    options: { sanitizer },
    behaviors: RETURNING.filter((name) => name !== "works"),
  },
  "hook detail schema": { options: QUIET, behaviors: RETURNING },
  "hook bearer": {
    options: QUIET,
    verify: () => behave(() => ({ name: "somebody" })),
    behaviors: RETURNING.filter((name) => name !== "never settles"),
    probes: ["token", "version", "garbage"],
    differs: (_driver, behavior) => (HARMLESS.includes(behavior) ? {} : { token: FAILED }),
  },
};

/** Defines a property, whatever is there. */
function define(target: object, key: PropertyKey, descriptor: PropertyDescriptor): void {
  Object.defineProperty(target, key, { __proto__: null, configurable: true, ...descriptor } as PropertyDescriptor);
}

function refuse(): never {
  throw new Error("refused");
}

const THROWS = { get: refuse, set: refuse };

/** The listener of the fetch handlers prints the failure of a stream, and nothing catches what that throws. */
const PRINTS_STREAMS: Pick<Fault, "failsBare"> = {
  failsBare: (driver) => (driver === "web" ? { cut: "its listener prints the failure" } : {}),
};

const OUTPUT: Readonly<Record<string, Fault>> = {
  "console: nobody reads": { output: "nobody reads", scenario: "many errors" },
  // Node ends a process that prints to a closed pipe, whoever prints. So this service does not.
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

/** Servers that cannot make the error of a body that does not parse, and so it is a failure of the service. */
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
    // Node itself reads the stack of an error that ends a stream, and the process ends.
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

/** Names that this library gives its own fields, and the frameworks do not. */
const OWN_NAMES = (
  "applies correlationId definition detail expected hasResponded isAsking misuse outcome param recognizer removed " +
  "retryAfter stage withheld observer upstream transport durationMs native"
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
    // Express's router needs it at the end of all routes. There the contract answers, and Nest by itself before that.
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
