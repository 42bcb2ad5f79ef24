import { globSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { openPage, startBrowser } from "./browser.ts";
import { accessibility, deadLinks, type Links, linksOf, overflow } from "./checks.ts";
import { FLOWS } from "./playground.ts";
import { screenshots } from "./screens.ts";
import { plantedFaults } from "./self-test.ts";
import { type Served, serve } from "./serve.ts";
import { homeWeight } from "./weight.ts";

const PAGES = fileURLToPath(new URL("../.output/pages", import.meta.url));
const SCREENS = fileURLToPath(new URL("../.output/screens/", import.meta.url));

/** The narrowest window that must do without scrolling to the side. */
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

/** Bytes that home may take on its way to a reader, compressed. */
const HOME_LIMIT = 150_000;

/** One page of each kind, for what need not be looked at on all. */
const KINDS = [
  "/",
  "/playground",
  "/playground#message",
  "/playground#error",
  "/codes/",
  "/codes/session_busy",
  "/express",
  "/api/@uhp-errors/express",
];

const results: { readonly name: string; readonly problems: readonly string[] }[] = [];

function note(name: string, problems: readonly string[], count = ""): void {
  results.push({ name, problems });
  process.stdout.write(`${problems.length === 0 ? "ok    " : "FAILED"} ${name}${count}\n`);
  for (const problem of problems) process.stdout.write(`         ${problem}\n`);
}

/** The addresses of all pages. */
function addresses(): readonly string[] {
  const files = globSync("**/*.html", { cwd: PAGES }).filter((file) => file !== "404.html");
  return files.map((file) => `/${file.replace(/(?:index)?\.html$/, "")}`).sort();
}

/** Opens every page once: what it says on the console, who it asks, where it links to, how wide it is, and what axe finds. */
async function everyPage(browser: Browser, { url }: Served): Promise<void> {
  const context = await browser.newContext({ viewport: WIDE });
  const seen = new Map<string, Links>();
  const found = { console: [] as string[], outside: [] as string[], wide: [] as string[], axe: [] as string[] };
  for (const path of addresses()) {
    const { page, problems, outside } = await openPage(context, url);
    await page.goto(url + path, { waitUntil: "networkidle" });
    seen.set(path, await linksOf(page));
    found.axe.push(...(await accessibility(page)).map((finding) => `${path}: ${finding}`));
    await page.setViewportSize(NARROW);
    const pixels = await overflow(page);
    if (pixels > 0) found.wide.push(`${path}: ${pixels} pixels`);
    found.console.push(...problems.map((problem) => `${path}: ${problem}`));
    found.outside.push(...outside.map((address) => `${path}: ${address}`));
    await page.close();
  }
  await context.close();
  const links = [...seen.values()].reduce((sum, { to }) => sum + to.length, 0);
  note("no page says an error on the console", found.console, `: ${seen.size} pages`);
  note("no page asks for anything outside of the site", found.outside, `: ${found.outside.length} requests`);
  note("every link and anchor leads somewhere", deadLinks(seen, url), `: ${links} links`);
  note("no page is wider than a window of 360 pixels", found.wide);
  note("axe finds nothing serious", found.axe);
}

/** The dark theme, by the reader's setting of the system. */
async function dark(browser: Browser, { url }: Served): Promise<void> {
  const context = await browser.newContext({ viewport: WIDE, colorScheme: "dark" });
  const found: string[] = [];
  for (const path of KINDS) {
    const { page, problems } = await openPage(context, url);
    await page.goto(url + path, { waitUntil: "networkidle" });
    if ((await page.evaluate("document.documentElement.classList.contains('dark')")) !== true)
      found.push(`${path} is not dark`);
    found.push(...[...problems, ...(await accessibility(page))].map((finding) => `${path}: ${finding}`));
    await page.close();
  }
  await context.close();
  note("axe finds nothing serious in the dark", found, `: ${KINDS.length} pages`);
}

async function flows(browser: Browser, { url }: Served): Promise<void> {
  for (const [name, flow] of Object.entries(FLOWS)) {
    const context = await browser.newContext({ viewport: WIDE });
    const { page, outside } = await openPage(context, url);
    page.setDefaultTimeout(10_000);
    const failure = await flow(page, url).then(
      () => [],
      (error: unknown) => [String(error instanceof Error ? error.message : error)],
    );
    note(name, [...failure, ...outside]);
    await context.close();
  }
}

const served = await serve(PAGES);
const browser = await startBrowser();
try {
  note("the checks find three planted faults", await plantedFaults(browser, served));
  await everyPage(browser, served);
  await dark(browser, served);
  await flows(browser, served);
  const { needed, prefetched } = await homeWeight(browser, served);
  const sum = `: ${needed} bytes, and ${prefetched} fetched ahead for its links`;
  note(`home takes at most ${HOME_LIMIT} bytes`, needed > HOME_LIMIT ? [`${needed} bytes`] : [], sum);
  mkdirSync(SCREENS, { recursive: true });
  await screenshots(browser, served, SCREENS);
} finally {
  await browser.close();
  served.close();
}

const failed = results.filter(({ problems }) => problems.length > 0).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
