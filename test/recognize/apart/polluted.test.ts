import {
  type CodeDefinition,
  createContract,
  defineCatalog,
  type ErrorReport,
  joinCatalogs,
  recognizeClass,
  serializeReport,
} from "@uhp-errors/core";
import axios from "axios";
import createError from "http-errors";
import { expect, test } from "vitest";
import * as z from "zod";
import { OWN_NAMES } from "../../faults/faults.ts";
import { createAdapterContract } from "../../support/adapter-contract.ts";
import { sampled } from "../../support/effort.ts";
import { SECRETS } from "../../support/secrets.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int() }) },
    acme_mild: { status: 503, message: "Mild.", context: z.object({ shard: z.string() }) },
    acme_crashed: { task: true, message: "It crashed." },
  },
});

class AppError extends Error {
  readonly statusCode = 409;
}

class Untold extends Error {}

const envelope = (fields: object) => ({
  error: { type: "server_error", code: "acme_cold", message: "Cold.", param: null, detail: null, ...fields },
});

/**
 * Values to throw, each made anew. The libraries' errors are made before anything is polluted, since some libraries then make them wrongly.
 */
const THROWN: Readonly<Record<string, () => unknown>> = {
  nothing: () => undefined,
  null: () => null,
  text: () => SECRETS.password,
  object: () => ({}),
  list: () => [],
  error: () => new Error(SECRETS.password),
  "type error": () => new TypeError(SECRETS.password),
  "half of an http error": () => Object.assign(new Error("x"), { expose: true }),
  "parsed JSON": () => JSON.parse('{"message":"x","issues":[{"message":"x"}],"errors":[]}'),
  "own class": () => new AppError("x"),
  "own class without a status": () => new Untold("x"),
  "an error of the catalog": () => acme.error("session_busy"),
  "an error with everything": () =>
    acme.error("acme_cold", { detail: { eta_seconds: 3 }, param: "a.b", retryAfter: 2, cause: new Error("x") }),
  "an error with a context": () => acme.error("acme_mild", { context: { shard: "a" } }),
  "a code that does not exist": () => acme.error("acme_nope" as never),
  "a task's error": () => acme.taskError("acme_crashed"),
};

const MADE: readonly (readonly [what: string, thrown: unknown])[] = [
  ["http-errors", createError(404, "x")],
  ["http-errors with headers", createError(429, "x", { headers: { "Retry-After": "3" } })],
  ["body-parser", createError(400, "x", { type: "entity.parse.failed" })],
  ["raw-body", createError(413, "x", { type: "entity.too.large", limit: 9 })],
  ["axios", new axios.AxiosError("x", "ECONNABORTED")],
  ["node", Object.assign(new Error("x"), { code: "ECONNREFUSED", syscall: "connect" })],
  ["zod", z.object({ a: z.int() }).safeParse({ a: "x" }).error],
  ["a failure result", { issues: [{ message: "x", path: ["a"] }] }],
  ["a client's error", Object.assign(new Error("x"), { status: 404, response: {} })],
  ["a multer error", Object.assign(new Error("x"), { name: "MulterError", code: "LIMIT_FILE_SIZE" })],
];

const WRITTEN: readonly (readonly [status: number, body: string])[] = [
  ...[400, 401, 403, 404, 405, 409, 413, 418, 429, 500, 502, 503, 599, 700].map((status) => [status, "x"] as const),
  [200, "{}"],
  [503, JSON.stringify(envelope({ detail: { eta_seconds: 3 } }))],
  [200, JSON.stringify(envelope({ detail: { eta_seconds: 3 } }))],
  [404, JSON.stringify(envelope({ code: "harness_not_found", type: "invalid_request_error" }))],
  [400, JSON.stringify({ error: { code: "x" } })],
];

