import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import { ERROR_HEADERS, type ErrorKind, type StatedWait, statedWait, staysAsSet } from "./error-headers.ts";
import type { RequestContext } from "./request-context.ts";

const acme = defineCatalog({
  vendor: "acme",
  docsUrl: "https://docs.acme.example/{code}",
  codes: {
    acme_slow_down: { status: 429, message: "Slow down.", retry: "retry_after" },
    acme_over_budget: { status: 429, message: "Over budget.", retry: "never" },
    acme_warming: { status: 500, message: "It is warming up.", retry: "retry_after" },
    acme_other_upstream_error: { status: 502, message: "Another service failed.", retry: "backoff" },
    acme_upstream_error_limit: { status: 502, message: "Other services failed too often.", retry: "backoff" },
    acme_down: { status: 503, message: "It is down.", retry: "never" },
  },
});

const NAMES = ERROR_HEADERS.map(({ name }) => name);

const byOverride = (...who: readonly string[]) =>
  ERROR_HEADERS.filter(({ override }) => who.includes(override)).map(({ name }) => name);

const STATUSES = [401, 405, 409, 416, 429, 503];

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a header stays that the replaced response had. */
  keeps(name: string, value: string): boolean;
}

/** Returns the responses to errors of all statuses on whose response a service has set some headers. */
function sent(set: Readonly<Record<string, string>> = {}, options: ContractOptions = {}): readonly Sent[] {
  const versions = [{ version: "2026-10-04", deprecation: "2026-12-01", sunset: "2027-06-01" }] as const;
  const contract = createAdapterContract(acme, { versions, onError: () => {}, correlationId: () => "id", ...options });
  const context = (): RequestContext => ({
    method: "GET",
    path: "/",
    header: () => undefined,
    responseHeader: (name) => Object.entries(set).find(([one]) => one.toLowerCase() === name)?.[1],
  });
  return STATUSES.map((status) => {
    const statesWait = status === 409;
    const thrown = statesWait ? acme.error("session_busy", { detail: { retry_after_ms: 250 } }) : httpError(status);
    const { headers = {} } = contract.respond(thrown, context()) ?? {};
    const keeps = (name: string, value: string) =>
      contract.keepsHeader({ name: name.toLowerCase(), value, isOfReplaced: true, status });
    return { status, headers, keeps };
  });
}

/** An http-error as its authors make it. */
function httpError(status: number): Error {
  return Object.assign(new Error("x"), { status, statusCode: status, expose: true });
}

test("the headers come in this order", () => {
  const order =
    "Content-Type Content-Length Cache-Control X-Content-Type-Options UHP-Version x-request-id Deprecation Sunset Retry-After x-should-retry retry-after-ms WWW-Authenticate Allow Content-Range Link".split(
      " ",
    );
  expect(NAMES).toEqual(order);
  for (const { headers } of sent({ Allow: "GET", "Retry-After": "9" })) {
    expect(Object.keys(headers)).toEqual(NAMES.filter((name) => Object.hasOwn(headers, name)));
    expect(Object.values(headers)).not.toContain(undefined);
  }
});

test("what every response carries has the same value on errors", () => {
  const contract = createAdapterContract(acme, { onError: () => {} });
  const context: RequestContext = { method: "GET", path: "/", header: () => undefined };
  const standing = contract.headers(context);
  expect(Object.keys(standing)).toEqual(["UHP-Version", "x-request-id"]);
  expect(contract.respond(new Error("x"), context)?.headers).toMatchObject(standing);
});

describe("a header that the service sets", () => {
  test.each(byOverride("nobody", "correlationId", "errorHeaderFilter"))("does not change our %s", (name) => {
    const without = sent();
    const values = sent({ [name]: "9" }).map(({ headers }) => headers[name]);
    expect(values).toEqual(without.map(({ headers }) => headers[name]));
    expect(values.some((value) => value !== undefined)).toBe(true);
  });

  test.each<readonly [name: string, value: string, status: number]>([
    ["Retry-After", "9", 503],
    ["Retry-After", "9", 429],
    ["Retry-After", "9", 409],
    ["WWW-Authenticate", 'Basic realm="a"', 401],
    ["Allow", "GET, HEAD", 405],
    ["Allow", "GET, HEAD", 409],
    ["Content-Range", "bytes */9", 416],
    ["Deprecation", "@1688169599", 409],
    ["Sunset", "Sun, 30 Jun 2030 23:59:59 GMT", 503],
  ])("is the %s that the client gets: %s with %i", (name, value, status) => {
    expect(byOverride("service")).toContain(name);
    const { headers = {}, keeps } = sent({ [name]: value }).find((one) => one.status === status) ?? {};
    expect(headers[name] ?? (keeps?.(name, value) ? value : undefined)).toBe(value);
  });
});

