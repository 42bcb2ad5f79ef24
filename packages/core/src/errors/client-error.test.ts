import { describe, expect, test } from "vitest";
import { readThrown } from "../untrusted/thrown.ts";
import { clientError, upstreamError } from "./client-error.ts";

/** An error as the client throws it: the brand is on the prototype of its class. */
function thrownBy(name: string, fields: object = {}): Error {
  class FromClient extends Error {}
  Object.defineProperty(FromClient.prototype, Symbol.for(`@uhp-errors/client/${name}`), { value: true });
  return Object.assign(new FromClient("x"), fields);
}

const read = (value: unknown) => clientError(readThrown(value));

const NOTHING = { code: null, status: null, requestId: undefined };

describe("an error of the client", () => {
  test.each([
    ["ApiError", { kind: "answer", upstream: NOTHING, retry: undefined }],
    ["UnexpectedResponseError", { kind: "answer", upstream: NOTHING, retry: undefined }],
    ["NetworkError", { kind: "no_answer", upstream: undefined, retry: undefined }],
    ["TimeoutError", { kind: "timeout", upstream: undefined, retry: undefined }],
    ["OtherError", undefined],
  ])("%s is read by its brand", (name, facts) => expect(read(thrownBy(name))).toEqual(facts));

  test("is a real error", () => {
    const copied = { [Symbol.for("@uhp-errors/client/ApiError")]: true, code: "rate_limited", status: 429 };
    expect([read(copied), upstreamError(copied), read(new Error("x")), read(undefined)]).toEqual(
      Array(4).fill(undefined),
    );
  });

  test("counts only if its brand is true", () => {
    const error = Object.assign(new Error("x"), { [Symbol.for("@uhp-errors/client/NetworkError")]: 1 });
    expect(read(error)).toBe(undefined);
  });

  test.each([
    ["never", "never"],
    ["client_judgement", "never"],
    ["backoff", undefined],
    ["retry_after", undefined],
    ["session_terminal", undefined],
    ["sometimes", undefined],
    ["toString", undefined],
    [undefined, undefined],
  ])("with the retry rule %s", (retry, expected) => {
    const names = ["ApiError", "UnexpectedResponseError", "NetworkError", "TimeoutError"];
    expect(names.map((name) => read(thrownBy(name, { retry }))?.retry)).toEqual(Array(4).fill(expected));
  });
});

describe("the response of the other service", () => {
  const codes: readonly (readonly [unknown, string | null])[] = [
    ["!~", "!~"],
    ["x".repeat(100), "x".repeat(100)],
    ["x".repeat(101), null],
    ["", null],
    ["a b", null],
    ["a\n", null],
    ["\na", null],
    ["é", null],
    [7, null],
  ];
  test.each(codes)("with the code %j", (code, kept) => {
    expect(read(thrownBy("ApiError", { code }))?.upstream).toEqual({ ...NOTHING, code: kept });
  });

  const statuses: readonly (readonly [unknown, number | null])[] = [
    [100, 100],
    [999, 999],
    [99, null],
    [1000, null],
    [404.5, null],
    [Number.NaN, null],
    ["404", null],
    [404n, null],
  ];
  test.each(statuses)("with the status %s", (status, kept) => {
    expect(read(thrownBy("UnexpectedResponseError", { status }))?.upstream).toEqual({ ...NOTHING, status: kept });
  });

  const ids: readonly (readonly [unknown, string | undefined])[] = [
    ["!~", "!~"],
    ["x".repeat(200), "x".repeat(200)],
    ["x".repeat(201), undefined],
    ["a b", undefined],
    [" a", undefined],
    ["a ", undefined],
    [{}, undefined],
  ];
  test.each(ids)("with the request id %j", (requestId, kept) => {
    expect(read(thrownBy("ApiError", { requestId }))?.upstream).toEqual({ ...NOTHING, requestId: kept });
  });
});

describe("the envelope of the other service", () => {
  const fields = {
    code: "session_busy",
    status: 409,
    type: "conflict_error",
    detail: { session_id: "s-1" },
    retryAfter: 3,
    requestId: "r-1",
    retry: "session_terminal",
  };

  test("is read from an ApiError", () => {
    expect(upstreamError(thrownBy("ApiError", fields))).toEqual({
      code: "session_busy",
      type: "conflict_error",
      status: 409,
      detail: { session_id: "s-1" },
      retryAfter: 3,
      facts: {
        kind: "answer",
        upstream: { code: "session_busy", status: 409, requestId: "r-1" },
        retry: undefined,
      },
    });
  });

  test.each([
    ["no error of the client", Object.assign(new Error("x"), fields)],
    ["a response without an envelope", thrownBy("UnexpectedResponseError", fields)],
    ["no response", thrownBy("NetworkError", fields)],
    ["an invalid code", thrownBy("ApiError", { ...fields, code: "" })],
    ["an invalid status", thrownBy("ApiError", { ...fields, status: 99 })],
  ])("is not read from %s", (_what, value) => expect(upstreamError(value)).toBe(undefined));
});
