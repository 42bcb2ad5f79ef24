import type { Browser } from "playwright-core";
import type { Served } from "./serve.ts";

const WIDE = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** The screenshots for people to look at: name, path, window and theme. */
const SCREENS: readonly (readonly [name: string, path: string, viewport: typeof WIDE, theme: "light" | "dark"])[] = [
  ["home", "/", WIDE, "light"],
  ["home-dark", "/", WIDE, "dark"],
  ["home-phone", "/", PHONE, "light"],
  ["code", "/codes/session_busy", WIDE, "light"],
  ["code-phone-dark", "/codes/session_busy", PHONE, "dark"],
  ["code-task", "/codes/harness_error", WIDE, "dark"],
  ["codes", "/codes/", WIDE, "light"],
  ["codes-phone", "/codes/", PHONE, "light"],
  ["prefix-phone", "/codes/vendor-prefix", PHONE, "light"],
  ["home-phone-dark", "/", PHONE, "dark"],
  [
    "playground-answer",
    "/playground#answer?code=file_too_large&detail=%7B%22max_bytes%22%3A%22many%22%7D",
    WIDE,
    "light",
  ],
  ["playground-message", "/playground#message", WIDE, "light"],
  ["playground-error", "/playground", WIDE, "light"],
  ["playground-dark", "/playground#message", WIDE, "dark"],
  ["playground-phone", "/playground", PHONE, "light"],
  ["guide", "/express", WIDE, "light"],
  ["guide-phone", "/express", PHONE, "dark"],
  ["table-phone", "/before-after", PHONE, "light"],
  ["foreign-errors", "/foreign-errors#axios", WIDE, "light"],
  ["foreign-errors-phone", "/foreign-errors#axios", PHONE, "dark"],
  ["reference", "/reference", WIDE, "dark"],
  ["reference-phone", "/reference#option-onerror", PHONE, "light"],
  ["many-columns", "/client#what-their-errors-show", WIDE, "light"],
  ["many-columns-phone", "/client#what-their-errors-show", PHONE, "light"],
  ["api", "/api/@uhp-errors/express", WIDE, "light"],
  ["api-phone", "/api/@uhp-errors/express", PHONE, "dark"],
];

/** Takes the screenshots. A short page is taken whole. */
export async function screenshots(browser: Browser, { url }: Served, folder: string): Promise<void> {
  for (const [name, path, viewport, colorScheme] of SCREENS) {
    const context = await browser.newContext({ viewport, colorScheme });
    const page = await context.newPage();
    await page.goto(url + path, { waitUntil: "networkidle" });
    const isShort = /^\/(?:$|playground|codes\/\w)/.test(path);
    await page.screenshot({ path: `${folder}${name}.png`, fullPage: isShort });
    await context.close();
  }
}
