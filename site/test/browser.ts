import chromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, type Page, chromium as playwright } from "playwright-core";

/** Starts a browser from an npm package. */
export async function startBrowser(): Promise<Browser> {
  // In a single process, closing the first window would end the browser.
  const args = chromium.args.filter((arg) => arg !== "--single-process");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}

/** What a page should not have done. */
export interface Noted {
  /** Errors and warnings on the console, uncaught errors, and responses with a status of 400 or higher. */
  readonly problems: string[];
  /** Addresses outside the site that the page requested. Each is blocked. */
  readonly outside: string[];
}

/** Opens a page and notes everything that it should not do. */
export async function openPage(context: BrowserContext, origin: string): Promise<{ page: Page } & Noted> {
  const page = await context.newPage();
  const problems: string[] = [];
  const outside: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()}: ${response.url()}`);
  });
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(origin) || url.startsWith("data:")) return route.continue();
    outside.push(url);
    return route.abort();
  });
  return { page, problems, outside };
}
