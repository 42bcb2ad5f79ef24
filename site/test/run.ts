import { globSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { BAR_FLOWS } from "./bar.ts";
import { openPage, startBrowser } from "./browser.ts";
import {
  accessibility,
  cutCode,
  deadLinks,
  type Links,
  linksOf,
  overflow,
  poorPreview,
  showIn,
  wideTables,
} from "./checks.ts";
import { FLOWS } from "./playground.ts";
import { screenshots } from "./screens.ts";
import { SEARCH_FLOWS } from "./search.ts";
import { plantedFaults } from "./self-test.ts";
import { type Served, serve } from "./serve.ts";
import { homeWeight, searchWeight } from "./weight.ts";

const PAGES = fileURLToPath(new URL("../.output/pages", import.meta.url));
const SCREENS = fileURLToPath(new URL("../.output/screens/", import.meta.url));

/** The narrowest window that must not scroll sideways. */
const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 800 };

/** How many bytes, compressed, the home page may load. */
const HOME_LIMIT = 150_000;

/** How many bytes, before compression, the index of the search may have. */
const INDEX_LIMIT = 300_000;

/** What the playground and the table of foreign errors do not show at first. */
const TABS = [
  "/playground#answer",
  "/playground#message",
  "/playground#error?text=NotFoundError%3A%20gone",
  "/foreign-errors#axios",
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

/** The checks of every page. */
const LOOKED_FOR = {
  console: "no page prints an error or a warning to the console",
  outside: "no page requests anything outside the site",
  wide: "no page is wider than a window of 360 pixels",
  code: "no line of code is cut, on a phone and on a screen",
  preview: "every page has the tags of its preview",
  tables: "every table fits into its page, on a phone and on a screen",
  axe: "axe finds nothing serious, on a light screen and on a dark phone",
} as const;

/** Opens every page once, and notes what it prints and requests, where it links to, how wide it is, and what axe finds. */
async function everyPage(browser: Browser, { url }: Served): Promise<void> {
  const context = await browser.newContext({ viewport: WIDE, colorScheme: "light" });
  const seen = new Map<string, Links>();
  const found: Readonly<Record<keyof typeof LOOKED_FOR, string[]>> = {
    console: [],
    outside: [],
    wide: [],
    code: [],
    preview: [],
    tables: [],
    axe: [],
  };
  const paths = [...addresses(), ...TABS].values();
  const look = async () => {
    for (const path of paths) await lookAt(path);
  };
  const lookAt = async (path: string) => {
    const { page, problems, outside } = await openPage(context, url);
    const add = (to: keyof typeof LOOKED_FOR, findings: readonly string[]) =>
      found[to].push(...findings.map((finding) => `${path}: ${finding}`));
    await page.goto(url + path, { waitUntil: "networkidle" });
    if (!path.includes("#")) seen.set(path, await linksOf(page));
    add("axe", await accessibility(page));
    add("tables", await wideTables(page));
    add("code", await cutCode(page));
    add("preview", await poorPreview(page));
    await page.setViewportSize(NARROW);
    await showIn(page, "dark");
    add("axe", await accessibility(page));
    add("tables", await wideTables(page));
    add("code", await cutCode(page));
    const pixels = await overflow(page);
    if (pixels > 0) add("wide", [`${pixels} pixels`]);
    add("console", problems);
    add("outside", outside);
    await page.close();
  };
  // Two at a time, because each mostly waits for the network to become idle.
  await Promise.all([look(), look()]);
  await context.close();
  for (const [name, says] of Object.entries(LOOKED_FOR))
    note(says, found[name as keyof typeof LOOKED_FOR], `: ${seen.size} pages`);
  const links = [...seen.values()].reduce((sum, { to }) => sum + to.length, 0);
  note("every link and anchor leads somewhere", deadLinks(seen, url), `: ${links} links`);
}

async function flows(browser: Browser, { url }: Served): Promise<void> {
  for (const [name, flow] of Object.entries({ ...FLOWS, ...BAR_FLOWS, ...SEARCH_FLOWS })) {
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
  note("the checks find all planted faults", await plantedFaults(browser, served));
  await everyPage(browser, served);
  await flows(browser, served);
  const { needed, prefetched } = await homeWeight(browser, served);
  const sum = `: ${needed} bytes, and ${prefetched} prefetched for its links`;
  note(`home loads at most ${HOME_LIMIT} bytes`, needed > HOME_LIMIT ? [`${needed} bytes`] : [], sum);
  const { index, loaded } = await searchWeight(browser, served);
  const found = `: ${index} bytes, and ${loaded} compressed until the first hit`;
  note(
    `the index of the search has at most ${INDEX_LIMIT} bytes`,
    index > INDEX_LIMIT ? [`${index} bytes`] : [],
    found,
  );
  mkdirSync(SCREENS, { recursive: true });
  await screenshots(browser, served, SCREENS);
} finally {
  await browser.close();
  served.close();
}

const failed = results.filter(({ problems }) => problems.length > 0).length;
process.stdout.write(`${results.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
