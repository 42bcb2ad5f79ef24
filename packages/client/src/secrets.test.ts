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
    ["without its padding", TOKEN.replaceAll("=", "")],
    ["in JSON within JSON", TOKEN.replaceAll("/", "\\\\\\/").replaceAll("+", "\\\\u002B")],
    ["in a URL within a URL", encodeURIComponent(encodeURIComponent(TOKEN))],
    ["in a URL in JSON that escapes its signs", encodeURIComponent(TOKEN).replaceAll("%", "\\u0025")],
    ["in the JSON of JSON of JSON", TOKEN.replaceAll("/", `${"\\".repeat(7)}/`)],
    ["in a string of JavaScript", each((character) => `\\x${hex(character)}`)],
    ["in JavaScript's braces", each((character) => `\\u{${hex(character)}}`)],
    ["in HTML, by names", TOKEN.replaceAll("+", "&plus;").replaceAll("/", "&sol;").replaceAll("_", "&lowbar;")],
    ["in base64 for URLs", btoa(TOKEN).replaceAll("+", "-").replaceAll("/", "_")],
    ["in letters of double width", each((character) => String.fromCharCode(code(character) + 0xfee0))],
    ["each half of it in another form", `${TOKEN.slice(0, 8)}${each((character) => `%${hex(character)}`).slice(24)}`],
  ])("is taken out %s", (_, form) => {
    expect(redact(`It is ${form}`).replaceAll("[credential]", "").replaceAll("=", "").trim()).toMatch(/^It is\s*x?x?$/);
  });
  test.each([
    ["a space without width", "\u200b"],
    ["a joiner", "\u200d"],
    ["a soft hyphen", "\u00ad"],
    ["a byte order mark", "\ufeff"],
    ["a turn of direction", "\u202e"],
    ["a word joiner", "\u2060"],
    ["a selector of variants", "\ufe0f"],
    ["a tag", "\u{e0041}"],
    ["a filler", "\u3164"],
    ["a control", "\u0007"],
    ["a NUL", "\0"],
    ["a color of the terminal", "\u001b[1;31m"],
    ["a line through it", "\u0336"],
    ["a space without width in JSON", "\\u200B"],
    ["a space without width in a URL", "%E2%80%8B"],
    ["a space without width in HTML", "&#8203;"],
    ["a space without width in HTML, by name", "&ZeroWidthSpace;"],
    ["a color of the terminal in JSON", "\\u001b[0m"],
  ])("is taken out with %s in its middle, or after each character", (_, mark) => {
    expect(redact(`It is ${TOKEN.slice(0, 5)}${mark}${TOKEN.slice(5)}.`)).toBe("It is [credential].");
    expect(redact(`It is ${[...TOKEN].join(mark)}.`)).toBe("It is [credential].");
    expect(redact(`It is ${TOKEN.slice(0, 5)}${mark}${TOKEN.slice(5, 9)}`, "cut")).toBe("It is [credential]");
  });
  test("that lost its capitals is taken out of a text that lost its own", () => {
    for (const form of [TOKEN, btoa(TOKEN)]) {
      const text = `text/${form.toLowerCase()}`;
      expect(redact(text, "lowered").replaceAll("=", "")).toBe("text/[credential]");
      expect(redact(text)).toBe(text);
    }
  });
  test.each([
    ["letters", "a".repeat(1_024), `${"a".repeat(1_023)}b`],
    ["letters in a URL", "a".repeat(1_024), `${"%61".repeat(1_023)}b`],
    ["signs", `${"/".repeat(512)}x`, "\\/".repeat(1_024)],
    ["halves that are alike", "ab".repeat(512), `${"ab".repeat(511)}aa`],
  ])(
    "made of equal %s is found in megabytes that almost have it",
    (_, secret, almost) => {
      const alike = redactorOf(new Set([secret]));
      const text = almost.repeat(Math.ceil(1_000_000 / almost.length));
      for (let time = 0; time < 4; time += 1) expect(alike(text) === text).toBe(true);
      expect(alike(`${text} ${secret}`)).toBe(`${text} [credential]`);
    },
    15_000,
  );
  test("leaves all else as it is", () => {
    const text = `tok- ${TOKEN.slice(1)} ${TOKEN.toUpperCase()} [credential ${TOKEN.slice(0, -3)}`;
    expect(redact(text)).toBe(text);
  });
  test.each([TOKEN.slice(0, -3), TOKEN.slice(0, 6)])("of which %s is left where a text was cut off", (beginning) => {
    expect(redact(`It is ${beginning}`, "cut")).toBe("It is [credential]");
    expect(redact(`It is ${beginning} and more`, "cut")).toBe(`It is ${beginning} and more`);
  });
  test("that is short is taken out where it stands alone", () => {
    const short = redactorOf(new Set(["x", "test"]));
    expect(short("acme_test_failed: max of x is (test), x")).toBe(
      "acme_test_failed: max of [credential] is ([credential]), [credential]",
    );
  });
  test("that is short is found behind an escape", () => {
    const short = redactorOf(new Set(["hunter2", 'a<"b']));
    for (const before of ["%3D", "%22", "\\u003d", "\\n", '"', "="]) {
      expect(short(`pw${before}hunter2 is it`)).toBe(`pw${before}[credential] is it`);
    }
    expect(short("a&lt;&quot;b")).toBe("[credential]");
  });
  test("with letters beyond ASCII is found in a URL, whatever its character set is", () => {
    const word = redactorOf(new Set(["pässwört"]));
    for (const form of [encodeURIComponent("pässwört"), "p%E4ssw%F6rt", "p%e4ssw%C3%B6rt"]) {
      expect(word(`?pw=${form}&x=%E4`)).toBe("?pw=[credential]&x=%E4");
    }
  });
  test("made of backslashes costs no more than another", () => {
    const backslashes = redactorOf(new Set([`${"\\".repeat(40)}x`]));
    const text = "\\".repeat(80);
    expect(backslashes(text)).toBe(text);
    expect(backslashes(`${"\\".repeat(41)}x`)).toBe("\\[credential]");
    // As JSON has it.
    expect(backslashes(`${text}x`)).toBe("[credential]");
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
  [`Basic ${Buffer.from("ada:pässwört").toString("base64")}`, ["ada:pässwört", "pässwört"]],
  ['Digest username="ada", response="0123456789abcdef"', ["0123456789abcdef"]],
  ['Odd token="two words here12345", more', ["two words here12345", "here12345"]],
  ["odd", []],
])("of the header %s, what must not show", (authorization, secrets) => {
  expect(secretsIn(new Headers({ authorization }))).toEqual(expect.arrayContaining(secrets));
});

test("of a header with parameters, their names are no secrets", () => {
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

test("of a cause, no more is copied than an operator would read", () => {
  const long = new Error(`${"😀".repeat(4_992)} ${TOKEN}${"a".repeat(99_999)}`);
  const { message } = redactCause(long, redactorOf(new Set([TOKEN]))) as Error;
  expect(message.length).toBeLessThan(10_100);
  expect(message.endsWith(" [credential]")).toBe(true);
  expect((redactCause(`a${"😀".repeat(9_999)}`, (text) => text) as string).isWellFormed()).toBe(true);
});
