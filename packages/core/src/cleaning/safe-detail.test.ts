import { describe, expect, test, vi } from "vitest";
import { sentDetail } from "../../../../test/support/sent.ts";
import { DEFAULT_SANITIZER } from "../sanitizer/engine/sanitizer.ts";
import { safeDetail } from "./safe-detail.ts";

test("plain JSON stays as it is", () => {
  const detail = { a: 1, b: ["x", null, true], c: { d: "😀" } };
  expect(sentDetail(detail)).toEqual(detail);
});

test.each([null, undefined, "text", 3, true, [1], new Date(0), new Error("x"), () => {}, Symbol("x")])(
  "%s is no detail",
  (value) => {
    expect(sentDetail(value)).toBeUndefined();
  },
);

test("the copy shares nothing with the original", () => {
  const inner = { a: 1 };
  const copy = sentDetail({ inner });
  inner.a = 2;
  expect(copy).toEqual({ inner: { a: 1 } });
  expect(Object.isFrozen(copy) && Object.isFrozen(copy?.["inner"])).toBe(true);
});

const endless = (): object => ({ toJSON: endless });

const fail = () => {
  throw new Error("secret");
};

const itself = {
  toJSON(): unknown {
    return this;
  },
  b: 1,
};

test.each<readonly [what: string, make: () => object, json: string]>([
  ["empty string", () => ({ a: "", b: [""] }), '{"a":"","b":[""]}'],
  ["toJSON that reads its name", () => ({ a: { toJSON: (name: string) => [name.length] } }), '{"a":[0]}'],
  ["toJSON without end", () => ({ a: endless() }), '{"a":"[truncated]"}'],
  ["fields of an object with a tag", () => ({ a: { [Symbol.toStringTag]: "Order", b: 1 } }), '{"a":{"b":1}}'],
  ["BigInt", () => ({ a: 10n }), '{"a":"10"}'],
  ["no numbers", () => ({ a: Number.NaN, b: Number.POSITIVE_INFINITY }), '{"a":null,"b":null}'],
  ["left out", () => ({ a: undefined, b: () => {}, c: Symbol("x"), d: [undefined] }), '{"d":[null]}'],
  ["toJSON", () => ({ a: { toJSON: () => ({ b: 1 }) } }), '{"a":{"b":1}}'],
  ["toJSON that returns its object", () => ({ a: itself }), '{"a":{"b":1}}'],
  ["toJSON that throws", () => ({ a: { toJSON: fail } }), '{"a":"[unreadable]"}'],
  ["getter that throws", () => Object.defineProperty({}, "a", { enumerable: true, get: fail }), '{"a":"[unreadable]"}'],
  ["proxy that throws", () => ({ a: new Proxy({}, { ownKeys: fail }) }), '{"a":"[unreadable]"}'],
  ["own __proto__", () => JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ["lone surrogate", () => ({ a: "\ud800" }), '{"a":"\ufffd"}'],
  ["long list", () => ({ a: Array(101).fill(1), b: 2 }), `{"a":[${"1,".repeat(100)}"[truncated]"],"b":2}`],
  ["a date, a URL", () => ({ a: new Date(0), b: new URL("x:y") }), '{"a":"1970-01-01T00:00:00.000Z","b":"x:y"}'],
  ["empty objects", () => ({ a: {}, b: Object.create(null), c: new (class Own {})() }), '{"a":{},"b":{},"c":{}}'],
  [
    "error",
    () => ({ a: Object.assign(new Error("secret"), { toJSON: () => ({ password: "x" }) }) }),
    '{"a":"[unreadable]"}',
  ],
  ["credential as a key", () => ({ "sk-abcdefghijkl": 1, a: 2 }), '{"a":2}'],
  ["credential", () => ({ a: "Bearer abcdefgh12345678 is old" }), '{"a":"Bearer [credential] is old"}'],
  ["stack", () => ({ a: "Boom\n    at run (x.js:1:2)" }), '{"a":"Boom\\n    [stack]"}'],
  [
    "credential by its key",
    () => ({ password: "tiger", headers: { authorization: "Basic YTpi", "x-id": "b" }, passwords: ["tiger"] }),
    '{"password":"[credential]","headers":{"authorization":"[credential]","x-id":"b"},"passwords":["[credential]"]}',
  ],
  [
    "random value that its key says is none",
    () => ({ cursor: "eyJpZCI6MTIzNDU2Nzg5MCwiYSI6Mn0", next_page_token: "CAESBgoEGgIIAQabcdef1234567890", key: "id" }),
    '{"cursor":"eyJpZCI6MTIzNDU2Nzg5MCwiYSI6Mn0","next_page_token":"CAESBgoEGgIIAQabcdef1234567890","key":"id"}',
  ],
  [
    "credential with something invisible in it",
    () => ({ a: "Bearer abcd\u200befgh12345678" }),
    '{"a":"Bearer [credential]"}',
  ],
  [
    "credential at the cut",
    () => ({ a: `${"x ".repeat(986)}postgres://app:hunter2secret@db.example.com/x` }),
    `{"a":"${"x ".repeat(986)}postgres://[credential]@db.e[truncated]"}`,
  ],
  ["path", () => ({ a: "skills/a.md", b: "/srv/x" }), '{"a":"skills/a.md","b":"/srv/x"}'],
  ["the same object twice", () => ({ a: itself, b: itself }), '{"a":{"b":1},"b":{"b":1}}'],
])("%s", (_what, make, json) => {
  expect(JSON.stringify(sentDetail(make()))).toBe(json);
});

test.each<readonly [what: string, make: () => object]>([
  ["typed array", () => new Uint8Array(10_000_000)],
  ["DataView", () => new DataView(new ArrayBuffer(8))],
  ["ArrayBuffer", () => new ArrayBuffer(8)],
  ["Blob", () => new Blob(["secret"])],
  ["FormData", () => new FormData()],
  ["Headers", () => new Headers({ authorization: "Bearer x" })],
  ["Request", () => new Request("https://a.example")],
  ["Response", () => new Response("secret")],
  ["ReadableStream", () => new ReadableStream()],
  ["URLSearchParams", () => new URLSearchParams("a=b")],
  ["Map", () => new Map([["a", 1]])],
  ["Promise", () => Promise.resolve(1)],
  ["RegExp", () => /x/],
  ["generator", () => (function* none() {})()],
  ["DOMException", () => new DOMException("secret", "AbortError")],
  ["DOMException with fields", () => Object.assign(new DOMException("secret"), { config: { a: 1 } })],
  ["error of another realm", () => ({ [Symbol.toStringTag]: "Error", config: 1 })],
  ["DOMException of another realm", () => ({ [Symbol.toStringTag]: "DOMException", config: 1 })],
  [
    "error with another name",
    () => Object.assign(new Error("secret"), { [Symbol.toStringTag]: "Refusal", config: { a: 1 } }),
  ],
  ["revoked proxy", revoked],
])("a %s becomes the placeholder for what is unreadable", (_what, make) => {
  expect(sentDetail({ a: make(), b: [make()] })).toEqual({ a: "[unreadable]", b: ["[unreadable]"] });
  expect(sentDetail(make())).toBeUndefined();
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

test("what is left out leaves no key", () => {
  const out = { a: undefined, b: () => {}, "sk-abcdefghijkl": 1, ["k".repeat(201)]: 1 };
  expect(sentDetail(out)).toStrictEqual({});
});

test("a cycle ends", () => {
  const a: Record<string, unknown> = {};
  a["b"] = { a };
  expect(sentDetail(a)).toEqual({ b: { a: "[circular]" } });
});

describe("at a limit, nothing is cut", () => {
  const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });

  test.each<readonly [what: string, detail: object, next: object, cut: object]>([
    ["a list", { a: Array(100).fill(1) }, { a: Array(101).fill(1) }, { a: [...Array(100).fill(1), "[truncated]"] }],
    ["a string", { a: "x".repeat(2_000) }, { a: "x".repeat(2_001) }, { a: `${"x".repeat(2_000)}[truncated]` }],
    ["a key", { ["k".repeat(200)]: 1 }, { ["k".repeat(201)]: 1 }, {}],
    ["the depth", nested(7), nested(8), JSON.parse(JSON.stringify(nested(8)).replace("{}", '"[truncated]"'))],
  ])("of %s", (_what, detail, next, cut) => {
    expect(sentDetail(detail)).toEqual(detail);
    expect(sentDetail(next)).toEqual(cut);
  });

  test("of a BigInt, whatever its sign", () => {
    const most = 10n ** 100n;
    expect(sentDetail({ a: most + 1n, b: -most - 1n })).toEqual({ a: "[truncated]", b: "[truncated]" });
    expect(sentDetail({ a: most, b: -most })).toEqual({ a: `${most}`, b: `${-most}` });
  });

  test("of the number of values, the detail among them", () => {
    const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 1]));
    expect(sentDetail(values(499))).toEqual(values(499));
    expect(sentDetail(values(500))).toEqual(values(499));
    const ones = Array(99).fill(1);
    const last = [...Array(97).fill(1), "[truncated]"];
    expect(sentDetail({ a: Array(9).fill(ones) })).toEqual({ a: [ones, ones, ones, ones, last, "[truncated]"] });
    const unreadable = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`k${index}`, { get: fail, enumerable: true }]),
    );
    expect(Object.keys(sentDetail(Object.defineProperties({}, unreadable)) ?? {})).toHaveLength(499);
  });

  test("of all characters, the last item of a list included", () => {
    const most = [...Array(15).fill("x".repeat(1_000)), "x".repeat(988), "y"];
    expect(sentDetail({ a: most })).toEqual({ a: most });
    const cut = `${"x".repeat(988)}[truncated]`;
    expect(sentDetail({ a: Array(30).fill("x".repeat(1_000)) })).toEqual({ a: [...most.slice(0, 15), cut] });
  });
});

