import { describe, expect, test } from "vitest";
import { createSanitizer, sanitizeMessage } from "./sanitizer.ts";

describe("a harmless text", () => {
  test.each([
    "There is no such harness.",
    "The model gpt-5.2-mini is not offered here.",
    "Use meta-llama/Llama-3.1-8B-Instruct or openai/gpt-5.2.",
    "Field input.0.type is missing.",
    "POST /v1/responses takes at most 3 files.",
    "POST /v1/harnesses/chrn_1/models is gone.",
    "Version 2026-10-04 is required.",
    "Ask for chrn_1 or resp_2f3a instead.",
    "The id 550e8400-e29b-41d4-a716-446655440000 is unknown.",
    "There is no commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
    "See https://example.com/docs/limits?page=2#top for the limits.",
    "Es gibt keinen solchen Eintrag – prüfen Sie die Nummer 😀",
    "ハーネスが見つかりません。",
    "Такого задания нет",
    "👨‍👩‍👧 is no name",
    "Write to support@example.com",
    "Between 10:30 and 11:45 it is closed.",
    "12:30:45 is not a date.",
    "Too many tokens: 9000 of 8192 allowed.",
    "max_tokens=4096 is more than the model has.",
    "The base image ubuntu:22.04 is not supported.",
    "Use node:20 instead.",
    "Basic authentication is not supported.",
    "Send a bearer credential.",
    "password: must have 8 characters or more",
    "Field config.local is missing.",
    "spec.cluster is required.",
    "hf_model_name is required.",
    "Set OPENAI_API_KEY first.",
    "Use e.g. GPT-5 for this.",
    "Ask No. 5 or J. Doe of Acme Inc. Berlin.",
    "It costs $0.25 per 1,000 tokens, a ratio of 16:9.",
    "Content-Type must be application/json, not text/html.",
    "The package @scope/name@1.2.3 is not allowed and/or missing.",
    "3.5 is less than 4.0.1-beta.2",
    "Unexpected token } in position 3",
  ])("is kept: %s", (text) => {
    expect(sanitizeMessage(text)).toEqual({ message: text, removed: [] });
  });
});

test.each<readonly [text: string, message: string]>([
  ["One. Two.", "One."],
  ["Really? Yes.", "Really?"],
  ["Wait... What?", "Wait..."],
  ['He said "no." Then left.', 'He said "no."'],
  ["a\r\nb", "a"],
  ["a\u2028b", "a"],
  ["\n\n a", "a"],
  ["a  b\tc", "a b c"],
  ["见第一句。第二句。", "见第一句。"],
  ["पहला वाक्य। दूसरा वाक्य।", "पहला वाक्य।"],
  ["a\u0000\u001bb", "ab"],
  ["\u001b[31mred\u001b[0m text", "red text"],
  ["a\u202eb", "ab"],
  ["Error: x\n    at f (/srv/a.js:1:2)", "Error: x"],
  ["x at f (a.js:1:2)", "x"],
  ["x (at f (a.js:1:2)) failed", "x failed"],
  ["Failed 10:30:00 at f (a.js:1:2)", "Failed 10:30:00"],
  ["\ud800 half", "\ufffd half"],
  ["Could not reach redis:6379. Try later", "Could not reach [host]."],
  ["The key gh\u200bp_abcdefghijklmnopqrstuvwx0123 was refused.", "The key [credential] was refused."],
])("%j leaves as %j", (text, message) => {
  expect(sanitizeMessage(text).message).toBe(message);
  expect(sanitizeMessage(message).message).toBe(message);
});

test("what was removed is told by kind, rule and place in the text as given, never by itself", () => {
  const { message, removed } = sanitizeMessage("\u200bNo  answer of redis:6379 for /srv/a.ts and 10.0.0.1. Bye");
  expect(message).toBe("No answer of [host] for [path] and [host].");
  expect(removed).toEqual([
    { kind: "control", rule: "invisible-characters", index: 0 },
    { kind: "host", rule: "host-and-port", index: 15 },
    { kind: "path", rule: "posix-path", index: 30 },
    { kind: "host", rule: "private-ipv4", index: 44 },
    { kind: "rest", rule: "second-sentence", index: 53 },
  ]);
});

test("a long text is cut, neither inside a character nor inside a placeholder", () => {
  for (const length of [499, 500, 501, 9_001]) {
    const { message } = sanitizeMessage("😀".repeat(length));
    expect(message.length).toBeLessThanOrEqual(500);
    expect(message.isWellFormed()).toBe(true);
  }
  const { message } = sanitizeMessage(`${"word ".repeat(99)}10.0.0.1 is down`);
  expect(message).toBe("word ".repeat(99).trimEnd());
});

