import { describe, expect, test } from "vitest";
import { createSanitizer, sanitizeMessage } from "./create-sanitizer.ts";

/** What a sanitizer that remembers no earlier text makes of one. */
const messageOf = (text: unknown) => createSanitizer().message(text);

describe("a harmless string", () => {
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
    expect(messageOf(text)).toEqual({ message: text, removed: [] });
  });
});

test.each<readonly [text: string, message: string]>([
  ["Failed 10:30:00 at f (a.js:1:2)", "Failed 10:30:00"],
  ["\u001b[31mred\u001b[0m text", "red text"],
  ["\ud800 half", "\ufffd half"],
  ["Could not reach redis:6379. Try later", "Could not reach [host]."],
])("%j leaves as %j", (text, message) => {
  expect(messageOf(text).message).toBe(message);
  expect(messageOf(message).message).toBe(message);
});

describe("what once got past the rules is now found", () => {
  test.each<readonly [what: string, text: string, secret: string]>([
    ["a host after an escaped line break", '{"log":"connecting\\n10.0.0.5:5432 refused"}', "10.0.0.5"],
    ["a label after an escaped tab", "retrying\\tredis:6379 refused", "redis"],
    ["a flag after an escaped line break", "args\\n--password tiger", "tiger"],
    ["a path after an escaped line break", "trace\\nsrc/app.ts: bad", "app.ts"],
    ["half a token after the last character that is read", `Bad:${"\u200b".repeat(7_986)}10.250.133.77:6379`, "10.250"],
    ["a plain word as pass", "auth: { user: 'app', pass: 'tiger' }", "tiger"],
    ["a password that is a word of talk", "login with password=admin failed", "admin"],
    ["a password that begins with a dollar sign", "login with password=$hunter2 failed", "hunter2"],
    ["a password in a class of argument", "openssl rsa -passin pass:tiger -in x", "tiger"],
    ["a password without a scheme before it", "cannot reach app:hunter2@api.example.com:5432/shop", "hunter2"],
    ["a link that works once", `Open https://example.com/reset/${"a1B2c3D4".repeat(4)} now`, "a1B2c3D4"],
    ["a key in a provider's URL", `POST https://mainnet.infura.io/v3/${"0a1b2c3d".repeat(4)} failed`, "0a1b2c3d"],
    ["a password of a protocol", "a1 LOGIN svc Winter2024 NO", "Winter2024"],
    ["a password in Dutch", "Wachtwoord Zomer2024 is onjuist", "Zomer2024"],
    ["a range of addresses", "scanned 10.0.0.5-10.0.0.9", "10.0.0"],
    ["an address after a slash", "no answer for client/10.0.0.5", "10.0.0.5"],
    ["several hosts in one URL", "cannot reach mongodb://orders1,orders2/x", "orders"],
    ["a host before a semicolon", "cannot reach jdbc:sqlserver://orders01;databaseName=x", "orders01"],
    ["a host of a made-up domain", "GET http://db.shop-prod/x failed", "shop-prod"],
    ["a host that .NET could not find", "The remote name could not be resolved: 'orders'", "orders"],
    ["a password of Go's MySQL driver", "DSN app:p@ss/w'rd@tcp(db.example.com:3306)/shop", "w'rd"],
    ["a password in Oracle's thin URL", "jdbc:oracle:thin:app/tiger@db:1521:orcl refused", "tiger"],
    ["a password after two slashes", "GET //elastic:changeme@es.example.com:9200 failed", "changeme"],
    ["a password under the key pw", '{"user":"a","pw":"cassandra"}', "cassandra"],
    ["a file that curl was to send", "curl -F file=@/opt/acme/x failed", "acme"],
  ])("%s", (_, text, secret) => {
    expect(messageOf(text).message).not.toContain(secret);
  });

  test.each([
    "EACCES: permission denied, open 'x'",
    "ETIMEDOUT: operation timed out",
    "The order abc123 was not found.",
    "The username dragon99 is taken.",
    "Password changed 12 days ago by user_42.",
    "The cursor eyJpZCI6MTIzfQ== is expired.",
    "The cookie consent=yes is missing.",
    "The deep link myapp://login is unknown.",
    "See Figure 10.1.2.3 for it.",
    "The queue jobs:1000 is full.",
    "Field /data/attributes/title is invalid.",
    "Download /files/report.pdf again.",
    "The movie at Kino.Babylon (Mitte) is sold out.",
    "He looked at Math.max(1, 2) first.",
    "There are ... 3 more items",
    "Der 3. Versuch ist fehlgeschlagen.",
    "Could not connect to OpenAI: timeout",
    "The server: overloaded",
    "Your client at 2001:db8:85a3::8a2e:370:7334 used TLS 1.0",
    "The password for user jane2024 was changed",
    "Session abc123def456 not found",
    "The key with id key_01HXYZ8A9B2C3D4E5F6G7H8J9K was revoked",
    "options.lan is unknown",
  ])("and what was spoilt without need: %s", (text) => {
    expect(messageOf(text)).toEqual({ message: text, removed: [] });
  });
});