test.each<readonly [what: string, detail: object, copy: object]>([
  ["a quote in it", { password: 'a"b c' }, { password: "[credential]" }],
  ["a quote that ends a word", { password: 'tiger" x' }, { password: "[credential]" }],
  ["a quote after a token in it", { note: 'Bearer abcd1234efgh"x" is old' }, { note: 'Bearer [credential]"x" is old' }],
  ["a backslash at its end", { password: "tiger\\" }, { password: "[credential]" }],
  ["several lines", { secret: "tiger\nlion" }, { secret: "[credential]" }],
  ["a token in a sentence", { text: "ghp_aB3dE5fG7hJ9kL2maB3dE5fG7hJ9kL2m is bad" }, { text: "[credential] is bad" }],
  [
    "credential by the name beside it",
    {
      env: [
        { name: "DB_PASSWORD", value: "hunter2" },
        { key: "password", value: "hunter2" },
      ],
    },
    {
      env: [
        { name: "DB_PASSWORD", value: "[credential]" },
        { key: "password", value: "[credential]" },
      ],
    },
  ],
  ["credential by the key around it", { password: { value: "hunter2" } }, { password: { value: "[credential]" } }],
  ["name beside it that is harmless", { name: "unit", value: "seconds" }, { name: "unit", value: "seconds" }],
])("a value with %s is sanitized together with its key", (_what, detail, copy) => {
  expect(sentDetail(detail)).toEqual(copy);
});

