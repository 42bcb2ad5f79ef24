import { describe, expect, test } from "vitest";
import { filled } from "../../../../../test/corpus/reference.ts";
import { createSanitizer } from "./create-sanitizer.ts";
import { createSearch, redactText } from "./redact.ts";
import { type PrivateKind, runnable } from "./rule.ts";
import type { SanitizerOptions } from "./sanitizer-options.ts";

/** A custom rule for one pattern, which neither matches `-` nor is proved by its own example. */
const ruleOf = (kind: PrivateKind, pattern: RegExp, example: string) =>
  ({ id: `${kind} ${example}`, kind, pattern, redacts: [example], keeps: ["-"] }) as const;

const ABC = ruleOf("credential", /abc/, "abc");

describe("parts that two rules find", () => {
  test.each<readonly [what: string, one: RegExp, other: RegExp, text: string, message: string]>([
    ["and that touch become one, of the kind of the first", /abc/, /def/, "see abcdef now", "see [credential] now"],
    ["and that touch become one, of the kind of the longer", /abc/, /defg/, "see abcdefg now", "see [host] now"],
    ["and that overlap become one", /abcd/, /cdef/, "see abcdef now", "see [credential] now"],
    ["one in the other become one", /abcdef/, /cd/, "see abcdef now", "see [credential] now"],
    ["one in the other, which ends both, become one", /cdef/, /abcdef/, "see abcdef now", "see [host] now"],
    ["one of which begins the other become one", /abc/, /abcdef/, "see abcdef now", "see [host] now"],
    ["with a space between them stay two", /abc/, /def/, "see abc def now", "see [credential] [host] now"],
    ["at the start and the end stay two", /abc/, /def/, "abc and def", "[credential] and [host]"],
  ])("%s", (_, one, other, text, message) => {
    const search = createSearch([
      runnable({ id: "one", kind: "credential", pattern: one }),
      runnable({ id: "other", kind: "host", pattern: other }),
    ]);
    expect(redactText(text, search).text).toBe(message);
  });

  test("are both named, the longer of two with the same start first", () => {
    const search = createSearch([
      runnable({ id: "end", kind: "host", pattern: /def/ }),
      runnable({ id: "short", kind: "credential", pattern: /abc/ }),
      runnable({ id: "long", kind: "path", pattern: /abcd/ }),
    ]);
    expect(redactText("x abcdef", search)).toEqual({
      text: "x [path]",
      removed: [
        { kind: "path", rule: "long", index: 2 },
        { kind: "credential", rule: "short", index: 2 },
        { kind: "host", rule: "end", index: 5 },
      ],
    });
  });
});

test("a match with nothing in its private part hides nothing", () => {
  const rule = runnable({ id: "token", kind: "credential", pattern: /token=(?<private>\w*);/ });
  expect(redactText("token=; token=a1;", createSearch([rule]))).toEqual({
    text: "token=; token=[credential];",
    removed: [{ kind: "credential", rule: "token", index: 14 }],
  });
});

