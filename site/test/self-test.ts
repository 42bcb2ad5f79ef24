import type { Browser } from "playwright-core";
import { openPage } from "./browser.ts";
import { accessibility, cutCode, deadLinks, linksOf, poorPreview, wideTables } from "./checks.ts";
import type { Served } from "./serve.ts";

const PAGE = "/koa";

const WIDE_TABLE = '<table><tr><th>planted</th></tr><tr><td><p style="width:3000px">a</p></td></tr></table>';

const CUT_LINE = `planted${" line".repeat(200)}`;

/** Each fault, how it is planted in a page, and what the check must report. */
const FAULTS: readonly (readonly [name: string, plant: (html: string) => string, finding: RegExp])[] = [
  [
    "a dead link",
    (html) => html.replace("</body>", '<main><a href="/koa#nowhere">planted</a></main></body>'),
    /\/koa -> \/koa#nowhere/,
  ],
  [
    "an error on the console",
    (html) => html.replace("<head>", '<head><script>console.error("planted")</script>'),
    /console: planted/,
  ],
  [
    "text that is too pale",
    (html) => html.replace("</body>", '<p style="color:#999;background:#aaa">planted</p></body>'),
    /color-contrast/,
  ],
  [
    "a table that is too wide",
    (html) => html.replace("</body>", `<div class="vp-doc">${WIDE_TABLE}</div></body>`),
    /a table of planted/,
  ],
  [
    "a line of code that is cut",
    (html) =>
      html.replace(
        "</body>",
        `<div class="vp-doc"><pre style="overflow:auto" tabindex="0">${CUT_LINE}</pre></div></body>`,
      ),
    /code is cut: planted/,
  ],
  ["a page without a title for previews", (html) => html.replace('property="og:title"', ""), /og:title/],
];

/** Plants each fault in a page and runs the usual checks on it. Returns the faults that they did not find. */
export async function plantedFaults(browser: Browser, served: Served): Promise<readonly string[]> {
  const missed: string[] = [];
  const clean = await findings(browser, served);
  if (clean.length > 0) missed.push(`the page has faults before any is planted: ${clean.join(", ")}`);
  for (const [name, plant, finding] of FAULTS) {
    served.alter((path, html) => (path === PAGE ? plant(html) : html));
    const found = await findings(browser, served);
    if (!found.some((one) => finding.test(one))) missed.push(`${name} was not found`);
  }
  served.alter((_path, html) => html);
  return missed;
}

async function findings(browser: Browser, { url }: Served): Promise<readonly string[]> {
  const context = await browser.newContext();
  const { page, problems } = await openPage(context, url);
  await page.goto(url + PAGE, { waitUntil: "networkidle" });
  const links = await linksOf(page);
  // Only this page is open, so only links to itself can be checked.
  const own = { ...links, to: links.to.filter((link) => new URL(link).pathname === PAGE) };
  const found = [
    ...problems,
    ...deadLinks(new Map([[PAGE, own]]), url),
    ...(await wideTables(page)),
    ...(await cutCode(page)),
    ...(await poorPreview(page)),
    ...(await accessibility(page)),
  ];
  await context.close();
  return found;
}
