import { describe, expect, test } from "vitest";
import { redactCause } from "./cause.ts";
import { redactJson, redactorOf } from "./secrets.ts";
import { secretsIn } from "./token.ts";

const TOKEN = "tok-aZ09/+.~_x==";
const code = (character: string) => character.charCodeAt(0);
const each = (form: (character: string) => string) => [...TOKEN].map(form).join("");
const hex = (character: string) => code(character).toString(16);

describe("a secret", () => {
  const redact = redactorOf(new Set([TOKEN]));
  test.each([
    ["as it is", TOKEN],
    ["twice", `${TOKEN} ${TOKEN}`],
    ["in the middle of a word", `x${TOKEN}x`],
    ["in a URL", encodeURIComponent(TOKEN)],
    ["in a URL, in small letters", encodeURIComponent(TOKEN).toLowerCase().replace("az", "aZ")],
    ["with every character escaped in a URL", each((character) => `%${hex(character)}`)],
    ["in JSON that escapes slashes", TOKEN.replaceAll("/", "\\/")],
    ["in JSON that escapes everything", each((character) => `\\u00${hex(character).toUpperCase()}`)],
    ["in HTML", each((character) => `&#${code(character)};`)],
    ["in HTML, by hexadecimals", each((character) => `&#x${hex(character)};`)],
    ["in base64", btoa(TOKEN)],
    ["but for its last character, at the end of a text", TOKEN.slice(0, -1)],
    ["by its beginning, at the end of a text", TOKEN.slice(0, 6)],
  ])("is taken out %s", (_, form) => {
    expect(redact(`It is ${form}`).replaceAll("[credential]", "").replaceAll("=", "").trim()).toMatch(/^It is\s*x?x?$/);
  });
  test("leaves all else as it is", () => {
    const text = `tok- ${TOKEN.slice(1)} ${TOKEN.toUpperCase()} [credential`;
    expect(redact(text)).toBe(text);
  });
  test("that begins with another is taken out whole, whichever came first", () => {
    for (const secrets of [
      ["sess-1", "sess-12.SECRET"],
      ["sess-12.SECRET", "sess-1"],
    ]) {
      expect(redactorOf(new Set(secrets))("a sess-12.SECRET b sess-1 c")).toBe("a [credential] b [credential] c");
    }
  });
  test("may be added later", () => {
    const secrets = new Set(["first-token"]);
    const clean = redactorOf(secrets);
    expect(clean("first-token second-token")).toBe("[credential] second-token");
    secrets.add("second-token");
    expect(clean("first-token second-token")).toBe("[credential] [credential]");
  });
  test("is taken out of JSON wherever it stands, and what is too deep is left out", () => {
    expect(redactJson({ a: [TOKEN, 1, null], [TOKEN]: { b: `x ${TOKEN}` } }, redact)).toEqual({
      a: ["[credential]", 1, null],
      "[credential]": { b: "x [credential]" },
    });
    let deep: unknown = TOKEN;
    for (let level = 0; level < 100; level += 1) deep = [deep];
    expect(JSON.stringify(redactJson(deep, redact))).not.toContain(TOKEN);
  });
});

test.each([
  ["Bearer short", ["short"]],
  ["Bearer tok-0123456789", ["tok-0123456789"]],
  [`Basic ${btoa("ada:hunter2")}`, ["ada:hunter2", "hunter2"]],
  ['Digest username="ada", response="0123456789abcdef"', ["0123456789abcdef"]],
  ["odd", []],
])("of the header %s, what must not show", (authorization, secrets) => {
  expect(secretsIn(new Headers({ authorization }))).toEqual(expect.arrayContaining(secrets));
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