const S = "correcthorse";
const C = "[credential]";
/** 200 characters. */
const LONGEST_FLAG = `--${"a-".repeat(95)}password`;
const BYTES = new TextEncoder().encode(S);

describe("what is known by its key", () => {
  test.each<readonly [what: string, detail: object, copy: object]>([
    ["a number", { pin: 83_746_152, otp: 482_913 }, { pin: C, otp: C }],
    ["a BigInt", { pin: 83_746_152n }, { pin: C }],
    ["a number with its name beside it", { name: "pin", value: 8374 }, { name: "pin", value: C }],
    ["deep below a secret", { password: { a: { b: ["tiger"] } } }, { password: { a: { b: [C] } } }],
    ["deep below a token", { token: { a: [{ b: S }] } }, { token: { a: [{ b: C }] } }],
    ["pairs", { headers: [["authorization", S]] }, { headers: [["authorization", C]] }],
    ["pairs under another name", { entries: [["authorization", S]] }, { entries: [["authorization", C]] }],
    ["Node's headers", { rawHeaders: ["X-Api-Key", S, "Host", S] }, { rawHeaders: ["X-Api-Key", C, "Host", S] }],
    ["flags", { argv: ["--password", S, "run", S] }, { argv: ["--password", C, "run", S] }],
    ["a flag with a user", { argv: ["-u", `joe:${S} x`] }, { argv: ["-u", C] }],
    ...["param", "path", "field", "column", "name", "key", "header", "property"].map(
      (beside): [string, object, object] => [
        `a value beside ${beside}`,
        { [beside]: "password", value: S },
        { [beside]: "password", value: C },
      ],
    ),
    ["a value beside a dotted path", { param: "user.password", value: S }, { param: "user.password", value: C }],
    ["a value beside a path of steps", { path: ["a", "password"], value: S }, { path: ["a", "password"], value: C }],
    ["a value beside a pointer", { instancePath: "/password", value: S }, { instancePath: "/password", value: C }],
    ["a value beside an item's path", { path: ["passwords", 0], value: S }, { path: ["passwords", 0], value: C }],
    [
      "a value beside a path of objects",
      { path: [{ key: "password", value: S }], input: S },
      { path: [{ key: "password", value: C }], input: C },
    ],
    ["a value before it was cast", { path: "password", originalValue: S }, { path: "password", originalValue: C }],
    ["what was received", { param: "password", received: S }, { param: "password", received: C }],
    ...["jwt", "bearer", "auth", "sid", "sessionId", "pass word", "p\u0430ssword"].map(
      (key): [string, object, object] => [`the key ${key}`, { [key]: S }, { [key]: C }],
    ),
    ["cookies", { cookies: { sid: S } }, { cookies: { sid: C } }],
    ["a list", { tokens: [S, S] }, { tokens: [C, C] }],
    ["a buffer as JSON", { a: { type: "Buffer", data: [...BYTES] } }, { a: "[unreadable]" }],
    ["pairs below a secret", { passwords: [["joe", S]] }, { passwords: [[C, C]] }],
    ["a pair after a flag", { argv: ["--token", ["joe", S]] }, { argv: ["--token", [C, C]] }],
    ["pairs of headers below a secret", { secret: { headers: ["joe", S] } }, { secret: { headers: [C, C] } }],
    ["strings beside one digit", { pin: [1, S, S, S] }, { pin: [1, C, C, C] }],
    [
      "a value beside the longest name",
      { name: `${"a ".repeat(96)}password`, value: S },
      { name: `${"a ".repeat(96)}password`, value: C },
    ],
    ["what follows the longest flag", { argv: [LONGEST_FLAG, S] }, { argv: [LONGEST_FLAG, C] }],
    ["a negative number", { pin: -83_746_152 }, { pin: C }],
    ["digits", { pin: [8, 3, 7, 4] }, { pin: C }],
    ["characters", { password: [...S] }, { password: C }],
    ["bytes", { token: [...BYTES] }, { token: C }],
    ["a string in an object", { password: Object(S) }, { password: "[unreadable]" }],
    ["bytes as JSON", { token: { ...BYTES } }, { token: "[unreadable]" }],
  ])("goes: %s", (_what, detail, copy) => expect(sentDetail(detail)).toEqual(copy));

  test.each<readonly [what: string, detail: object]>([
    ["keys that contain such a name", { author: S, authority: S, residence: S, pinned: S, spin: 83_746, option: S }],
    ["words with such an ending", { passport: S, compass: S, keyboard: S, monkey: S, shipping: 83_746, opinion: S }],
    ["counts", { tokens: 9_000, max_tokens: 4_096, token_count: 8_192, pin_count: 8_374, password_min_length: 1_024 }],
    ["what is wrong with a secret", { password: { code: "too_short", minLength: 1_024, message: "is too short" } }],
    ["what a token is for", { token: { type: "bearer", expires_in: 86_400, scope: "orders:write" } }],
    ["who has credentials", { credentials: { username: S, type: "basic" } }],
    ["names of fields", { required: ["password", "email"], fields: ["token", "user_id"] }],
    ["an empty key", { "": 1_234 }],
    ["a value beside a longer name", { name: `${"a ".repeat(97)}password`, value: S }],
    ["what follows a longer flag", { argv: [`${LONGEST_FLAG}s`, S] }],
    ["a name after the value that is a name", { rawHeaders: ["X-Note", "authorization", S, "y"] }],
    ["names of headers", { headers_to_keep: ["authorization", S] }],
    ["an odd list of three", { entries: [["authorization", S, S]] }],
    ["a short number", { pin: 123 }],
    ["flags without values", { hint: ["--password", "--token"] }],
    ["pairs of words", { pairs: [["name", "token"]], headers: [["content-type", "text/html"]] }],
    ["what is wrong with a field", { param: "password", message: S }],
    ["a word for what is wrong", { auth: "required", bearer: "missing", session: "expired", jwt: "malformed" }],
    ["an id of the protocol", { session_id: "sess_01h8x2" }],
    ["an ordinary list after a name", { steps: [["login", "read", "logout"]] }],
    ["a short list below a secret", { pin: [4, 8] }],
    ["a list of numbers", { vector: [0.123_456, 1_234, 5_678] }],
    ["a Russian word", { "\u0430\u0434\u0440\u0435\u0441": S }],
    ["an object of a type", { type: "Buffer", data: S }],
  ])("stays: %s", (_what, detail) => expect(sentDetail(detail)).toEqual(detail));
});

