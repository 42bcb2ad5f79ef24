import { redactorOf } from "@uhp-errors/core/internal";
import { expect, test } from "vitest";
import { redactCause } from "./cause.ts";
import { redactJson } from "./redact-json.ts";
import { secretsIn } from "./token.ts";

const TOKEN = "tok-aZ09/+.~_x==";

test("a secret is removed from JSON wherever it is, and values that are too deep are left out", () => {
  const redact = redactorOf(new Set([TOKEN]));
  expect(redactJson({ a: [TOKEN, 1, null], [TOKEN]: { b: `x ${TOKEN}` } }, redact)).toEqual({
    a: ["[credential]", 1, null],
    "[credential]": { b: "x [credential]" },
  });
  let deep: unknown = TOKEN;
  for (let level = 0; level < 100; level += 1) deep = [deep];
  expect(JSON.stringify(redactJson(deep, redact))).not.toContain(TOKEN);
});

test.each([
  ["Bearer short", ["short"]],
  ["Bearer tok-0123456789", ["tok-0123456789"]],
  [`Basic ${btoa("ada:hunter2")}`, ["ada:hunter2", "hunter2"]],
  [`Basic ${Buffer.from("ada:pässwört").toString("base64")}`, ["ada:pässwört", "pässwört"]],
  ['Digest username="ada", response="0123456789abcdef"', ["0123456789abcdef"]],
  ['Odd token="two words here12345", more', ["two words here12345", "here12345"]],
  ["odd", []],
])("of the header %s, what must not show", (authorization, secrets) => {
  expect(secretsIn(new Headers({ authorization }))).toEqual(expect.arrayContaining(secrets));
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
  expect([copy.name, copy.message]).toEqual(["TypeError", "fetch failed"]);
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

test("a copied cause has no more than an operator would read", () => {
  const long = new Error(`${"😀".repeat(4_992)} ${TOKEN}${"a".repeat(99_999)}`);
  const { message } = redactCause(long, redactorOf(new Set([TOKEN]))) as Error;
  expect(message.length).toBeLessThan(10_100);
  expect(message.endsWith(" [credential]")).toBe(true);
  expect((redactCause(`a${"😀".repeat(9_999)}`, (text) => text) as string).isWellFormed()).toBe(true);
});