test.each<readonly [what: string, hidden: string]>([
  ["a zero-width space", "\u200b"],
  ["variation selectors", "\ufe0f\u{e0100}"],
  ["a combining grapheme joiner", "\u034f"],
  ["Hangul fillers", "\u115f\u3164\uffa0"],
  ["Mongolian selectors", "\u180b\u180e"],
])("a token with %s in it is one all the same", (_, hidden) => {
  const { detailText } = createSanitizer();
  for (const at of [1, 3, 8, 11, 20]) {
    const token = `sk-proj-abcdEFgh12IJ${"kl34MN"}`;
    const text = `We refused ${token.slice(0, at)}${hidden}${token.slice(at)} today.`;
    expect(messageOf(text).message).toBe("We refused [credential] today.");
    expect(detailText(text)).toBe("We refused [credential] today.");
  }
});

test.each(["1️⃣ and #️⃣ are keys", "I ❤️ it ©️", "葛󠄀 is a name", "می‌خواهم", "ᠠ᠋ is Mongolian", "क्‍ष"])(
  "what a script or an emoji needs stays: %s",
  (text) => {
    expect(messageOf(text)).toEqual({ message: text, removed: [] });
  },
);

test("removed names the kind, the rule and the place in the original string, but never the value", () => {
  const { message, removed } = messageOf("\u200bNo  answer of redis:6379 for /srv/a.ts and 10.0.0.1. Bye");
  expect(message).toBe("No answer of [host] for [path] and [host].");
  expect(removed).toEqual([
    { kind: "control", rule: "invisible-characters", index: 0 },
    { kind: "host", rule: "host-and-port", index: 15 },
    { kind: "path", rule: "posix-path", index: 30 },
    { kind: "host", rule: "private-ipv4", index: 44 },
    { kind: "rest", rule: "second-sentence", index: 53 },
  ]);
});

describe("a string that is too long is cut after a word, with an ellipsis", () => {
  test.each<readonly [what: string, text: string, message: string]>([
    ["between words", `${"word ".repeat(100)}end`, `${"word ".repeat(99)}word…`],
    ["in a word", `${"a".repeat(400)} ${"b".repeat(200)}`, `${"a".repeat(400)}…`],
    ["exactly fitting", `${"a ".repeat(249)}bc`, `${"a ".repeat(249)}bc`],
    ["one word", "a".repeat(501), `${"a".repeat(499)}…`],
    ["Thai", "ผู้ใช้".repeat(100), `${"ผู้ใช้".repeat(83)}…`],
    ["a placeholder", `${"模".repeat(495)}，10.0.0.1，${"模".repeat(20)}`, `${"模".repeat(495)}，…`],
  ])("%s", (_, text, message) => {
    expect(messageOf(text).message).toBe(message);
    expect(message.length).toBeLessThanOrEqual(500);
    expect(messageOf(message)).toEqual({ message, removed: [] });
  });
});

test("removed names the rest of a string that is too long to be read", () => {
  expect(messageOf("word ".repeat(1_601)).removed).toEqual([
    { kind: "rest", rule: "not-looked-at", index: 7_999 },
    { kind: "rest", rule: "too-long", index: 499 },
  ]);
});