describe("what follows the last value that is kept", () => {
  const filler = (count: number) => ({
    a: Array.from({ length: 100 }, () => Array.from({ length: count }, () => 1)).slice(0, 4),
    b: Array.from({ length: 70 }, () => 1),
  });

  test.each([17, 18, 19, 20, 21, 22])("says that a list of characters is a secret (%i values before it)", (values) => {
    const rest = Array.from({ length: values }, () => 1);
    const sent = sentDetail({ ...filler(98), rest, password: [..."hunter2secret"] });
    expect(sent?.["password"]).toBe("[credential]");
  });

  test("says what was given", () => {
    const names = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 1]));
    const row = { value: "hunter2", ...names, name: "password" };
    expect(JSON.stringify(sentDetail({ ...filler(98), row }))).not.toContain("hunter2");
    expect(sentDetail({ row })).toMatchObject({ row: { value: "[credential]" } });
  });
});

test("a string that the sanitizer cannot make safe becomes a placeholder", () => {
  const change = (text: string) => (text.includes("odd") ? "" : text);
  const unsettled = { message: () => ({ message: "", removed: [] }), detailText: change, logText: change };
  expect(sentDetail({ a: "odd", b: "even", c: ["odd"], d: "" }, unsettled)).toEqual({
    a: "[unreadable]",
    b: "even",
    c: ["[unreadable]"],
    d: "",
  });
});

