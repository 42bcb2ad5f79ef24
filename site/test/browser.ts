import chromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, type Page, chromium as playwright } from "playwright-core";

/** Starts the browser that comes with a package of npm. */
export async function startBrowser(): Promise<Browser> {
  // In one process, the first window that closes ends the browser.
  const args = chromium.args.filter((arg) => arg !== "--single-process");
  return playwright.launch({ executablePath: await chromium.executablePath(), args, headless: true });
}

/** What a page did that it should not. */
export interface Noted {
  /** Errors and warnings on the console, errors that nothing caught, and requests that failed. */
  readonly problems: string[];
  /** Addresses outside of the site that the page asked for. Each is blocked. */
  readonly outside: string[];
}

/** A page of which everything is noted. */
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
