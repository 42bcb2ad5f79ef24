import { expect, test } from "vitest";
import { trailingStack } from "../../packages/core/src/sanitizer/engine/trailing-stack.ts";
import { sanitizeMessage } from "../../packages/core/src/sanitizer/index.ts";
import { sampled } from "../support/effort.ts";
import { loadCorpus } from "./load.ts";

const STACK = "\n    at load (/srv/app/store.js:10:3)\n    at async node:internal/main/run:7:8";

test("a stack trace behind a text leaves the message that the text alone gives", { timeout: 60_000 }, () => {
  const texts = sampled(loadCorpus())
    .map(({ text }) => text)
    .filter((text) => trailingStack(text) < 0 && trailingStack(text + STACK) === text.length);
  expect(texts.length).toBeGreaterThan(100);
  for (const text of texts) expect(sanitizeMessage(text + STACK).message).toBe(sanitizeMessage(text).message);
});
