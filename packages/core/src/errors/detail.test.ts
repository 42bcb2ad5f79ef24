import { describe, expect, test } from "vitest";
import { copyDetail } from "./detail.ts";

const TOKEN = "ghp_aB3dE5fG7hJ9kL2maB3dE5fG7hJ9kL2m";

test("a copy keeps secrets, which the contract that answers removes", () => {
  const detail = { password: "hunter2", note: `Bearer ${TOKEN}`, [TOKEN]: 1, pin: 83_746_152, "": "at run (x.js:1:2)" };
  expect(copyDetail(detail)).toEqual(detail);
});

describe("a copy has room for what the sanitizer must see whole", () => {
  test.each<readonly [what: string, detail: object, next: object, cut: object]>([
    ["a string", { a: "x".repeat(4_000) }, { a: "x".repeat(4_001) }, { a: `${"x".repeat(4_000)}[truncated]` }],
    [
      "all strings",
      { a: Array(10).fill("x".repeat(3_999)) },
      { a: [...Array(9).fill("x".repeat(3_999)), "y".repeat(3_999), "z".repeat(100)] },
      { a: [...Array(9).fill("x".repeat(3_999)), "y".repeat(3_999)] },
    ],
    [
      "a name, without which nothing follows",
      { argv: ["x"] },
      { a: Array(10).fill("x".repeat(3_998)), argv: [`--password${"x".repeat(3_000)}`, "id"], b: "y" },
      { a: Array(10).fill("x".repeat(3_998)), argv: ["[truncated]"] },
    ],
    [
      "a string that is left out whole, not cut",
      { a: "x" },
      { a: Array(11).fill("x".repeat(3_900)) },
      { a: [...Array(10).fill("x".repeat(3_900)), "[truncated]"] },
    ],
  ])("%s", (_what, detail, next, cut) => {
    expect(copyDetail(detail)).toEqual(detail);
    expect(copyDetail(next)).toEqual(cut);
  });
});

