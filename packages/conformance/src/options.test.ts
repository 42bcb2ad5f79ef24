import { describe, expect, test } from "vitest";
import { type AuditOptions, checkOptions } from "./options.ts";

const URL_RULE = 'url: expected an address such as "http://127.0.0.1:3000"';
const USER_RULE = "url: expected an address without a user and a password";
const TOKEN_RULE = "token: expected printable characters without a space";

describe("options are refused with", () => {
  test.each<readonly [what: string, options: object, message: string]>([
    [
      "an unknown name",
      { tokens: "a", other: 1 },
      "unknown option tokens, other; known are url, fetch, token, routes, requirements, raw, timeoutMs, maxBytes, maxRequests, onResponse",
    ],
    ["no address", { url: "nowhere" }, URL_RULE],
    ["an address of another protocol", { url: "ftp://127.0.0.1" }, URL_RULE],
    ["an address of a longer protocol", { url: "httpss://127.0.0.1" }, URL_RULE],
    ["an address of a protocol with a prefix", { url: "xhttp://127.0.0.1" }, URL_RULE],
    ["a user", { url: "http://me@127.0.0.1" }, USER_RULE],
    ["a password", { url: "http://:secret@127.0.0.1" }, USER_RULE],
    ["an empty token", { token: "" }, TOKEN_RULE],
    ["a token with a space before it", { token: " a" }, TOKEN_RULE],
    ["a token with a line break after it", { token: "a\n" }, TOKEN_RULE],
    ["a token with a letter beyond ASCII", { token: "aü" }, TOKEN_RULE],
    [
      "an unknown version",
      { requirements: "2020-01-01" },
      "requirements: expected one of 2026-08-11, 2026-09-12, 2026-09-28, 2026-10-04",
    ],
    ["no time", { timeoutMs: 0 }, "timeoutMs: expected a whole number from 1 on"],
    ["a part of a millisecond", { timeoutMs: 1.5 }, "timeoutMs: expected a whole number from 1 on"],
    ["a time without end", { timeoutMs: Number.POSITIVE_INFINITY }, "timeoutMs: expected a whole number from 1 on"],
    ["too few bytes", { maxBytes: 4_095 }, "maxBytes: expected a whole number from 4096 on"],
    ["no requests", { maxRequests: 0 }, "maxRequests: expected a whole number from 1 on"],
    [
      "a route that is none",
      { routes: { success: "/a" } },
      'success: expected a method and a path, such as "GET /v1/things", but got "/a"',
    ],
  ])("%s", (_what, options, message) => {
    expect(() => checkOptions({ url: "http://127.0.0.1", ...options })).toThrow(new TypeError(message));
  });
});

describe("options have", () => {
  test("defaults", () => {
    expect(checkOptions({ url: "http://127.0.0.1:3000" })).toEqual({
      base: "http://127.0.0.1:3000",
      fetch: globalThis.fetch,
      token: undefined,
      routes: {},
      version: "2026-10-04",
      raw: undefined,
      timeoutMs: 10_000,
      maxBytes: 1_048_576,
      maxRequests: 300,
      onResponse: undefined,
    });
  });

  test("the given values", () => {
    const fetch: typeof globalThis.fetch = async () => new Response();
    const raw = async () => "";
    const onResponse = () => {};
    const options: AuditOptions = {
      url: new URL("https://api.example/v1/?a=b#c"),
      fetch,
      token: "!~",
      routes: { success: "GET /a" },
      requirements: "2026-09-12",
      raw,
      timeoutMs: 1,
      maxBytes: 4_096,
      maxRequests: 1,
      onResponse,
    };
    expect(checkOptions(options)).toEqual({
      base: "https://api.example/v1",
      fetch,
      token: "!~",
      routes: { success: "GET /a" },
      version: "2026-09-12",
      raw,
      timeoutMs: 1,
      maxBytes: 4_096,
      maxRequests: 1,
      onResponse,
    });
  });
});
