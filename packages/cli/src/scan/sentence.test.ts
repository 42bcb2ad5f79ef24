import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import { findSentence, knownSentence, sentenceOfFields } from "./sentence.ts";

/** Returns the sentence of the value of `it`. */
function sentenceIn(text: string): string | undefined {
  const { constants } = parseModule("a.ts", text);
  return findSentence(constants.get("it"), constants);
}

describe("the sentence of a body is in", () => {
  test.each([
    '"Sold out"',
    "`Sold out`",
    '["Sold out"]',
    '[409, , "Sold out"]',
    '[409, "Sold out", "Gone"]',
    'failure("Sold out")',
    'failure(409, { message: "Sold out" })',
    'new Failure("Sold out")',
    'JSON.stringify({ message: "Sold out" })',
    't("Sold out")',
    '(await failure("Sold out"))!',
    '" Sold\\n  out "',
    '{ message: "Sold out" }',
    '{ msg: "Sold out" }',
    '{ error_description: "Sold out" }',
    '{ errorMessage: "Sold out" }',
    '{ detail: "Sold out" }',
    '{ description: "Sold out" }',
    '{ error: "Sold out" }',
    '{ err: "Sold out" }',
    '{ reason: "Sold out" }',
    '{ title: "Sold out" }',
    '{ statusMessage: "Sold out" }',
    '{ errors: ["Sold out"] }',
    '{ errors: "Sold out" }',
    '{ errors: { seat: "Sold out" } }',
    '{ errors: { seat() {}, row: 1, seat2: ["Sold out"] } }',
    '{ errors: [{ code: "TAKEN", message: "Sold out" }] }',
    '{ error: "TAKEN", message: "Sold out" }',
    '{ title: "Taken", detail: "Sold out" }',
    '{ errors: ["Taken"], message: "Sold out" }',
    '{ message: 1, error: "Sold out" }',
    '{ message: "409", error: "Sold out" }',
    '{ error: { error: { error: { error: { error: "Sold out" } } } } }',
  ])("%s", (expression) => {
    expect(sentenceIn(`const it = (${expression});`)).toBe("Sold out");
  });

  test.each([
    "409",
    '"409"',
    '"a b"',
    '""',
    "message",
    "error.message",
    '{ seat: "Sold out" }',
    '{ messages: "Sold out" }',
    '{ [message]: "Sold out" }',
    '{ message() { return "Sold out"; } }',
    "[]",
    "{}",
    "failure()",
    'table["Sold out"]',
    '{ error: { error: { error: { error: { error: { error: "Sold out" } } } } } }',
  ])("but not in %s", (expression) => {
    expect(sentenceIn(`const it = (${expression});`)).toBeUndefined();
  });

  test.each([
    '"Sold out"',
    "`Sold out`",
    '{ message: "Sold out" }',
    '["Sold out"]',
    'text || "Sold out"',
    'isOpen ? "Sold out" : ""',
    'JSON.stringify({ message: "Sold out" })',
  ])("a constant with the value %s", (value) => {
    expect(sentenceIn(`const it = body; const body = (${value});`)).toBe("Sold out");
  });

  test.each([
    'load("Sold out")',
    'new Body("Sold out")',
    'stringify("Sold out")',
    'other.stringify("Sold out")',
    'JSON.parse("Sold out")',
    "other",
  ])("but no constant with the value %s", (value) => {
    expect(sentenceIn(`const it = body; const other = "Sold out"; const body = (${value});`)).toBeUndefined();
  });

  test("the first thousand expressions, and no later one", () => {
    expect(sentenceIn(`const it = [${"1,".repeat(998)}"Sold out"];`)).toBe("Sold out");
    expect(sentenceIn(`const it = [${"1,".repeat(999)}"Sold out"];`)).toBeUndefined();
  });

  test("no more than 200 characters of a text", () => {
    expect(sentenceIn(`const it = "${"ab".repeat(150)}";`)).toBe("ab".repeat(100));
  });

  test("any field of an object with errors by field", () => {
    const { constants } = parseModule("a.ts", 'const it = { seat: 1, row: "Sold out" }; const other = "Sold out";');
    expect(sentenceOfFields(constants.get("it"), constants)).toBe("Sold out");
    expect(sentenceOfFields(constants.get("other"), constants)).toBeUndefined();
    expect(sentenceOfFields(undefined, constants)).toBeUndefined();
  });
});