test.each(["http://db-1.internal/gone", "true", "@1; a=b.internal"])("what is no date is not kept: %j", (value) => {
  for (const { headers } of sent({ Deprecation: value, Sunset: value })) {
    expect([headers["Deprecation"], headers["Sunset"]]).toEqual(["@1796083200", "Tue, 01 Jun 2027 00:00:00 GMT"]);
  }
});

test.each<readonly [option: string, options: ContractOptions]>([
  ["errorHeaderFilter", { errorHeaderFilter: { drop: NAMES } }],
  ["errorHeaderFilter", { errorHeaderFilter: { drop: ["x-*", "R*"] } }],
  ["correlationId", { correlationId: false }],
])("%s leaves out its headers and no others: %j", (option, options) => {
  const left = sent({ Allow: "GET" }, options);
  const all = sent({ Allow: "GET" });
  for (const [index, { headers }] of left.entries()) {
    const rest = Object.keys(all[index]?.headers ?? {}).filter((name) => !byOverride(option).includes(name));
    expect(Object.keys(headers)).toEqual(rest);
  }
});

describe("of all codes, those that may have a", () => {
  const kinds = Object.entries(acme.codes as AnyCatalog["codes"]).flatMap(
    ([code, { status, retry }]): readonly ErrorKind[] => [status].flat().map((one) => ({ code, status: one, retry })),
  );
  const having = (name: string) => {
    const row = ERROR_HEADERS.find((one) => one.name === name);
    return kinds.filter((kind) => row?.when(kind)).map(({ code, status }) => `${status} ${code}`);
  };
  const waiting = [
    "503 harness_unavailable",
    "503 memory_unavailable",
    "429 rate_limited",
    "429 acme_slow_down",
    "503 acme_down",
    "502 acme_upstream_error",
    "503 acme_unavailable",
  ];

  test.each<readonly [name: string, codes: readonly string[]]>([
    ["Retry-After", waiting],
    ["retry-after-ms", [...waiting, "409 session_busy"]],
    ["Content-Range", ["416 acme_range_not_satisfiable"]],
    [
      "WWW-Authenticate",
      [
        "401 acme_unauthenticated",
        "401 invalid_credential",
        "401 missing_credential",
        "403 acme_forbidden",
        "403 insufficient_scope",
        "403 memory_forbidden",
      ],
    ],
  ])("%s are these", (name, codes) => {
    expect(having(name).toSorted()).toEqual([...codes].sort());
  });
});

test.each<readonly [kind: ErrorKind, wait: StatedWait]>([
  [{ code: "acme_down", status: 503, retry: "never" }, "time"],
  [{ code: "rate_limited", status: 429, retry: "retry_after" }, "time"],
  [{ code: "acme_over_budget", status: 429, retry: "never" }, undefined],
  [{ code: "acme_upstream_error", status: 502, retry: "backoff" }, "foreign time"],
  [{ code: "session_busy", status: 409, retry: "session_terminal" }, "estimate"],
  [{ code: "conflict", status: 409, retry: "never" }, undefined],
])("the wait that the headers of %j may state is %j", (kind, wait) => {
  expect(statedWait(kind)).toBe(wait);
});

test.each<readonly [name: string, ofService: boolean, ofUpstream: boolean]>([
  ["x-request-id", true, false],
  ["Deprecation", true, true],
  ["Sunset", true, true],
  ["Link", true, true],
  ["UHP-Version", false, false],
  ["X-Sunset", false, false],
  ["Sunset-At", false, false],
])("%s stays as the service has set it: %s, from another service: %s", (name, ofService, ofUpstream) => {
  expect([staysAsSet(name, false), staysAsSet(name, true)]).toEqual([ofService, ofUpstream]);
});
