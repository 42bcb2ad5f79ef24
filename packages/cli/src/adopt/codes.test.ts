import { expect, test } from "vitest";
import { Codes, type WantedError } from "./codes.ts";
import type { LeftToPerson } from "./result.ts";

/** Adds a code. Returns the message that the catalog has for it, or why it is refused. */
function add(codes: Codes, wanted: WantedError): object {
  try {
    return { message: codes.add(wanted) };
  } catch (thrown) {
    return { reason: (thrown as LeftToPerson).message };
  }
}

const CLOSED = { code: "acme_closed", status: 409, sentence: "It is closed." };
const KNOWN = { code: "acme_closed", status: 409, message: "It is closed.", hasDetail: false };

test("a code is added with the message that its first error has", () => {
  const codes = new Codes("acme");
  expect(codes.add(CLOSED)).toBe("It is closed.");
  expect(codes.add({ ...CLOSED, sentence: "It is shut." })).toBe("It is closed.");
  expect(codes.added).toEqual([{ code: "acme_closed", status: 409, message: "It is closed." }]);
});

test("codes are listed in the order of their names", () => {
  const codes = new Codes("acme");
  for (const name of ["b", "c", "a"]) codes.add({ ...CLOSED, code: `acme_${name}` });
  expect(codes.added.map(({ code }) => code)).toEqual(["acme_a", "acme_b", "acme_c"]);
});

test.each<readonly [what: string, sentence: string, status: number, message: string]>([
  ["its sentence", "It is closed.", 409, "It is closed."],
  ["its sentence without unknown parts", "Order {} is closed", 409, "Order is closed"],
  ["that of the status", "Only {} left of {}.", 409, "The request conflicts with the current state."],
])("the message of a code is %s", (_what, sentence, status, message) => {
  const codes = new Codes("acme");
  codes.add({ code: "acme_closed", status, sentence });
  expect(codes.added).toEqual([{ code: "acme_closed", status, message }]);
});

test.each<readonly [what: string, wanted: WantedError, reason: string]>([
  ["without a sentence", { ...CLOSED, sentence: undefined }, "it has no sentence for a code of its own"],
  ["with a sentence of unknown parts alone", { ...CLOSED, sentence: "{}" }, "it has no sentence for a code of its own"],
  [
    "with a sentence of unknown parts and single letters",
    { ...CLOSED, sentence: "{} a {}" },
    "it has no sentence for a code of its own",
  ],
  ["that is too long", { ...CLOSED, code: `acme_${"a".repeat(76)}` }, "its code would be too long"],
  [
    "of another vendor",
    { ...CLOSED, code: "other_closed" },
    'a catalog refuses `other_closed`: code "other_closed": a code of vendor "acme" must begin with "acme_"',
  ],
  ["that answers no request", { code: "timeout", status: 504, sentence: undefined }, "`timeout` needs a detail"],
  [
    "that needs a detail",
    { code: "file_too_large", status: 413, sentence: undefined },
    "`file_too_large` needs a detail",
  ],
])("a code is refused %s", (_what, wanted, reason) => {
  const codes = new Codes("acme");
  expect(add(codes, wanted)).toEqual({ reason });
  expect(codes.added).toEqual([]);
});

test("a code of 80 characters is not too long", () => {
  const codes = new Codes("acme");
  expect(codes.add({ ...CLOSED, code: `acme_${"a".repeat(75)}` })).toBe("It is closed.");
});

test("a code has one status", () => {
  const codes = new Codes("acme");
  codes.add(CLOSED);
  expect(add(codes, { ...CLOSED, status: 410 })).toEqual({ reason: "`acme_closed` would also be the code of a 409" });
});

test.each<readonly [what: string, code: string, sentence: string | undefined]>([
  ["with a sentence", "invalid_input", "It is odd."],
  ["without one", "invalid_input", undefined],
  ["of the vendor, with a sentence", "acme_conflict", "It is odd."],
  ["of the vendor, without one", "acme_conflict", undefined],
])("a code of the contract is not added: %s", (_what, code, sentence) => {
  const codes = new Codes("acme");
  expect(add(codes, { code, status: 409, sentence })).toEqual({ message: undefined });
  expect(codes.added).toEqual([]);
});

test.each<
  readonly [
    what: string,
    known: Partial<typeof KNOWN> | { status: undefined },
    sentence: string | undefined,
    added: object,
  ]
>([
  ["with the same message", {}, "It is closed.", { message: "It is closed." }],
  ["with another message", {}, "It is shut.", { message: "It is closed." }],
  ["for an error without a sentence", {}, undefined, { message: "It is closed." }],
  ["with a detail", { hasDetail: true }, "It is closed.", { reason: "`acme_closed` has a detail" }],
  [
    "with another status",
    { status: 410 },
    "It is closed.",
    { reason: "`acme_closed` would also be the code of a 410" },
  ],
  [
    "with a status that is no number",
    { status: undefined },
    "It is closed.",
    { reason: "the status of `acme_closed` is not a number in the catalog" },
  ],
])("a code that the catalog has already, %s", (_what, known, sentence, added) => {
  const codes = new Codes("acme", [{ ...KNOWN, ...known }]);
  expect(add(codes, { ...CLOSED, sentence })).toEqual(added);
  expect(codes.added).toEqual([]);
});

test("a prefix that is not allowed is refused", () => {
  expect(() => new Codes("Acme!")).toThrow(TypeError);
});
