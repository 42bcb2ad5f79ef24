import { expect, test } from "vitest";
import { readBaseline } from "./baseline.ts";

const SHAPE = 'expected an object with a reason for each id, such as { "AUT05": "until March" }';

test.each<readonly [what: string, value: unknown, message: string]>([
  ["null", null, SHAPE],
  ["a list", [], SHAPE],
  ["a text", "AUT05", SHAPE],
  ["a number", 5, SHAPE],
  ["an id that no audit has", { ENV99: "x" }, 'there is no audit "ENV99"'],
  ["an odd id", { '"\n': "x" }, 'there is no audit "\\"\\n"'],
  ["an unknown id after a known one", { ENV01: "x", ENV99: "x" }, 'there is no audit "ENV99"'],
  ["a reason that is no text", { ENV01: true }, "expected a reason for ENV01, as a string"],
  ["an empty reason", { ENV01: "" }, "expected a reason for ENV01, as a string"],
  ["a blank reason", { ENV01: " \n" }, "expected a reason for ENV01, as a string"],
])("a baseline is refused that is or has %s", (_what, value, message) => {
  expect(() => readBaseline(value)).toThrow(new TypeError(message));
});

test.each<readonly [what: string, value: Readonly<Record<string, string>>]>([
  ["no entry", {}],
  ["a reason for each id", { ENV01: "Until March.", RAW06: " Nobody asks. " }],
])("a baseline has %s", (_what, value) => {
  expect([...readBaseline(value)]).toEqual(Object.entries(value));
});
