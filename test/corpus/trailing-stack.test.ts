import { expect, test } from "vitest";
import { lastFrames } from "../../packages/core/src/sanitizer/engine/trailing-stack.ts";
import { createSanitizer } from "../../packages/core/src/sanitizer/index.ts";
import { sampled } from "../support/effort.ts";
import { loadCorpus } from "./load.ts";

const FRAMES = [
  "\n    at load (/srv/app/store.js:10:3)",
  "\n    at async Store.open (file:///srv/app/store.mjs:5:6)",
  "\n    at async node:internal/main/run:7:8",
  "\n    at Array.map (<anonymous>)",
];

/** A sanitizer that keeps something cuts no stack trace off. */
const byRules = createSanitizer({ keep: ["nothing-of-these"] });
const sanitizer = createSanitizer();

test("a stack trace that is cut off leaves the message that the rules leave", { timeout: 60_000 }, () => {
  const texts = sampled(loadCorpus())
    .map(({ text }, index) => text + FRAMES.slice(0, 2 + (index % 3)).join(""))
    .filter((text) => lastFrames(text) > 0);
  expect(texts.length).toBeGreaterThan(100);
  const differing = texts.filter((text) => sanitizer.message(text).message !== byRules.message(text).message);
  // Of one text, the trace makes a rule take a word for a host that is none.
  expect(differing.length, differing[0]).toBeLessThanOrEqual(1);
});
