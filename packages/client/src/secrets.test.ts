import { redactorOf } from "@uhp-errors/core/internal";
import { expect, test } from "vitest";
import { redactCause } from "./cause.ts";
import { redactJson } from "./redact-json.ts";
import { secretsIn, writeAuthorization } from "./token.ts";

const TOKEN = "tok-aZ09/+.~_x==";

test("a secret is removed from JSON wherever it is, and values that are too deep are left out", () => {
  const redact = redactorOf(new Set([TOKEN]));
  expect(redactJson({ a: [TOKEN, 1, null], [TOKEN]: { b: `x ${TOKEN}` } }, redact)).toEqual({
    a: ["[credential]", 1, null],
    "[credential]": { b: "x [credential]" },
  });
  let deep: unknown = TOKEN;
  for (let level = 0; level < 100; level += 1) deep = [deep];
  expect(JSON.stringify(redactJson(deep, redact))).toBe(`${"[".repeat(32)}null${"]".repeat(32)}`);
  deep = TOKEN;
  for (let level = 0; level < 100; level += 1) deep = { a: deep };
  expect(JSON.stringify(redactJson(deep, redact))).toBe(`${'{"a":'.repeat(32)}null${"}".repeat(32)}`);
});

test.each([
  ["Bearer short", ["short"]],
  ["Bearer tok-0123456789", ["tok-0123456789"]],
  [`Basic ${btoa("ada:hunter2")}`, ["ada:hunter2", "hunter2"]],
  [`Basic ${Buffer.from("ada:pässwört").toString("base64")}`, ["ada:pässwört", "pässwört"]],
  ['Digest username="ada", response="0123456789abcdef"', ["0123456789abcdef"]],
  ['Odd token="two words here12345", more', ["two words here12345", "here12345"]],
  ["Odd more=0, token=0123456789ab", ["0123456789ab"]],
  ["Odd more 01234567", ["01234567"]],
  ["Odd more abc/def=0123456789", ["abc/def=0123456789"]],
  ["Odd more dG9rZW4tMTI=", ["dG9rZW4tMTI="]],
  ["odd", []],
])("of the header %s, what must not show", (authorization, secrets) => {
  expect(secretsIn(new Headers({ authorization }))).toEqual(expect.arrayContaining(secrets));
});

test("a request without credentials has no secrets but the empty one", () => {
  expect(secretsIn(new Headers())).toEqual([""]);
});

test.each([TOKEN, "a"])("a bearer token is written as it is: %s", (token) => {
  expect(writeAuthorization(token)).toBe(`Bearer ${token}`);
});

test.each(["", "=", "a b", " a", "a ", "a=b", "a\n", "é", 7])(
  "what is no bearer token is refused unseen: %j",
  (token) => {
    const says = "token: expected a bearer token of letters, digits and -._~+/=";
    expect(() => writeAuthorization(token as string)).toThrow(new TypeError(says));
  },
);

test("short words of a header, and what only looks like a password, are not secrets", () => {
  const encoded = btoa("ada:hunter2");
  for (const scheme of ["Basically", "Unbasic"]) {
    expect(secretsIn(new Headers({ authorization: `${scheme} 0123456 ${encoded}` }))).toEqual([
      `0123456 ${encoded}`,
      encoded,
    ]);
  }
});

test("the names of a header's parameters are not secrets", () => {
  const authorization = 'Digest username="ada", response="0123456789abcdef", algorithm=SHA-256-sess';
  const redact = redactorOf(new Set(secretsIn(new Headers({ authorization }))));
  expect(redact("acme_response_gone: username, algorithm")).toBe("acme_response_gone: username, algorithm");
});

test("a cause is copied without secrets, whatever it is made of", () => {
  const redact = redactorOf(new Set([TOKEN]));
  const stack = `Error: ${TOKEN}`;
  const inner = Object.assign(new Error(`refused ${TOKEN}`), { code: `E_${TOKEN}`, name: TOKEN, stack });
  const copy = redactCause(new TypeError("fetch failed", { cause: inner }), redact) as Error;
  expect([copy.name, copy.message, copy.stack]).toEqual(["TypeError", "fetch failed", "TypeError: fetch failed"]);
  expect(copy.cause).toMatchObject({ message: "refused [credential]", code: "E_[credential]", name: "[credential]" });
  expect(`${copy.stack} ${(copy.cause as Error).stack}`).not.toContain(TOKEN);
  const hostile = new Error("x");
  for (const name of ["message", "cause", "code", "name"]) {
    Object.defineProperty(hostile, name, {
      get: () => {
        throw new Error(TOKEN);
      },
    });
  }
  expect(redactCause(hostile, redact)).toMatchObject({ message: "" });
  expect([redactCause(7, redact), redactCause(null, redact), redactCause(TOKEN, redact)]).toEqual([
    undefined,
    undefined,
    "[credential]",
  ]);
});

test("a cause has only the fields that it had", () => {
  const copy = redactCause({ message: "x" }, (text) => text) as Error;
  expect(copy.name).toBe("Error");
  expect(Object.getOwnPropertyNames(copy).sort()).toEqual(["message", "stack"]);
});

test("a cause has at most five levels", () => {
  let chain: unknown;
  for (let level = 0; level < 9; level += 1) chain = new Error(`${level}`, { cause: chain });
  const messages: string[] = [];
  for (let at = redactCause(chain, (text) => text); at instanceof Error; at = at.cause) messages.push(at.message);
  expect(messages).toEqual(["8", "7", "6", "5", "4"]);
});

test("what looks like the beginning of a secret is removed only where a text was cut", () => {
  const redact = redactorOf(new Set([TOKEN]));
  const ending = (length: number) => TOKEN.slice(0, 10).padStart(length, "-");
  expect(redactCause(ending(10_000), redact)).toBe(ending(10_000));
  expect(redactCause(`${ending(10_000)}-`, redact)).toBe(`${"-".repeat(9_990)}[credential]`);
});

test("a copied cause has no more than an operator would read", () => {
  const long = new Error(`${"😀".repeat(4_992)} ${TOKEN}${"a".repeat(99_999)}`);
  const { message } = redactCause(long, redactorOf(new Set([TOKEN]))) as Error;
  expect(message.length).toBeLessThan(10_100);
  expect(message.endsWith(" [credential]")).toBe(true);
  expect(redactCause(`a${"😀".repeat(9_999)}`, (text) => text)).toBe(`a${"😀".repeat(4_999)}`);
});