test("a credential at the end of what is looked at leaves no half behind", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const text = `${"/srv/a ".repeat(1_141)}${token}`;
  expect(text.length).toBeGreaterThan(8_000);
  expect(sanitizeMessage(text).message).not.toContain("ghp_");
});

test.each([undefined, null, 3, 10n, {}, [], Symbol("x"), () => "x", Object.create(null), new Date(Number.NaN)])(
  "%s is no text and gives none",
  (value) => {
    expect(sanitizeMessage(value)).toEqual({ message: "", removed: [] });
  },
);

describe("a sanitizer of one's own", () => {
  test("knows a company's hosts, with all below them", () => {
    const { message } = createSanitizer({ internalHosts: ["acme.net", "*.corp.example.com"] });
    expect(message("No answer of acme.net").message).toBe("No answer of [host]");
    expect(message("No answer of https://a.b.acme.net:8443/x?y=1 today").message).toBe("No answer of [host] today");
    expect(message("No answer of ci.corp.example.com.").message).toBe("No answer of [host].");
    expect(message("See acme.network, notacme.net or example.com").removed).toEqual([]);
  });

  test("keeps what its owner says is public, and that alone", () => {
    const sanitizer = createSanitizer({ keep: ["10.0.0.1", /\bstatus\.local\b/] });
    expect(sanitizer.message("10.0.0.1 and status.local are up").removed).toEqual([]);
    expect(sanitizer.message("10.0.0.2 is down").message).toBe("[host] is down");
  });

  test("has rules of its owner beside the built-in ones", () => {
    const rules = [
      {
        id: "badge",
        kind: "credential",
        pattern: /badge (?<private>B\d{4})/,
        redacts: ["badge B1234"],
        keeps: ["badge"],
      },
    ] as const;
    const sanitizer = createSanitizer({ rules });
    expect(sanitizer.message("Wrong badge B1234 or B9 at 10.0.0.1")).toEqual({
      message: "Wrong badge [credential] or B9 at [host]",
      removed: [
        { kind: "credential", rule: "badge", index: 12 },
        { kind: "host", rule: "private-ipv4", index: 27 },
      ],
    });
    expect(sanitizer.detailText("badge B1234 at 10.0.0.1")).toBe("badge [credential] at 10.0.0.1");
  });

  test("cuts where its owner says", () => {
    expect(createSanitizer({ maxLength: 40 }).message("word ".repeat(20)).message).toBe(
      "word word word word word word word word",
    );
  });

  const proof = { redacts: ["x"], keeps: ["y"] };
  test.each<readonly [what: string, options: unknown, says: string]>([
    ["no object", null, "expected an object"],
    ["an unknown option", { hosts: [] }, "unknown sanitizer option hosts; the options are internalHosts"],
    ["a length", { maxLength: 10 }, "maxLength: expected a whole number from 40 to 2000"],
    ["hosts that are no list", { internalHosts: "acme.net" }, "internalHosts: expected a list"],
    ["a host that is none", { internalHosts: ["https://acme.net"] }, '"https://acme.net" is no host name'],
    ["an empty text to keep", { keep: [""] }, "keep: expected texts that are not empty"],
    ["a rule without id", { rules: [{ kind: "host", pattern: /x/, ...proof }] }, "it needs an id"],
    ["a rule of no kind", { rules: [{ id: "r", kind: "name", pattern: /x/, ...proof }] }, "its kind is one of"],
    [
      "a rule without pattern",
      { rules: [{ id: "r", kind: "host", pattern: "x", ...proof }] },
      "must be a regular expression",
    ],
    ["a rule for nothing", { rules: [{ id: "r", kind: "host", pattern: /x*/, ...proof }] }, "matches the empty text"],
    ["a rule without proof", { rules: [{ id: "r", kind: "host", pattern: /x/ }] }, "redacts: give at least one"],
    ["a rule that misses", { rules: [{ id: "r", kind: "host", pattern: /z/, ...proof }] }, 'finds nothing in "x"'],
    ["a rule that spoils", { rules: [{ id: "r", kind: "host", pattern: /[xy]/, ...proof }] }, 'finds something in "y"'],
  ])("is refused for %s", (_, options, says) => {
    expect(() => createSanitizer(options as never)).toThrow(TypeError);
    expect(() => createSanitizer(options as never)).toThrow(says);
    // Where nothing may throw, the built-in rules still hold.
    expect(sanitizeMessage("No answer of 10.0.0.1", options as never).message).toBe("No answer of [host]");
  });

  test("is made once for one object of options", () => {
    const options = { internalHosts: ["acme.net"] };
    expect(sanitizeMessage("acme.net is down", options).message).toBe("[host] is down");
    options.internalHosts.length = 0;
    expect(sanitizeMessage("acme.net is down", options).message).toBe("[host] is down");
  });
});
