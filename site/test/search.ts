import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** What readers search for, and the page or the section that must come first. */
const SEARCHES: readonly (readonly [words: string, kind: string, first: string])[] = [
  ["report only", "a chapter", "/operating#report-only"],
  ["validation error", "a task", "/recognizers"],
  ["retry in client", "a task", "/client"],
  ["hide message", "a task", "/sanitizer"],
  ["disable", "a task", "/operating"],
  ["adopt", "a task", "/adopting"],
  ["keep message", "a task", "/moving#keep-your-own-messages"],
  ["auth", "a task", "/auth"],
  ["testing", "a task", "/testing"],
  ["express", "a framework", "/express"],
  ["harness_not_found", "a code", "/codes/harness_not_found#harness_not_found"],
  ["session_busy", "a code", "/codes/session_busy#session_busy"],
  ["rate_limited", "a code", "/codes/rate_limited#rate_limited"],
  ["There is no such harness.", "a sentence", "/codes/harness_not_found#harness_not_found"],
  ["The bearer token is not accepted.", "a sentence", "/codes/invalid_credential#invalid_credential"],
  ["AxiosError", "an error class", "/foreign-errors#axios"],
  ["PrismaClientKnownRequestError", "an error class", "/foreign-errors#prismaclient"],
  ["onError", "an option", "/reference#option-onerror"],
  ["maxAttempts", "an option", "/client#option-maxattempts"],
];

export const SEARCH_FLOWS = Object.fromEntries(
  SEARCHES.map(([words, kind, first]) => [
    `Search finds ${kind}: ${words}`,
    async (page: Page, url: string) => {
      await page.goto(`${url}/koa`, { waitUntil: "networkidle" });
      await page.keyboard.press("Control+k");
      await page.locator("#localsearch-input").fill(words);
      const found = page.locator("#localsearch-list a");
      await found.first().waitFor();
      const address = (await found.first().getAttribute("href")) ?? "";
      const [path, anchor] = address.split("#");
      assert.equal(first.includes("#") ? address : path, first);
      await page.keyboard.press("Enter");
      await page.waitForURL(url + address);
      await page.locator(`[id="${anchor}"]`).waitFor();
    },
  ]),
);
