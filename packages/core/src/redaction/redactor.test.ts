import { describe, expect, test, vi } from "vitest";
import { type Redact, redactorOf } from "./redactor.ts";

const TOKEN = "tok-aZ09/+.~_x==";
const code = (character: string) => character.charCodeAt(0);
const each = (form: (character: string) => string) => [...TOKEN].map(form).join("");
const hex = (character: string) => code(character).toString(16);

describe("a secret", () => {
  const redact: Redact = (text, treated) => redactorOf(new Set([TOKEN]))(text, treated);
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
    ["a byte order mark", "\ufeff"],
    ["a tag", "\u{e0041}"],
    ["a control", "\u0007"],
    ["a color of the terminal", "\u001b[1;31m"],
    ["a color of the terminal that begins with one control", "\u009b1;31m"],
    ["a command to the terminal, with a sign", "\u001b[1%p"],
    ["the shortest command to the terminal", "\u001b[m"],
    ["a line through it", "\u0336"],
    ["a space without width in JSON", "\\u200B"],
    ["a space without width in a URL", "%E2%80%8B"],
    ["a space without width in HTML", "&#8203;"],
    ["a space without width in HTML, by name", "&ZeroWidthSpace;"],
    ["a color of the terminal in JSON", "\\u001b[0m"],
  ])("is taken out with %s in the middle, or after each character", async (_, mark) => {
    // What shows nothing is told apart on first use.
    vi.resetModules();
    const copy: typeof import("./redactor.ts") = await import("./redactor.ts");
    const redact = copy.redactorOf(new Set([TOKEN]));
    expect(redact(`It is ${TOKEN.slice(0, 5)}${mark}${TOKEN.slice(5)}.`)).toBe("It is [credential].");
    expect(redact(`It is ${[...TOKEN].join(mark)}.`)).toBe("It is [credential].");
    expect(redact(`It is ${TOKEN.slice(0, 5)}${mark}${TOKEN.slice(5, 9)}`, "cut")).toBe("It is [credential]");
  });
  test.each([
    ["small", TOKEN.toLowerCase()],
    ["capital", TOKEN.toUpperCase()],
    [
      "the other case's",
      TOKEN.replace(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase())),
    ],
  ])("is taken out in %s letters", (_, form) => {
    expect(redact(`It is ${form}.`)).toBe("It is [credential].");
  });
  const around = ["", "a", "ab", "abc"].flatMap((before) =>
    ["", "y", "yz", "xyz"].map((after) => [before, after] as const),
  );
  test.each(around)("is removed from base64 with %j before it and %j after it", (before, after) => {
    const base64 = btoa(before + TOKEN + after);
    for (const form of [base64, base64.replaceAll("+", "-").replaceAll("/", "_")]) {
      const [, left = "", right = ""] = /^It is (.*)\[credential\](.*)\.$/.exec(redact(`It is ${form}.`)) ?? [
        form,
        form,
      ];
      // What is left are the bytes around the secret, and at either end one digit that also depends on it.
      const [from, to] = [before.length, before.length + TOKEN.length].map((bytes) => (bytes * 8) / 6) as [
        number,
        number,
      ];
      const isEnd = before.length % 3 === 0 && after === "";
      const end = isEnd ? Math.ceil(to) : Math.floor(to);
      expect([left.length, form.length - right.length]).toEqual([Math.ceil(from), end]);
    }
  });
  test.each([
    ["hexadecimal digits", each(hex)],
    ["large hexadecimal digits", each(hex).toUpperCase()],
    ["letters with spaces between them", [...TOKEN].join(" ")],
    ["two lines", `${TOKEN.slice(0, 8)}\n  ${TOKEN.slice(8)}`],
    ["escaped letters with spaces between them", [...TOKEN].map((character) => `&#${code(character)};`).join(" ")],
    ["HTML in HTML", each((character) => `&amp;#${code(character)};`)],
    ["letters of double width with spaces", [...TOKEN].map((one) => String.fromCharCode(code(one) + 0xfee0)).join(" ")],
  ])("is taken out in %s", (_, form) => {
    expect(redact(`It is ${form}.`)).toBe("It is [credential].");
  });
  test("leaves everything else unchanged", () => {
    const text = `tok- ${TOKEN.slice(1)} [credential ${TOKEN.slice(0, -3)}`;
    expect(redact(text)).toBe(text);
  });
  test.each([TOKEN.slice(0, -3), TOKEN.slice(0, 6)])(
    "is removed if only %s of it is left where a string was cut",
    (beginning) => {
      expect(redact(`It is ${beginning}`, "cut")).toBe("It is [credential]");
      expect(redact(`It is ${beginning} and more`, "cut")).toBe(`It is ${beginning} and more`);
    },
  );
  test.each(["%", "\\u00", "\\x", "&#"])("is taken out where its beginning looks like an escape, after %j", (sign) => {
    const digits = redactorOf(new Set(["8c6a3c1d8e9c9e3f"]));
    for (const mark of ["\n  ", "\u200b", "\u0007", "\u001b[1m"]) {
      const text = `It is ${sign}8c6a3c1d${mark}8e9c9e3f.`;
      expect(digits(text)).toBe(`It is ${sign}[credential].`);
    }
  });
  test("is taken out after a backslash that is escaped itself", () => {
    const known = redactorOf(new Set(["fm2_uK6kZ2zZ8wP8"]));
    const hidden = encodeURIComponent("fm2_uK6k\u200bZ2zZ8wP8");
    expect(known(`It is \\\\${hidden}.`)).toBe("It is \\\\[credential].");
  });
  test("is taken out after such a backslash if it is also broken over lines", () => {
    const secret = "r8_uK6kZ2zZ8wP8fO3zW5uA5cC8rU7oU6l";
    const hidden = `${secret.slice(0, 2)}%5f${secret.slice(3, 20)}\n ${secret.slice(20)}`;
    expect(redactorOf(new Set([secret]))(`It is \\\\${hidden}.`)).not.toContain(secret.slice(3, 20));
  });

  test("that is short is removed only as a separate word", () => {
    const short = redactorOf(new Set(["x", "test"]));
    expect(short("acme_test_failed: max of x is (test), x")).toBe(
      "acme_test_failed: max of [credential] is ([credential]), [credential]",
    );
  });
  test.each<readonly [secret: string, text: string, clean: string]>([
    ["", "an empty secret", "an empty secret"],
    ["hunter2", "xhunter2x", "xhunter2x"],
    ["hunter22", "xhunter22x", "x[credential]x"],
    ["hunter2", "it is hun ter2", "it is hun ter2"],
    ["hunter22", "it is hun ter22", "it is [credential]"],
  ])("%j in %j leaves %j", (secret, text, clean) => {
    expect(redactorOf(new Set(["another-token", secret]))(text)).toBe(clean);
  });
  test("that is short is found after an escape", () => {
    const short = redactorOf(new Set(["hunter2", 'a<"b']));
    for (const before of ["%3D", "%22", "\\u003d", "\\n", '"', "="]) {
      expect(short(`pw${before}hunter2 is it`)).toBe(`pw${before}[credential] is it`);
    }
    expect(short("a&lt;&quot;b")).toBe("[credential]");
  });
  test("with letters beyond ASCII is found in a URL in any character set", () => {
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
    // The secret as JSON writes it.
    expect(backslashes(`${text}x`)).toBe("[credential]");
  });
  test("that begins with another is removed completely, whichever came first", () => {
    for (const secrets of [
      ["sess-1", "sess-12.SECRET"],
      ["sess-12.SECRET", "sess-1"],
    ]) {
      expect(redactorOf(new Set(secrets))("a sess-12.SECRET b sess-1 c")).toBe("a [credential] b [credential] c");
    }
  });
  test("with a line break is found in hexadecimal digits", () => {
    expect(redactorOf(new Set(["two\nlines"]))("It is 74776f0a6c696e6573.")).toBe("It is [credential].");
  });
  test("may be added later", () => {
    const secrets = new Set(["first-token"]);
    const clean = redactorOf(secrets);
    expect(clean("first-token second-token")).toBe("[credential] second-token");
    secrets.add("second-token");
    expect(clean("first-token second-token")).toBe("[credential] [credential]");
  });
  test.each([
    ["letters", "a".repeat(1_024), `${"a".repeat(1_023)}b`],
    ["letters in a URL", "a".repeat(1_024), `${"%61".repeat(1_023)}b`],
    ["signs", `${"/".repeat(512)}x`, "\\/".repeat(1_024)],
    ["halves that are alike", "ab".repeat(512), `${"ab".repeat(511)}aa`],
  ])("made of equal %s is found in 250,000 characters that almost contain it", (_, secret, almost) => {
    const alike = redactorOf(new Set([secret]));
    const text = almost.repeat(Math.ceil(250_000 / almost.length));
    expect(alike(text) === text).toBe(true);
    expect(alike(`${text} ${secret}`)).toBe(`${text} [credential]`);
  });
});