describe("what is kept is at most 16,000 characters, with keys and placeholders", () => {
  /** Returns all keys and strings of a copy. */
  function textIn(value: unknown): string {
    if (typeof value === "string") return value;
    if (typeof value !== "object" || value === null) return "";
    return Object.entries(value)
      .map(([key, member]) => (Array.isArray(value) ? "" : key) + textIn(member))
      .join("");
  }
  const many = (make: (index: number) => unknown) =>
    Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`key${index}`, make(index)]));

  test.each<readonly [what: string, detail: object]>([
    ["long texts", many(() => "word ".repeat(500))],
    ["one text too many", Object.fromEntries("abcdefghi".split("").map((key) => [key, "x".repeat(2_000)]))],
    ["texts that end there", many((index) => "x".repeat(index < 8 ? 1_990 : 1))],
    ["lists of texts", { a: Array(99).fill(Array(99).fill("x".repeat(400))) }],
    ["long keys", Object.fromEntries(Array.from({ length: 499 }, (_, index) => [`${index}`.padEnd(200, "k"), "x"]))],
    ["cycles and errors", many((index) => [new Error("x"), "y".repeat(index)])],
  ])("%s", (_what, detail) => {
    const copy = sentDetail(detail);
    expect(textIn(copy).length).toBeLessThanOrEqual(16_000);
    expect(textIn(copy).length).toBeGreaterThan(15_500);
  });

  test("and says what was cut", () => {
    const [first, last] = [0, 7].map((index) => sentDetail(many(() => "x".repeat(3_000)))?.[`key${index}`]);
    expect(first).toBe(`${"x".repeat(2_000)}[truncated]`);
    expect(last).toMatch(/x\[truncated\]$/);
  });
});

