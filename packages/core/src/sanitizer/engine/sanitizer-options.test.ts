import { describe, expect, test } from "vitest";
import { createSanitizer, sanitizeMessage } from "./create-sanitizer.ts";

describe("a company's host", () => {
  const internalHosts = [
    "acme.net",
    "*.corp.example.com",
    " .lab.example.org. ",
    "bücher.example",
    "my_shop",
    "orders",
  ];
  const message = (text: string) => createSanitizer({ internalHosts }).message(text);

  test.each([
    ["acme.net is down", "[host] is down"],
    ["ACME.Net is down", "[host] is down"],
    ["No answer of acme.net", "No answer of [host]"],
    ["No answer of acme.net.", "No answer of [host]."],
    ["No answer of acme.net, again", "No answer of [host], again"],
    ["No answer of (acme.net)", "No answer of ([host])"],
    ["No answer of a-b.c_d.acme.net today", "No answer of [host] today"],
    ["No answer of é.acme.net today", "No answer of [host] today"],
    ["No answer of corp.example.com today", "No answer of [host] today"],
    ["No answer of a.corp.example.com today", "No answer of [host] today"],
    ["No answer of lab.example.org today", "No answer of [host] today"],
    ["No answer of a.lab.example.org today", "No answer of [host] today"],
    ["No answer of shop.bücher.example today", "No answer of [host] today"],
    ["No answer of my_shop today", "No answer of [host] today"],
    ["No answer of orders today", "No answer of [host] today"],
    ["No answer of acme.net:1 today", "No answer of [host] today"],
    ["No answer of acme.net:65535 today", "No answer of [host] today"],
    ["No answer of acme.net/a/b?c=d today", "No answer of [host] today"],
    ["No answer of acme.net/a/ today", "No answer of [host] today"],
    ["No answer of acme.net/a. Try again", "No answer of [host]."],
    ['No answer of "acme.net/a" today', 'No answer of "[host]" today'],
    ["No answer of https://acme.net today", "No answer of [host] today"],
    ["No answer of git+ssh://git@acme.net/x today", "No answer of [host] today"],
    ["No answer of acme.net and a.acme.net", "No answer of [host] and [host]"],
  ])("goes: %s", (text, left) => {
    expect(message(text).message).toBe(left);
  });

  test.each([
    "No answer of acmexnet today",
    "No answer of acme.network today",
    "No answer of acme.net.example today",
    "No answer of acme.net-old today",
    "No answer of acme.net_old today",
    "No answer of notacme.net today",
    "No answer of émacme.net today",
    "No answer of my_shops today",
    "No answer of reorders today",
    "No answer of example.com today",
    "Write to bob@acme.net today",
  ])("is not: %s", (text) => {
    expect(message(text)).toEqual({ message: text, removed: [] });
  });

  test("is found by the rule own-host", () => {
    expect(message("acme.net is down").removed).toEqual([{ kind: "host", rule: "own-host", index: 0 }]);
  });
});

test.each(["?.*+^$()[]{}|\\/x", "(a)", "a|b", "x[1]", "{a}", "$5^2", "1+1?"])(
  "a string to keep is no expression: %s",
  (kept) => {
    const rule = { id: "all", kind: "host", pattern: /<[^>]+>/, redacts: ["<a>"], keeps: ["a"] } as const;
    const sanitizer = createSanitizer({ keep: [`<${kept}>`], rules: [rule] });
    expect(sanitizer.message(`No <${kept}> or <b> here`).message).toBe(`No <${kept}> or [host] here`);
  },
);

test.each<readonly [kept: string, message: string]>([
  ["10.0.0.1", "No 10.0.0.1 here"],
  ["0.0.0.1", "No [host] here"],
  ["10.0.0", "No 10.0.0.1 here"],
  ["10.0.0.", "No [host] here"],
  ["10x0x0x1", "No [host] here"],
])("a string to keep matches only as whole words: %s", (kept, message) => {
  expect(createSanitizer({ keep: [kept] }).message("No 10.0.0.1 here").message).toBe(message);
});

test.each<readonly [options: object, length: number]>([
  [{}, 500],
  [{ maxLength: undefined }, 500],
  [{ maxLength: 40 }, 40],
  [{ maxLength: 41 }, 41],
  [{ maxLength: 2_000 }, 2_000],
])("with %j, a message has at most %i characters", (options, length) => {
  const { message } = createSanitizer(options);
  expect(message("a".repeat(length)).message).toBe("a".repeat(length));
  expect(message("a".repeat(length + 1)).message).toBe(`${"a".repeat(length - 1)}…`);
});