/** Everything that a contract returns for all these values: responses, reports and explanations, as strings. */
function outcomes(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const reports: ErrorReport[] = [];
  const say = (what: string, run: () => unknown) => {
    reports.length = 0;
    let said: unknown;
    try {
      said = run();
    } catch (failure) {
      said = `threw ${failure}`;
    }
    found.set(what, JSON.stringify([said ?? null, reports.map(plain)]));
  };
  const own = {
    name: "own",
    recognize: (thrown: unknown) => (thrown instanceof Untold ? { code: "unavailable" } : undefined),
  };
  const contract = createAdapterContract(acme, {
    correlationId: () => "id",
    onError: (report) => void reports.push(report),
    recognize: [recognizeClass(AppError), own],
  });
  for (const method of ["GET", "POST"]) {
    const context = () => ({
      method,
      path: "/",
      header: () => undefined,
      responseHeader: () => undefined,
      phase: () => "open" as const,
    });
    for (const [what, make] of [
      ...Object.entries(THROWN),
      ...MADE.map(([name, thrown]) => [name, () => thrown] as const),
    ]) {
      say(`${method} respond: ${what}`, () => contract.respond(make(), context()));
      say(`${method} explain: ${what}`, () => contract.explain(make(), context()));
      say(`${method} interrupt: ${what}`, () =>
        contract.failStream(make(), context(), { nextSequenceNumber: 1, responseObject: { id: "r" } }),
      );
      say(`${method} task: ${what}`, () => contract.task.failed({ id: "r" }, make(), context()));
    }
    for (const [status, body] of WRITTEN) {
      const written = { status, body, header: () => undefined };
      say(`${method} fill: ${status} ${body}`, () => contract.replace(written, context()));
    }
    say(`${method} notFound`, () => contract.notFound(context()));
    say(`${method} notFound with methods`, () => contract.notFound(context(), ["PUT", "GET"]));
    say(`${method} gate`, () => contract.checkVersion({ ...context(), header: () => "1999-01-01" }));
    say(`${method} stamp`, () => contract.headers(context()));
    say(`${method} malformed`, () => contract.clientError(Object.assign(new Error(), { code: "HPE_X" }), context()));
    say(`${method} malformed, left`, () => contract.clientError(new Error(), context()));
  }
  say("a bare contract", () => createContract(acme).explain(null));
  say("a catalog", () => {
    const plain = defineCatalog({ vendor: "globex", codes: { globex_a: { status: 409, message: "A." } } });
    const codes = Object.entries<CodeDefinition>(joinCatalogs(plain, acme).codes);
    return codes.map(([code, { detail, ...row }]) => [code, Object.entries(row)]);
  });
  for (const [what, make] of Object.entries(THROWN)) say(`made: ${what}`, () => fieldsOf(make()));
  return found;
}

/** A report without what differs from run to run. */
function plain(whole: ErrorReport): object {
  const { thrown, durationMs, context: request, ...report } = whole;
  return [...Object.entries(report), serializeReport(whole).thrown?.context ?? null];
}

/** An error's own fields, whatever its prototype has. */
function fieldsOf(value: unknown): unknown {
  if (!(value instanceof Error)) return null;
  const names = Object.getOwnPropertyNames(value).filter((name) => name !== "stack" && name !== "cause");
  return names.map((name) => [name, Reflect.get(value, name)]);
}

/** Names of fields in this library and in libraries whose errors it reads. `when` is missing, since zod reads it from its own checks. */
const KEYS = `
  aborted allow bare bodyLimit cause code codes compat constructor correlated correlation data deprecatedDetail detail
  error errors expose get headers http isBoom isJoi issues limit maxFileBytes message name nullCancelledError onError
  origin output param path phase recognize removed request response responseHeader retry retryAfter errorHeaders
  sanitizer set since status statusCode statuses task type validation value validationContext vendor versions where
  withheld writable defaultVersion captureStackTraces enumerable configurable appliesTo automatic bufferTimeoutMs
  byCode chosenStatus context correlationId definition errorHeaderFilter exposeMessage framework isCustom mapping
  misuse mountingMistake recognizer resolved responseObject keepAliveMs nextSequenceNumber transport upstream waitsFor
  marks map classNames override`
  .trim()
  .split(/\s+/);

const VALUES: Readonly<Record<string, unknown>> = {
  text: SECRETS.password,
  path: "items.0",
  status: 404,
  true: true,
  function: () => SECRETS.password,
  object: { code: SECRETS.password, status: 404, length: 1, 0: SECRETS.password },
};

const CASES = Object.keys(VALUES).flatMap((value) => KEYS.map((key) => [key, value] as const));

const before = outcomes();

/** Returns what the contract returns now and did not before, while every object inherits these properties. */
function changedBy(properties: Readonly<Record<string, PropertyDescriptor>>): ReadonlyMap<string, string | undefined> {
  const names = Object.keys(properties);
  const own = names.map((name) => [name, Object.getOwnPropertyDescriptor(Object.prototype, name)] as const);
  for (const name of names) {
    const descriptor = { __proto__: null, configurable: true, ...properties[name] };
    Object.defineProperty(Object.prototype, name, descriptor as PropertyDescriptor);
  }
  let after: ReadonlyMap<string, string>;
  try {
    after = outcomes();
  } finally {
    for (const [name, descriptor] of own) {
      Reflect.deleteProperty(Object.prototype, name);
      if (descriptor !== undefined) Object.defineProperty(Object.prototype, name, descriptor);
    }
  }
  return new Map(
    [...before].filter(([what, said]) => after.get(what) !== said).map(([what]) => [what, after.get(what)]),
  );
}

test.each(sampled(CASES))("a prototype that was given `%s`, a %s, changes no response", (key, value) => {
  expect(changedBy({ [key]: { value: VALUES[value], writable: true } })).toEqual(new Map());
});

test("a prototype that throws for every name that only this library uses changes no response", () => {
  // Frameworks have a context too.
  const names = [...OWN_NAMES, "context"];
  const refuse = () => {
    throw new Error("refused");
  };
  expect(changedBy(Object.fromEntries(names.map((name) => [name, { get: refuse, set: refuse }])))).toEqual(new Map());
});
