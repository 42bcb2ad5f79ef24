import { describe, expect, test } from "vitest";
import { createSanitizer } from "../sanitizer/engine/create-sanitizer.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { safeSentence, sharedName, sharedSentence } from "./shared-text.ts";

const KEY = `sk_live_${"a1B2".repeat(20)}`;

const broken = (message: Sanitizer["message"]): Sanitizer => ({ ...DEFAULT_SANITIZER, message });

const fail = (): never => {
  throw new Error("x");
};

describe("a name that may leave the company", () => {
  test.each<[name: string, limit: number, shown: string]>([
    ["ApiError", 8, "ApiError"],
    ["ApiErrors", 8, "ApiErro…"],
    ["a\nb\u0007", 20, "a\\nb"],
    [`${KEY} tail`, 20, "[credential]"],
    [`${KEY} tail`, 30, "[credential] tail"],
    ["", 8, ""],
  ])("%j of at most %i characters is %j", (name, limit, shown) => expect(sharedName(name, limit)).toBe(shown));
});

describe("a sentence that may leave the company", () => {
  const own = createSanitizer({ internalHosts: ["acme.example"] });

  test.each<[text: string, sanitizer: Sanitizer, shown: string]>([
    ["There is no order 7.", DEFAULT_SANITIZER, "There is no order 7."],
    ["The order is gone. Try another.", DEFAULT_SANITIZER, "The order is gone."],
    ["There is no order at fleet.acme.example here.", own, "There is no order at [host] here."],
    ["The key was cut sk_live_a1…", DEFAULT_SANITIZER, "The key was cut…"],
    ["sk_live_a1…", DEFAULT_SANITIZER, "…"],
    [`${"word ".repeat(40)}end`, DEFAULT_SANITIZER, `${"word ".repeat(40).slice(0, 159)}…`],
    ["There is no order 7.", broken(fail), ""],
    ["There is no order 7.", broken((() => ({ message: 7 })) as never), ""],
  ])("%j", (text, sanitizer, shown) => expect(sharedSentence(text, sanitizer)).toBe(shown));

  test("is what the sanitizer makes of it, or nothing", () => {
    expect(safeSentence("Not at db-1.internal now.", DEFAULT_SANITIZER)).toBe("Not at [host] now.");
    expect(safeSentence("There is no order 7.", broken(fail))).toBe("");
  });
});
