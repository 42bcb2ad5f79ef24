import { describe, expect, test } from "vitest";
import type { Answer, Ask } from "./answer.ts";
import { printAnswer, short, writeCurl } from "./printable.ts";

test.each<readonly [text: string, most: number, expected: string]>([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["", 0, ""],
])("%j is shortened to %i characters as %j", (text, most, expected) => {
  expect(short(text, most)).toBe(expected);
});

describe("the command that repeats", () => {
  const url = "http://127.0.0.1:3000/a";

  test.each<
    readonly [
      what: string,
      ask: Partial<Ask>,
      address: string,
      headers: Readonly<Record<string, string>>,
      command: string,
    ]
  >([
    ["a request", {}, url, {}, `curl -i --path-as-is -X GET '${url}'`],
    ["another method", { method: "PATCH" }, url, {}, `curl -i --path-as-is -X PATCH '${url}'`],
    ["a request for the head", { method: "HEAD" }, url, {}, `curl -i --path-as-is --head '${url}'`],
    ["an address with brackets", {}, `${url}?a[b]=1`, {}, `curl -i --path-as-is --globoff -X GET '${url}?a[b]=1'`],
    ["an address with a brace", {}, `${url}{`, {}, `curl -i --path-as-is --globoff -X GET '${url}{'`],
    [
      "header fields, with variables for tokens",
      {},
      url,
      { A: "it's", Authorization: "Bearer $TOKEN", B: "Bearer $FORBIDDEN_TOKEN", C: "$TOKENS", D: "$OTHER_TOKEN" },
      `curl -i --path-as-is -X GET -H 'A: it'\\''s' -H "Authorization: Bearer $TOKEN" -H "B: Bearer $FORBIDDEN_TOKEN" -H 'C: $TOKENS' -H 'D: $OTHER_TOKEN' '${url}'`,
    ],
    ["a body", { method: "POST", body: "{}" }, url, {}, `curl -i --path-as-is -X POST --data-binary '{}' '${url}'`],
    [
      "a body with a line break and signs of the shell",
      { method: "POST", body: "a\n'\\~ü\u007f" },
      url,
      {},
      `curl -i --path-as-is -X POST --data-binary $'a\\x0a\\x27\\x5c~\\xc3\\xbc\\x7f' '${url}'`,
    ],
    [
      "an upload",
      { method: "POST", body: { field: "it's", bytes: 5_000 } },
      url,
      {},
      `head -c 5000 /dev/zero | curl -i --path-as-is -X POST -F 'it'\\''s=@-;filename=large.bin' '${url}'`,
    ],
    ["bytes", { raw: "GET /\\a\r\n\r\n" }, url, {}, "printf '%b' 'GET /\\\\a\\r\\n\\r\\n' | nc 127.0.0.1 3000"],
    ["bytes to the port of HTTP", { raw: "a" }, "http://127.0.0.1/a", {}, "printf '%b' 'a' | nc 127.0.0.1 80"],
    ["bytes to an address of version 6", { raw: "a" }, "http://[::1]:3000/a", {}, "printf '%b' 'a' | nc ::1 3000"],
    [
      "bytes over TLS",
      { raw: "a" },
      "https://api.example/a",
      {},
      "printf '%b' 'a' | openssl s_client -quiet -connect api.example:443",
    ],
    [
      "bytes over TLS to another port",
      { raw: "a" },
      "https://[::1]:8443/a",
      {},
      "printf '%b' 'a' | openssl s_client -quiet -connect [::1]:8443",
    ],
    [
      "bytes with a long run of a letter",
      { raw: `A: ${"x".repeat(1_000)}\r\nB: ${"y".repeat(999)}` },
      url,
      {},
      `printf '%b' 'A: '"$(head -c 1000 /dev/zero | tr '\\0' x)"'\\r\\nB: ${"y".repeat(999)}' | nc 127.0.0.1 3000`,
    ],
  ])("%s", (_what, ask, address, headers, command) => {
    expect(writeCurl({ path: "/a", ...ask }, address, headers)).toBe(command);
  });
});

describe("a response is shown", () => {
  const answer = (text: string, headers: Readonly<Record<string, string>> = {}, cut?: string): Answer => ({
    ask: { path: "/" },
    status: 404,
    headers: new Headers(headers),
    bytes: new Uint8Array(),
    text,
    ...(cut === undefined ? {} : { cut }),
  });
  const clean = (text: string) => text.replaceAll("secret", "[credential]");

  test.each<readonly [what: string, answer: Answer | undefined, expected: string]>([
    ["with its fields and its body", answer("b\nc", { A: "1", B: "2" }), "HTTP 404\na: 1\nb: 2\n\nb\nc"],
    ["without secrets", answer("a secret", { a: "secret" }), "HTTP 404\na: [credential]\n\na [credential]"],
    ["with why it is incomplete", answer("b", {}, "broke off"), "HTTP 404\n\nb\n(the body broke off)"],
    ["up to 2,000 characters of its body", answer("b".repeat(2_000)), `HTTP 404\n\n${"b".repeat(2_000)}`],
    ["with a mark if its body is longer", answer("b".repeat(2_001)), `HTTP 404\n\n${"b".repeat(2_000)}…`],
    [
      "up to 300 characters of a field",
      answer("", { a: "b".repeat(297), c: "d".repeat(298) }),
      `HTTP 404\na: ${"b".repeat(297)}\nc: ${"d".repeat(297)}…\n\n`,
    ],
    ["as missing if there is none", undefined, "(no answer)"],
  ])("%s", (_what, given, expected) => {
    expect(printAnswer(given, clean)).toBe(expected);
  });

  test("with 40 fields at most", () => {
    const headers = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`h${index + 10}`, "a"]));
    const lines = printAnswer(answer("", headers), clean).split("\n");
    expect([lines.length, lines[40], lines[41]]).toEqual([43, "h49: a", ""]);
  });
});