describe("a first sentence that says nothing is not the end", () => {
  test.each<readonly [text: string, message: string]>([
    ["Oops! The model is down.", "The model is down."],
    ["Oops! Something went wrong! :(\n\nESLint: 9.39.1\n\nIt found no file.", "It found no file."],
    ["An unexpected error occurred.\nThe model is down.", "The model is down."],
    [
      "cart.pug:2:7\n    1| ul\n  > 2|   each item in\n------^\n    3|     li= item of it\n\nIt is wrong.",
      "It is wrong.",
    ],
    ["Oops! Stop! The model is down. Try again.", "The model is down."],
    ["Error:\nThe model is down.", "The model is down."],
    ["Error: \r\n\r\n  The model is down\nTry again", "The model is down"],
    ["/srv/app/x.js:3\nThe model is down", "The model is down"],
    ["app.js:10:5\n\nError: bad\n    at f (app.js:10:5)", "Error: bad"],
    ["502. Bad gateway behind it.", "Bad gateway behind it."],
    ["😀! The model is down.", "The model is down."],
    ["10.0.0.1. It is down.", "It is down."],
    ["エラー。モデルが見つかりません。", "モデルが見つかりません。"],
    ["停止！模型不可用。请重试。", "模型不可用。"],
    // What says something is left where it is.
    ["Card declined. Try another card.", "Card declined."],
    ["It's down. Try again later.", "It's down."],
    ["Error: timeout. Try again later.", "Error: timeout."],
    ["モデルが見つかりません。やり直してください。", "モデルが見つかりません。"],
    ["ไม่พบโมเดล\nThe model is down", "ไม่พบโมเดล"],
    // Where nothing does, the first is all there is.
    ["Oops! Stop!", "Oops!"],
    ["Oops! Something went wrong! :(", "Something went wrong! :("],
    ["Error:\n\n", "Error:"],
    ["停止！", "停止！"],
    // A line of the program is below its place.
    ["app.js:3\n    load(password)\n\nThe model is down", "The model is down"],
    ["app.js:3\nconst secret = 3;", "[path]"],
  ])("%j leaves as %j", (text, message) => {
    expect(messageOf(text).message).toBe(message);
    expect(messageOf(message).message).toBe(message);
  });

  test("and removed has what was before it", () => {
    expect(messageOf(" Oops!  The model\tis down. Bye").removed).toEqual([
      { kind: "rest", rule: "says-nothing", index: 0 },
      { kind: "rest", rule: "second-sentence", index: 26 },
    ]);
  });
});

test("no half of a credential is left at the end of what is read", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const text = `${"/srv/a ".repeat(1_141)}${token}`;
  expect(text.length).toBeGreaterThan(8_000);
  expect(messageOf(text).message).not.toContain("ghp_");
});

test.each([undefined, null, 3, 10n, {}, [], Symbol("x"), () => "x", Object.create(null), new Date(Number.NaN)])(
  "%s is no text and gives none",
  (value) => {
    expect(messageOf(value)).toEqual({ message: "", removed: [] });
  },
);

describe("a custom sanitizer", () => {
  test("keeps a host that its options call public, and no credential in its URL", () => {
    const { message } = createSanitizer({ internalHosts: ["acme.net"], keep: ["status.acme.net"] });
    expect(message("see https://status.acme.net/x").removed).toEqual([]);
    expect(message("see https://a:hunter2@status.acme.net/x").message).not.toContain("hunter2");
  });

  test("keeps group references correct in many custom rules", () => {
    const rules = Array.from({ length: 10 }, (_, index) => ({
      id: `pair-${index}`,
      kind: "credential" as const,
      pattern: new RegExp(`(?<private>([a-z])zeb(?!\\2)${index})`),
      redacts: [`azeb${index}`],
      keeps: ["zeb"],
    }));
    expect(createSanitizer({ rules }).message("Wrong azeb3 given").message).toBe("Wrong [credential] given");
  });

  test("is made once for each options object", () => {
    const options = { internalHosts: ["acme.net"] };
    expect(sanitizeMessage("acme.net is down", options).message).toBe("[host] is down");
    options.internalHosts.length = 0;
    expect(sanitizeMessage("acme.net is down", options).message).toBe("[host] is down");
  });
});