test.each(["https://admin:hunter2@example.com/", "postgres://u:hunter2@h/d"])(
  "half a character in front hides no secret in a key: %s",
  (secret) => {
    for (const half of ["\ud800", "\udc00"]) expect(sentDetail({ [`a${half}${secret}`]: 1 })).toEqual({});
  },
);

test("a sanitizer that throws or returns no string lets no string out, keys included", () => {
  const message = () => ({ message: "", removed: [] });
  const broken = { message, detailText: fail, logText: fail };
  const odd = { message, detailText: () => 3 as never, logText: fail };
  expect(sentDetail({ a: "text", b: 1 }, broken)).toEqual({});
  expect(sentDetail({ a: "text", b: 1 }, odd)).toEqual({});
});

test.each<readonly [what: string, change: (text: string) => unknown, copy: string]>([
  ["throws", fail, "[unreadable]"],
  ["returns no string", () => 3, "[unreadable]"],
  ["removes the end, with the quote", (text) => text.replace('word"', ""), "[credential]"],
  ["removes the beginning, with the key", (text) => text.replace('"a":"wo', "[credential]"), "[credential]"],
])("of a text that a sanitizer %s, nothing is sent", (_what, change, copy) => {
  const detailText = (text: string) => (text.startsWith('"') ? change(text) : text) as string;
  const sanitizer = { message: () => ({ message: "", removed: [] }), detailText, logText: fail };
  expect(sentDetail({ a: "word" }, sanitizer)).toEqual({ a: copy });
  expect(sentDetail({ a: "" }, sanitizer)).toEqual({ a: "" });
});

