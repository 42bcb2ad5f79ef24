import { describe, expect, test } from "vitest";
import { createSanitizer } from "./create-sanitizer.ts";

const TOKEN = `ghp_${"aB3dE5fG7hJ9kL2m".repeat(3).slice(0, 36)}`;

describe("nothing is left of a string that never settles", () => {
  // Each pass takes out the last of the words and brings the one before it to the end.
  const last = {
    id: "last-word",
    kind: "credential",
    pattern: /(?<private>peel)(?=(?:\.\[credential\])*$)/,
    redacts: ["peel"],
    keeps: ["peel more"],
  } as const;
  const sanitizer = createSanitizer({ rules: [last] });

  test.each(["detailText", "logText", "message"] as const)("%s", (method) => {
    const left = (count: number) => {
      const result = sanitizer[method](Array(count).fill("peel").join("."));
      return typeof result === "string" ? result : result.message;
    };
    expect(left(3)).toBe("[credential].[credential].[credential]");
    expect(left(20)).toBe("");
  });

  test("and the message says so", () => {
    expect(sanitizer.message(Array(20).fill("peel").join(".")).removed).toEqual([
      { kind: "rest", rule: "unsettled", index: 0 },
    ]);
  });
});

describe("a string for a log", () => {
  const { logText } = createSanitizer();

  test("loses its credentials, and keeps hosts, paths, frames and line breaks", () => {
    const stack = [
      `Error: GET http://10.0.0.5:8080/ failed with Bearer ${TOKEN}`,
      "    at load (/srv/app/store.js:10:3)",
      "    at async node:internal/main/run:7:8",
      "  [cause]: Error: connect ECONNREFUSED db.prod.internal:5432 password=hunter2",
    ];
    expect(logText(stack.join("\n"))).toBe(
      stack.join("\n").replace(TOKEN, "[credential]").replace("hunter2", "[credential]"),
    );
  });

  test("keeps what the options keep, and loses what custom rules find", () => {
    const badge = {
      id: "badge",
      kind: "credential",
      pattern: /badge (?<private>B\d{4})/,
      redacts: ["badge B1234"],
      keeps: ["badge"],
    } as const;
    const own = createSanitizer({ rules: [badge], internalHosts: ["acme.net"], keep: [TOKEN] });
    const text = `badge B1234 of acme.net, ${TOKEN}`;
    expect(own.logText(text)).toBe(`badge [credential] of acme.net, ${TOKEN}`);
    expect(own.detailText(text)).toBe(`badge [credential] of acme.net, ${TOKEN}`);
    expect(own.message(text).message).toBe(`badge [credential] of [host], ${TOKEN}`);
  });

  test("loses terminal colors and invisible characters", () => {
    expect(logText(`\u001b[31mred\u001b[0m ${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}\n\tat x`)).toBe(
      "red [credential]\n\tat x",
    );
  });

  test("is cut after a word when it is long", () => {
    expect(logText("word ".repeat(8_000))).toBe("word ".repeat(8_000));
    expect(logText("word ".repeat(8_001))).toBe(`${"word ".repeat(7_999)}word[truncated]`);
  });

  test.each([undefined, null, 3, {}, ["a"]])("%j, which is no string, is an empty one, as in a detail", (value) => {
    expect([logText(value as never), createSanitizer().detailText(value as never)]).toEqual(["", ""]);
  });
});

test.each([
  ["The % was refused", ["xoxb", "12345678"].join("-")],
  ["The % was refused", ["sk", "a1b2c3d4"].join("-")],
  ["The % was refused", ["SG", "a1b2c3d4e5f6"].join(".")],
  ["There is no order_% here", ["A3TX", "7K2M4Q9X3ZB5"].join("")],
  ["Basic % was refused", "YTpi"],
  ["The password is %", "hun2r"],
])("a short credential goes from a sentence: %s", (sentence, credential) => {
  const [text, left] = [credential, "[credential]"].map((word) => sentence.replace("%", word)) as [string, string];
  const { message, detailText, logText } = createSanitizer();
  expect([message(text).message, detailText(text), logText(text)]).toEqual([left, left, left]);
});
