import { expect, test } from "vitest";
import { UsageError } from "../exit.ts";
import { readBaseline } from "./baseline.ts";

const SHAPE = 'baseline: expected an object with a reason for each id, such as { "AUT05": "until March" }';

test.each<readonly [what: string, value: unknown, message: string]>([
  ["null", null, SHAPE],
  ["a list", [], SHAPE],
  ["a text", "AUT05", SHAPE],
  ["a number", 5, SHAPE],
  ["an id that no audit has", { ENV99: "x" }, 'baseline: there is no audit "ENV99"'],
  ["an odd id", { '"\n': "x" }, 'baseline: there is no audit "\\"\\n"'],
  ["an unknown id after a known one", { ENV01: "x", ENV99: "x" }, 'baseline: there is no audit "ENV99"'],
  ["a reason that is no text", { ENV01: true }, "baseline: expected a reason for ENV01, as a text"],
  ["an empty reason", { ENV01: "" }, "baseline: expected a reason for ENV01, as a text"],
  ["a blank reason", { ENV01: " \n" }, "baseline: expected a reason for ENV01, as a text"],
])("a baseline is refused that is or has %s", (_what, value, message) => {
  expect(() => readBaseline(value)).toThrow(new UsageError(message));
});

test.each<readonly [what: string, value: Readonly<Record<string, string>>]>([
  ["no entry", {}],
  ["a reason for each id", { ENV01: "Until March.", RAW06: " Nobody asks. " }],
])("a baseline has %s", (_what, value) => {
  expect([...readBaseline(value)]).toEqual(Object.entries(value));
});
