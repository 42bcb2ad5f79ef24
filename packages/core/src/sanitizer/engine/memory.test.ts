import { describe, expect, test } from "vitest";
import { createSanitizer } from "./create-sanitizer.ts";
import { Memory } from "./memory.ts";

const texts = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `text ${index + from}`);

describe("a memory of strings", () => {
  test("knows what was added lately, and nothing else", () => {
    const memory = new Memory();
    for (const text of texts(256)) memory.add(text);
    expect(texts(256).every((text) => memory.has(text))).toBe(true);
    expect(memory.has("text 256")).toBe(false);
  });

  test("forgets a string that was not used while many others were added", () => {
    const memory = new Memory();
    memory.add("rare");
    memory.add("common");
    for (const text of texts(2_000)) {
      memory.add(text);
      expect(memory.has("common")).toBe(true);
    }
    expect(memory.has("rare")).toBe(false);
    expect(texts(2_000).filter((text) => memory.has(text)).length).toBeLessThanOrEqual(512);
  });

  test("keeps no long string", () => {
    const memory = new Memory();
    memory.add("x".repeat(500));
    memory.add("x".repeat(501));
    expect(memory.has("x".repeat(500))).toBe(true);
    expect(memory.has("x".repeat(501))).toBe(false);
  });
});

test.each([
  "No answer of 10.0.0.1",
  "password=hunter2",
  "See https://example.com/docs for it",
  "Das Feld „name“ fehlt",
  "One thing. Another",
  "\u200bHidden",
])("a text comes out the same however often it is given: %j", (text) => {
  const { message, detailText } = createSanitizer();
  const [first, detail] = [message(text), detailText(text)];
  for (let time = 0; time < 3; time += 1) {
    expect(message(text)).toEqual(first);
    expect(detailText(text)).toBe(detail);
  }
});

test("what one sanitizer found clean, another still checks", () => {
  expect(createSanitizer().message("acme.net is down").message).toBe("acme.net is down");
  expect(createSanitizer({ internalHosts: ["acme.net"] }).message("acme.net is down").message).toBe("[host] is down");
});
