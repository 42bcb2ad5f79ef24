import { describe, expect, test } from "vitest";
import { type HeaderField, type HeaderFilter, headerFilterProblem, headerPolicy } from "./header-fields.ts";

/** Whether an error with status 500 keeps a field. */
function keeps(name: string, more: Partial<HeaderField> = {}, filter: HeaderFilter = {}): boolean {
  return headerPolicy(filter, ["Allow"])({ name, value: "x", isOfReplaced: false, status: 500, ...more });
}

const DESCRIBE_A_BODY =
  `accept-ranges age cache-control content-digest content-disposition content-encoding content-language
  content-length content-location content-md5 content-range content-type digest etag expires last-modified repr-digest trailer
  transfer-encoding`.split(/\s+/);

const OF_MACHINERY =
  `alt-svc cf-ray link location proxy-status refresh server server-timing set-cookie2 sourcemap via warning x-amz-request-id
  x-amzn-trace-id x-aspnet-version x-aspnetmvc-version x-azure-ref x-backend-server x-backend x-cache-hits x-cache x-debug-token x-debug
  x-envoy-upstream-service-time x-generator x-goog-hash x-internal-host x-ms-request-id x-powered-by x-runtime x-served-by x-sourcemap
  x-upstream-time x-upstream x-varnish`.split(/\s+/);

const OF_POLICY = `access-control-allow-origin content-security-policy content-security-policy-report-only
  cross-origin-opener-policy date origin-agent-cluster permissions-policy ratelimit ratelimit-policy referrer-policy
  strict-transport-security timing-allow-origin vary x-dns-prefetch-control x-download-options
  x-frame-options x-permitted-cross-domain-policies x-ratelimit-remaining x-xss-protection`.split(/\s+/);

describe("an error", () => {
  test.each([...DESCRIBE_A_BODY, ...OF_MACHINERY])("does not keep %s", (name) => {
    expect([keeps(name), keeps(name, { isOfReplaced: true })]).toEqual([false, false]);
  });

  test.each(OF_POLICY)("keeps %s, even of the replaced error", (name) => {
    expect([keeps(name), keeps(name, { isOfReplaced: true })]).toEqual([true, true]);
  });

  test("keeps what the service may override of the contract's own", () => {
    expect([keeps("allow"), keeps("allow", { isOfReplaced: true })]).toEqual([true, true]);
  });

  test.each(["x-trace", "set-cookie", "ratelimits", "servers", "x-amzon"])("keeps %s if the service set it", (name) => {
    expect([keeps(name), keeps(name, { isOfReplaced: true })]).toEqual([true, false]);
  });

  test.each<readonly [value: string, status: number, isKept: boolean]>([
    ["bytes */100", 416, true],
    [`bytes */${"1".repeat(16)}`, 416, true],
    [`bytes */${"1".repeat(17)}`, 416, false],
    ["bytes */100", 413, false],
    ["bytes 0-1/100", 416, false],
    ["bytes */100 x", 416, false],
    ["x bytes */100", 416, false],
  ])("with Content-Range %j and status %i: %s", (value, status, isKept) => {
    expect(keeps("content-range", { value, status })).toBe(isKept);
  });

  test.each([
    ["upgrade", false, true],
    ["close", true, true],
    ["Keep-Alive", true, true],
    ["upgrade", true, false],
    ["close, x-trace", true, false],
    ["x-trace, close", true, false],
  ])("with Connection %j, of the replaced response: %s; kept: %s", (value, isOfReplaced, isKept) => {
    expect(keeps("connection", { value, isOfReplaced })).toBe(isKept);
  });
});

test.each<readonly [name: string, filter: HeaderFilter, isKept: boolean]>([
  ["x-trace", { keep: ["X-Trace"] }, true],
  ["x-trace-id", { keep: ["x-trace"] }, false],
  ["x-trace-id", { keep: ["X-Trace-*"] }, true],
  ["server", { keep: ["server"] }, true],
  ["vary", { drop: ["Vary"] }, false],
  ["ratelimit-policy", { drop: ["ratelimit-*"] }, false],
  ["x-trace", { keep: ["x-trace"], drop: ["x-trace"] }, false],
  ["content-type", { keep: ["content-type"] }, false],
])("%s of the replaced error with the filter %j: %s", (name, filter, isKept) => {
  expect(keeps(name, { isOfReplaced: true }, filter)).toBe(isKept);
});

test.each<readonly [filter: unknown, problem: string | undefined]>([
  [{}, undefined],
  [{ keep: ["x-trace", "x-*", "*"], drop: ["vary"] }, "* is not a field name"],
  [{ keep: ["x-trace", "X-*"], drop: ["vary"] }, undefined],
  [undefined, "expected { keep, drop }, each a list of field names"],
  [null, "expected { keep, drop }, each a list of field names"],
  [[], "expected { keep, drop }, each a list of field names"],
  [new Map(), "expected { keep, drop }, each a list of field names"],
  [{ keep: [], dropped: [], kept: [] }, "unknown field dropped, kept; the fields are keep, drop"],
  [{ keep: "x-trace" }, "keep and drop: expected lists of field names"],
  [{ drop: "x-trace" }, "keep and drop: expected lists of field names"],
  [{ drop: ["x trace"] }, "x trace is not a field name"],
  [{ drop: [7] }, "7 is not a field name"],
  [{ keep: ["x*y"] }, "x*y is not a field name"],
  [{ keep: ["content-*"] }, "content-* describes the body, which the contract writes itself"],
  [{ keep: ["ETag"] }, "ETag describes the body, which the contract writes itself"],
  [{ drop: ["etag"] }, undefined],
])("what is wrong with the filter %j is %j", (filter, problem) => {
  expect(headerFilterProblem(filter)).toBe(problem);
});