describe("a sentence without its unknown parts", () => {
  test.each<readonly [sentence: string, known: string]>([
    ["The order is closed.", "The order is closed."],
    ["Order {} is closed", "Order is closed"],
    ["Order #{} was not found.", "Order was not found."],
    ["There is no order {}.", "There is no order"],
    ['There is no order with the id "{}".', "There is no order with the id"],
    ["No cat named {}", "No cat named"],
    ["Seat {} in row {} is taken", "Seat in row is taken"],
    ["Order {}, which you named, is closed", "Order which you named, is closed"],
    ["The booking {} expired", "The booking expired"],
    ["ab", "ab"],
    ["  Sold \n out ", "Sold out"],
    ["1. Order {} is closed", "1. Order is closed"],
    ["Order ({}) is closed", "Order is closed"],
    ["Order <{}> is closed", "Order is closed"],
    ["Order [{}] is closed", "Order is closed"],
    ["Order `{}` is closed", "Order is closed"],
    ["Order '{}' is closed", "Order is closed"],
    ["Order : # {} is closed", "Order is closed"],
    ["Order {}: is closed", "Order is closed"],
    ["Proof {} is closed", "Proof is closed"],
    ["Office {} is closed", "Office is closed"],
    ["Seats {} exist", "Seats exist"],
    ["Seat {} exists", "Seat exists"],
    ["Seat {} isn't free", "Seat isn't free"],
    ["Seat {} isn’t free", "Seat isn’t free"],
    ["The seat {}. Row three", "The seat Row three"],
    ["The seat {}, row three", "The seat row three"],
    ["The seat {} 3", "The seat 3"],
    ["Cannot find the seat {}", "Cannot find the seat"],
    ["Could not find the seat {}", "Could not find the seat"],
    ["You found {}", "You found"],
  ])("%s is %s", (sentence, known) => {
    expect(knownSentence(sentence)).toBe(known);
  });

  test.each([
    "Only {} left of {}.",
    "Cannot {} {}",
    "{} not found",
    '"{}" is not available',
    "{}",
    "At least {} characters",
    "You have {} orders",
    "Maximum {} items for an order",
    "Could not find {}",
    "Failed to reach {}.",
    "Missing {}",
    "A password of {} characters is too short",
    "",
    "a b",
    "409",
    "A {}",
    "It has {}",
    'It has "{}"',
    "It has '{}'",
    "It has `{}`",
    "It has ({})",
    "It has <{}>",
    "It has [{}]",
    "It has: {}",
    "It has : {}",
    "It has #{}",
    "It is an {}",
    "It is a {}",
    "The seat {} row",
    'The seat "{}" row',
    "The seat ({}) row",
    "The seat <{}> row",
    "The seat [{}] row",
    "The seat `{}` row",
    "The seat '{}' row",
    "The seat {}a row",
    "The seat {}1 row",
    "The seat {} basis",
    "The seat {} isle",
    "The seat {} booking",
    "Cannot find {}",
    "The app could not find {}",
    "The app can not find {}",
    "The app does not like {}",
    "They do not like {}",
    "They did not like {}",
    "They will not like {}",
    "Seat {} has {}",
    "A row of '{}' in 'A'",
    "A row: seat of: {}",
    "The seat {}-a row",
    "Unable to find {}",
    "1. {} not found",
  ])("%s is none", (sentence) => {
    expect(knownSentence(sentence)).toBeUndefined();
  });

  // A search that began again at each letter would take longer than a test may.
  test.each(["{}", "{} ", "a", "a{}", ":{}", '"', "a ", "# "])("is looked for in a long row of %j", (part) => {
    expect(() => knownSentence(`${part.repeat(200_000)} {}`)).not.toThrow();
  });
});