describe("the number of reads is bounded, however much is given", () => {
  /** Makes a sanitizer that leaves strings alone, and counts the code units that it was given to examine. */
  function counting(change: (text: string) => string) {
    const looked: number[] = [];
    const detailText = (text: string) => {
      looked.push(text.length);
      return change(text);
    };
    const message = () => ({ message: "", removed: [] });
    return {
      sanitizer: { message, detailText, logText: fail },
      total: () => looked.reduce((sum, length) => sum + length, 0),
    };
  }

  const object = (make: (index: number) => readonly [string, unknown]) =>
    Object.fromEntries(Array.from({ length: 499 }, (_, index) => make(index)));
  const long = "x".repeat(4_000);

  test.each<readonly [what: string, detail: object, change: (text: string) => string]>([
    ["texts that stay", object((index) => [`k${index}`, long]), (text) => text],
    ["texts that go", object((index) => [`k${index}`, long]), (text) => (text.length > 9 ? "" : text)],
    ["texts that go by their key", object((index) => [`k${index}`, long]), (text) => text.replace(/^".*/, "")],
    ["texts in lists", { a: Array(99).fill(Array(99).fill(long)) }, (text) => text.replace(/^.{10}.*/, "[credential]")],
    ["keys that stay", object((index) => [`${index}`.padEnd(200, "k"), 1]), (text) => text],
    ["keys that go", object((index) => [`${index}`.padEnd(200, "k"), 1]), () => ""],
  ])("%s", (_what, detail, change) => {
    const { sanitizer, total } = counting(change);
    sentDetail({ ...detail }, sanitizer);
    expect(total()).toBeGreaterThan(3_000);
    expect(total()).toBeLessThanOrEqual(40_000 + 16_000);
  });

  test("just so much is examined, and a long text no further than it could matter", () => {
    const { sanitizer, total } = counting((text) => text.replace(/x+/, "y"));
    // Each with its key twice, quotes and a colon: 4,000.
    const detail = object((index) => [`k${index}`, "x".repeat(3_991)]);
    const copy = sentDetail(detail, sanitizer) ?? {};
    expect([copy["k0"], copy["k9"], copy["k10"]]).toEqual(["y", "y", "[truncated]"]);
    const one = counting((text) => text.replace(/x+/, "y"));
    expect(sentDetail({ a: "x".repeat(4_000) }, one.sanitizer)).toEqual({ a: "y" });
    expect(sentDetail({ a: "x".repeat(4_001) }, one.sanitizer)).toEqual({ a: "y[truncated]" });
    expect(sentDetail({ a: "x".repeat(100_000) }, one.sanitizer)).toEqual({ a: "y[truncated]" });
    expect([total() < 45_000, one.total()]).toEqual([true, 3 * 4_007]);
  });

  test("a number is examined with its key as long as there is room", () => {
    const { sanitizer } = counting((text) => text.replace(/x+/, "y"));
    const full = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`k${index}`, "x".repeat(3_991)]));
    // The key `n`, and with it the number: seven.
    expect(sentDetail({ ...full, f: "x".repeat(3_986), n: 1_234 }, sanitizer)?.["n"]).toBe(1_234);
    expect(sentDetail({ ...full, f: "x".repeat(3_987), n: 1_234, s: "a word" }, sanitizer)).toMatchObject({
      f: "y",
      n: "[truncated]",
      s: "[truncated]",
    });
  });

  test("as much as is allowed of harmless strings is kept", () => {
    const texts = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`key${index}`, "word ".repeat(400)]));
    expect(sentDetail(texts)).toEqual(texts);
    const pairs = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`a_key_of_20_units_${index + 100}`, "a text of 17 unit"]),
    );
    expect(sentDetail(pairs)).toEqual(pairs);
  });
});

test("a number of up to three digits is a count, and one without a name too", () => {
  const detailText = (text: string) => text.replace(/\d/g, "#");
  const sanitizer = { message: () => ({ message: "", removed: [] }), detailText, logText: fail };
  expect(sentDetail({ a: 999, b: 1_000, c: -999, "": 1_000 }, sanitizer)).toEqual({
    a: 999,
    b: "[credential]",
    c: -999,
    "": 1_000,
  });
});

test("a detail without anything private is sent as it was copied", () => {
  const copy = Object.freeze({ a: Object.freeze(["x", 1, null]), b: Object.freeze({ c: "y" }) });
  expect(safeDetail(copy, DEFAULT_SANITIZER)).toBe(copy);
});

test("a promise in a detail may reject", () => {
  const rejected = Promise.reject(new Error("of the detail"));
  const then = vi.spyOn(rejected, "then");
  expect(sentDetail({ a: rejected })).toEqual({ a: "[unreadable]" });
  expect(then).toHaveBeenCalledWith(undefined, expect.any(Function));
});