describe("options that do not fit are refused", () => {
  const rule = { id: "r", kind: "host", pattern: /x/, redacts: ["x"], keeps: ["y"] };
  const noHost = (host: unknown) =>
    `internalHosts: ${JSON.stringify(host)} is no host name; write "acme.net" for it and all below`;
  const KEEPS_ALL = "keep: /x|$/gy matches the empty text, and so would keep everything";
  const NO_EMPTY = 'rule "r": its pattern matches the empty text; let it need a character';
  const NO_REDACTS = 'rule "r": redacts: give at least one text in which it finds something';
  const NO_KEEPS = 'rule "r": keeps: give at least one text in which it finds nothing';
  test.each<readonly [what: string, options: unknown, says: string]>([
    ["a number", 3, "sanitizer options: expected an object"],
    ["nothing", null, "sanitizer options: expected an object"],
    [
      "two unknown options",
      { hosts: [], keep: [], length: 3 },
      "unknown sanitizer option hosts, length; the options are internalHosts, keep, rules, maxLength",
    ],
    ...["50", Number.NaN, 39, 2_001, 40.5].map(
      (maxLength) =>
        [`the length ${maxLength}`, { maxLength }, "maxLength: expected a whole number from 40 to 2000"] as const,
    ),
    ["hosts as a string", { internalHosts: "acme.net" }, "internalHosts: expected a list"],
    ["what to keep as a string", { keep: "x" }, "keep: expected a list"],
    ["rules in an object", { rules: { r: rule } }, "rules: expected a list"],
    ["a number as a host", { internalHosts: [3] }, noHost(3)],
    ...["", " ", ".", "*", "a..b", "a b", "acme.net:80", "acme.net/x", "https://acme.net", "a.*.b", "x@acme.net"].map(
      (host) => [`the host ${JSON.stringify(host)}`, { internalHosts: ["acme.net", host] }, noHost(host)] as const,
    ),
    ["a number to keep", { keep: [3] }, "keep: expected texts that are not empty, or expressions"],
    ["nothing to keep", { keep: [null] }, "keep: expected texts that are not empty, or expressions"],
    ["an empty text to keep", { keep: [""] }, "keep: expected texts that are not empty, or expressions"],
    ["an expression for the end", { keep: [/x|$/gy] }, KEEPS_ALL],
    ["a string as a rule", { rules: ["x"] }, "rules: expected rules, each an object"],
    ["no rule", { rules: [null] }, "rules: expected rules, each an object"],
    ["an empty id", { rules: [{ ...rule, id: "" }] }, 'rule "": it needs an id'],
    ["a number as id", { rules: [{ ...rule, id: 3 }] }, "rule 3: it needs an id"],
    ["a kind", { rules: [{ ...rule, kind: "rest" }] }, 'rule "r": its kind is one of credential, host, path, stack'],
    ["a pattern", { rules: [{ ...rule, pattern: "x" }] }, 'rule "r": its pattern must be a regular expression'],
    ["a pattern for nothing", { rules: [{ ...rule, pattern: /x?/ }] }, NO_EMPTY],
    ["no string to redact", { rules: [{ ...rule, redacts: [] }] }, NO_REDACTS],
    ["a string in place of those to redact", { rules: [{ ...rule, redacts: "x" }] }, NO_REDACTS],
    ["a number among those to redact", { rules: [{ ...rule, redacts: ["x", 3] }] }, NO_REDACTS],
    ["no string to keep", { rules: [{ ...rule, keeps: [] }] }, NO_KEEPS],
    ["a number among those to keep", { rules: [{ ...rule, keeps: [3, "y"] }] }, NO_KEEPS],
    ["a second string missed", { rules: [{ ...rule, redacts: ["x", "z"] }] }, 'rule "r": it finds nothing in "z"'],
    ["a second string spoilt", { rules: [{ ...rule, keeps: ["y", "xy"] }] }, 'rule "r": it finds something in "xy"'],
    ["a second rule", { rules: [rule, { ...rule, id: "s", keeps: ["x"] }] }, 'rule "s": it finds something in "x"'],
  ])("%s", (_, options, says) => {
    expect(() => createSanitizer(options as never)).toThrow(new TypeError(says));
    // Where nothing may throw, the built-in rules still hold.
    expect(sanitizeMessage("No answer of 10.0.0.1", options as never).message).toBe("No answer of [host]");
  });
});