describe("a copy", () => {
  const cycle: Record<string, unknown> = { a: 1 };
  Object.assign(cycle, { self: cycle, list: [cycle] });
  const shared = { b: 1 };
  const nested = (levels: number, end: unknown): unknown => (levels === 0 ? end : { a: nested(levels - 1, end) });
  const endless = (): object => ({ toJSON: () => ({ a: endless() }) });
  const throwing = () => Number.NaN.toFixed(101);
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]));

  test.each<readonly [what: string, detail: object, copy: object]>([
    ["marks a cycle", cycle, { a: 1, self: "[circular]", list: ["[circular]"] }],
    ["keeps what is in two places", { x: shared, y: [shared, shared] }, { x: shared, y: [shared, shared] }],
    ["has eight levels", nested(8, 1) as object, nested(8, 1) as object],
    ["has no ninth level", nested(9, 1) as object, nested(8, "[truncated]") as object],
    ["has no endless levels that a `toJSON` makes", endless(), nested(4, "[truncated]") as object],
    ["leaves out what is no JSON", { a: undefined, b: throwing, c: Symbol("x"), d: 1 }, { d: 1 }],
    [
      "has null for it in a list",
      { a: [undefined, throwing, 1, Number.NaN, null] },
      { a: [null, null, 1, null, null] },
    ],
    ["has truths and null", { a: true, b: false, c: null }, { a: true, b: false, c: null }],
    [
      "has the digits of a BigInt",
      { a: 12n, b: [10n ** 100n, -(10n ** 100n)], c: [10n ** 100n + 1n, -(10n ** 100n) - 1n] },
      { a: "12", b: [`1${"0".repeat(100)}`, `-1${"0".repeat(100)}`], c: ["[truncated]", "[truncated]"] },
    ],
    [
      "has no field of an error",
      {
        a: new TypeError("x"),
        b: new DOMException("x"),
        c: Object.assign(Object.create(null), { [Symbol.toStringTag]: "Error", x: 1 }),
      },
      { a: "[unreadable]", b: "[unreadable]", c: "[unreadable]" },
    ],
    [
      "has no bytes",
      {
        a: new Uint8Array(2),
        b: new ArrayBuffer(1),
        c: { type: "Buffer", data: [120] },
      },
      { a: "[unreadable]", b: "[unreadable]", c: "[unreadable]" },
    ],
    [
      "has what only looks like a buffer",
      { a: { type: "Buffer", data: "x" }, b: { type: "File", data: [1] } },
      { a: { type: "Buffer", data: "x" }, b: { type: "File", data: [1] } },
    ],
    [
      "marks an object without fields that is no plain one",
      { a: new Map([[1, 2]]), b: Promise.resolve(), c: {}, d: Object.assign(new Map(), { x: 1 }) },
      { a: "[unreadable]", b: "[unreadable]", c: {}, d: { x: 1 } },
    ],
    [
      "has what `toJSON` makes",
      {
        a: new Date(0),
        b: { toJSON: () => 7 },
        c: { toJSON: throwing },
        d: { toJSON: 7 },
        e: { toJSON: (key: string) => [key] },
      },
      { a: "1970-01-01T00:00:00.000Z", b: 7, c: "[unreadable]", d: { toJSON: 7 }, e: [""] },
    ],
    [
      "marks a getter that throws",
      Object.defineProperty({ a: 1 } as object, "b", { get: throwing, enumerable: true }),
      { a: 1, b: "[unreadable]" },
    ],
    ["has 100 elements of a list", { a: Array(100).fill(1) }, { a: Array(100).fill(1) }],
    ["has no more of them", { a: Array(101).fill(1) }, { a: [...Array(100).fill(1), "[truncated]"] }],
    ["has 500 values", keys(499), keys(499)],
    ["has no more values", keys(501), keys(499)],
    [
      "has 500 values in lists",
      { a: Array(6).fill(Array(90).fill(1)) },
      { a: [...Array(5).fill(Array(90).fill(1)), [...Array(42).fill(1), "[truncated]"]] },
    ],
    [
      "counts a getter that throws",
      getters(501),
      Object.fromEntries(Object.keys(keys(499)).map((key) => [key, "[unreadable]"])),
    ],
    [
      "has a key of 200 characters, and no longer one",
      { ["k".repeat(200)]: 1, ["l".repeat(201)]: 2, m: 3 },
      { ["k".repeat(200)]: 1, m: 3 },
    ],
    ["has 40,000 characters", { a: filled(39_999) }, { a: filled(39_999) }],
    ["has no more characters", { a: filled(40_000) }, { a: [...filled(36_000), "[truncated]"] }],
    ["has the last element if a mark would fit too", { a: [...filled(39_988), "x"] }, { a: [...filled(39_988), "x"] }],
    ["ends a list without a mark that does not fit", { a: [...filled(39_989), "x"] }, { a: filled(39_989) }],
    [
      "ends before a key that does not fit",
      { a: filled(39_990), [`b${"b".repeat(20)}`]: 1, c: 2 },
      { a: filled(39_990) },
    ],
    [
      "leaves out what was given if its name may be left out",
      { value: 1, given: 2, a: filled(39_970), [`b${"b".repeat(40)}`]: 1 },
      { a: filled(39_970) },
    ],
  ])("%s", (_what, detail, copy) => expect(copyDetail(detail)).toStrictEqual(copy));

  test.each([
    [[1]],
    [new Error("x")],
    [null],
    [undefined],
    ["x"],
    [7],
    [throwing],
    [new Map()],
    [{ toJSON: () => [1] }],
  ])("is made only of an object with fields: %o", (value) => expect(copyDetail(value)).toBe(undefined));

  /** Strings with so many characters. */
  function filled(characters: number): string[] {
    const whole = Array<string>(Math.floor(characters / 4_000)).fill("x".repeat(4_000));
    return characters % 4_000 === 0 ? whole : [...whole, "x".repeat(characters % 4_000)];
  }

  function getters(count: number): object {
    const fields = Object.keys(keys(count)).map((key) => [key, { get: throwing, enumerable: true }]);
    return Object.defineProperties({}, Object.fromEntries(fields));
  }
});

test.each(["\ud800", "\udc00x"])("half a character is replaced, in a key and a string", (half) => {
  expect(copyDetail({ [half]: half })).toEqual({ [half.toWellFormed()]: half.toWellFormed() });
});