test("a rule that finds something in each of six passes costs the whole string", () => {
  const search = createSearch([runnable({ id: "last", kind: "host", pattern: /a(?=$|\[)/ })]);
  expect(redactText("x aaaaa", search)).toMatchObject({ text: "x [host][host][host][host][host]" });
  const { text, removed } = redactText("x aaaaaaa", search);
  expect([text, removed.length]).toEqual(["", 6]);
});

describe("a placeholder in a message is not searched", () => {
  const rules = [ABC, ruleOf("host", /(?:ab|\])c|host|c\[/, "host")];
  test.each([
    ["The [host] is down", "The [host] is down"],
    ["The host is down", "The [host] is down"],
    ["The [host]c is down", "The [host][host] is down"],
    ["The c[host] is down", "The [host][host] is down"],
    ["The [host] abc is down", "The [host] [credential] is down"],
    ["The abc [host] is down", "The [credential] [host] is down"],
    ["The [path] [host] abc is down", "The [path] [host] [credential] is down"],
    ["The [stack is host", "The [stack is [host]"],
  ])("%s leaves as %s", (text, message) => {
    expect(createSanitizer({ rules }).message(text).message).toBe(message);
  });
});

describe("what the options call public", () => {
  test.each<readonly [what: string, keep: SanitizerOptions["keep"], text: string, message: string]>([
    ["keeps a host that ends with it as a word", ["0.1"], "No answer of 10.0.0.1 today", "No answer of 10.0.0.1 today"],
    ["keeps no host after it", [/of /], "No answer of 10.0.0.1 today", "No answer of [host] today"],
    ["keeps no host before it", [/ today/], "No answer of 10.0.0.1 today", "No answer of [host] today"],
    ["keeps a host around it", [/0\.0/], "No answer of 10.0.0.1 today", "No answer of 10.0.0.1 today"],
    ["keeps a host that begins with it", [/10/], "No answer of 10.0.0.1 today", "No answer of 10.0.0.1 today"],
    ["keeps a host that ends with it", [/1 today/], "No answer of 10.0.0.1 today", "No answer of 10.0.0.1 today"],
    ["keeps no host between two of them", [/No/, /day/], "No answer of 10.0.0.1 today", "No answer of [host] today"],
    ["keeps one host of two", [/0\.2/], "No answer of 10.0.0.1 and 10.0.0.2", "No answer of [host] and 10.0.0.2"],
    ["keeps a path around it", ["app"], "The file /srv/app/x.js is gone", "The file /srv/app/x.js is gone"],
    ["keeps no credential around it", [/unt/], "password=hunter2 failed", "password=[credential] failed"],
    ["keeps no credential that begins with it", [/hunter/], "password=hunter2 failed", "password=[credential] failed"],
    ["keeps a credential within it", [/hunter\d failed/], "password=hunter2 failed", "password=hunter2 failed"],
    ["keeps a credential that is all of it", [/hunter2/], "password=hunter2 failed", "password=hunter2 failed"],
    ["keeps a credential in two parts", [/ter2/, /hun/], "password=hunter2 failed", "password=hunter2 failed"],
    ["keeps a credential with a part in another", [/hunter2/, /unt/], "password=hunter2", "password=hunter2"],
    ["keeps no stack around it", [/f/], "Bad x at f (a.js:1:2)", "Bad x"],
    ["ignores the case if its expression does", [/HUNTER2/i], "password=hunter2 failed", "password=hunter2 failed"],
    ["minds the case if its expression does", [/HUNTER2/], "password=hunter2 failed", "password=[credential] failed"],
    ["is searched from the start", [/hunter2/g], "password=hunter2 failed", "password=hunter2 failed"],
    ["is found anywhere, even by a sticky expression", [/hunter2/y], "password=hunter2", "password=hunter2"],
    ["is not part of a longer word", ["hunter"], "password=hunters failed", "password=[credential] failed"],
  ])("%s", (_, keep, text, message) => {
    expect(createSanitizer({ keep: keep ?? [] }).message(text).message).toBe(message);
  });
});

describe("a custom rule", () => {
  test.each<readonly [what: string, pattern: RegExp, text: string, message: string]>([
    ["removes the whole match", /badge B\d/, "Wrong badge B1 given", "Wrong [credential] given"],
    ["removes only its private group", /badge (?<private>B\d)/, "Wrong badge B1", "Wrong badge [credential]"],
    ["removes all if the group took no part", /badge (?:(?<private>B\d)|\d)/, "Wrong badge 1", "Wrong [credential]"],
    ["removes nothing if the group is empty", /badge ?(?<private>B?\d?)/, "Wrong badge given", "Wrong badge given"],
    ["finds every match", /B\d/, "Wrong B1 or B2 given", "Wrong [credential] or [credential] given"],
    ["finds every match with both flags", /B\d/gy, "Wrong B1 or B2 given", "Wrong [credential] or [credential] given"],
    ["ignores the case with the flag i", /B\d/gi, "Wrong b1 or B2 given", "Wrong [credential] or [credential] given"],
    ["may ask for indices itself", /a (?<private>B\d)/dgi, "Wrong a B1 a b2", "Wrong a [credential] a [credential]"],
    ["may look ahead", /(?=(?<private>B\d))/, "Wrong B1 or B2 given", "Wrong [credential] or [credential] given"],
    ["may look ahead at nothing", /(?=badge(?<private> B\d)?)/, "No badge, badge B1", "No badge, badge[credential]"],
    ["goes on after what it saw ahead", /B(?=(?<private>\d+))\d/, "Wrong B123 given", "Wrong B[credential] given"],
  ])("%s", (_, pattern, text, message) => {
    const redacts = ["a B1 badge B1"];
    const rule = { id: "badge", kind: "credential", pattern, redacts, keeps: ["-"] } as const;
    expect(createSanitizer({ rules: [rule] }).message(text).message).toBe(message);
  });

  test.each(["credential", "host", "path"] as const)("may find a %s", (kind) => {
    expect(createSanitizer({ rules: [ruleOf(kind, /abc/, "abc")] }).message("Wrong abc given")).toEqual({
      message: `Wrong [${kind}] given`,
      removed: [{ kind, rule: `${kind} abc`, index: 6 }],
    });
  });

  test("may find a stack, which leaves nothing behind", () => {
    expect(createSanitizer({ rules: [ruleOf("stack", /abc/, "abc")] }).message("Wrong abc given")).toEqual({
      message: "Wrong given",
      removed: [{ kind: "stack", rule: "stack abc", index: 6 }],
    });
  });
});

test.each([
  ["The key ghp_{alnum:36}.XB9tVq81LmZ2aQ was refused", "The key [credential] was refused"],
  ["got hf_{alnum:34}:XB9tVq81LmZ2aQ", "got [credential]"],
  ["got hf_{alnum:34}.example-of-words here", "got [credential].example-of-words here"],
])("a credential in %s goes with the rest of it", (text, message) => {
  expect(redactText(filled(text)).text).toBe(message);
});

test("a string without options is searched by all built-in rules", () => {
  expect(redactText("No answer of 10.0.0.1 for /srv/a.ts. Bye  now")).toEqual({
    text: "No answer of [host] for [path]. Bye  now",
    removed: [
      { kind: "host", rule: "private-ipv4", index: 13 },
      { kind: "path", rule: "posix-path", index: 26 },
    ],
  });
});
