import { describe, expect, test } from "vitest";
import { knownSentenceOf } from "./sentence.ts";

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
  ])("%s is %s", (sentence, known) => {
    expect(knownSentenceOf(sentence)).toBe(known);
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
  ])("%s is none", (sentence) => {
    expect(knownSentenceOf(sentence)).toBeUndefined();
  });

  test("is found in little time", () => {
    const start = performance.now();
    for (const part of ["{}", "{} ", "a", "a{}", ":{}", '"', "a ", "# "]) knownSentenceOf(`${part.repeat(20_000)} {}`);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
