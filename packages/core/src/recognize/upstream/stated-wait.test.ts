import { expect, onTestFinished, test, vi } from "vitest";
import { answerTo } from "../../../../../test/recognize/known.ts";

/** Returns the status and the wait headers of the response to an axios error. */
function waitAfter(response: unknown): readonly (number | string | undefined)[] {
  const thrown = Object.assign(new Error("x"), { isAxiosError: true, code: "ERR_BAD_REQUEST", response });
  const answer = answerTo(thrown);
  return [answer?.status, answer?.headers["Retry-After"], answer?.headers["retry-after-ms"]];
}

const throwing = (): never => {
  throw new Error("x");
};
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

test.each<[what: string, headers: unknown, wait: readonly string[]]>([
  ["seconds", { "retry-after": "7" }, ["7", "7000"]],
  ["one second", { "retry-after": "1" }, ["1", "1000"]],
  ["one day", { "retry-after": "86400" }, ["86400", "86400000"]],
  ["a part of a second more", { "retry-after": "1.5" }, ["2", "1500"]],
  ["a Headers", new Headers({ "Retry-After": "7" }), ["7", "7000"]],
  ["two lines that were joined", { "retry-after": "5, 30" }, ["30", "30000"]],
])("takes over %s", (_what, headers, wait) => {
  expect(waitAfter({ status: 429, headers })).toEqual([502, ...wait]);
  expect(waitAfter({ statusCode: 503, headers })).toEqual([502, ...wait]);
  expect(waitAfter({ status: 500, headers })).toEqual([502, undefined, undefined]);
});

test.each<[what: string, headers: unknown]>([
  ["nothing", {}],
  ["no headers", null],
  ["a string", "retry-after: 7"],
  ["a list", [["retry-after", "7"]]],
  ["zero", { "retry-after": "0" }],
  ["less than a second", { "retry-after": "0.9" }],
  ["a negative number", { "retry-after": "-7" }],
  ["more than a day", { "retry-after": "86401" }],
  ["a number without end", { "retry-after": "9".repeat(100_000) }],
  ["another notation", { "retry-after": "1e3" }],
  ["no number", { "retry-after": "NaN" }],
  ["a number that is no string", { "retry-after": 7 }],
  ["a list of strings", { "retry-after": ["7"] }],
  ["an object", { "retry-after": { toString: () => "7" } }],
  ["a getter", Object.defineProperty({}, "retry-after", { get: () => "7" })],
  ["an inherited field", Object.create({ "retry-after": "7" })],
  ["milliseconds, which is not the standard's field", { "retry-after-ms": "7000" }],
  ["a method of the object's own", { get: () => "7" }],
  ["a method that throws", Object.create({ get: throwing })],
  ["a method that is none", Object.create({ get: 7 })],
  ["a proxy that was revoked", revoked()],
  ["a proxy that throws", new Proxy({}, { get: throwing, getOwnPropertyDescriptor: throwing })],
  ["a date long ago", { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }],
  ["a date far away", { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }],
])("finds no wait in %s", (_what, headers) => {
  expect(waitAfter({ status: 429, headers })).toEqual([502, undefined, undefined]);
});

test("a method that rejects does not end the process", () => {
  const rejected = Promise.reject(new Error("x"));
  const then = vi.spyOn(rejected, "then");
  expect(waitAfter({ status: 429, headers: Object.create({ get: () => rejected }) })).toEqual([
    502,
    undefined,
    undefined,
  ]);
  expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
});

test.each<[what: string, response: unknown]>([
  ["none", undefined],
  ["a status as a string", { status: "429", headers: { "retry-after": "7" } }],
  ["a list of statuses", { status: [429], headers: { "retry-after": "7" } }],
  ["a getter that throws", Object.defineProperty({ headers: { "retry-after": "7" } }, "status", { get: throwing })],
])("finds no wait in a response of the form %s", (_what, response) => {
  expect(waitAfter(response)).toEqual([502, undefined, undefined]);
});

test.each<[headers: Record<string, string>, wait: readonly (string | undefined)[]]>([
  [{ "retry-after-ms": "1500", "retry-after": "9" }, ["2", "1500"]],
  [{ "retry-after-ms": "soon", "retry-after": "9" }, ["9", "9000"]],
  [{ "retry-after-ms": "1000" }, ["1", "1000"]],
  [{ "retry-after-ms": "86400000" }, ["86400", "86400000"]],
  [{ "retry-after-ms": "999" }, [undefined, undefined]],
  [{ "retry-after-ms": "86400001" }, [undefined, undefined]],
])("SDKs of model APIs obey %j, in milliseconds first", (fields, wait) => {
  const headers = new Headers(fields);
  const of = { status: 429, headers, requestID: null, error: {}, code: null, param: null, type: null };
  const thrown = Object.assign(new Error("x"), of);
  const sent = answerTo(thrown);
  expect([sent?.status, sent?.headers["Retry-After"], sent?.headers["retry-after-ms"]]).toEqual([502, ...wait]);
});

test("ignores a wait on a polluted prototype", () => {
  Object.defineProperty(Object.prototype, "retry-after", { value: "7", configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, "retry-after"));
  expect(waitAfter({ status: 429, headers: {} })).toEqual([502, undefined, undefined]);
});
