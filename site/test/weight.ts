import type { Browser, Response } from "playwright-core";
import type { Served } from "./serve.ts";

/** How many bytes a new reader loads for the home page: those that it needs, and those that it prefetches for its links. */
export async function homeWeight(browser: Browser, { url }: Served) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const weights: Promise<{ readonly isAhead: boolean; readonly bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    const isAhead = request.headers()["sec-purpose"] === "prefetch" || request.headers()["purpose"] === "prefetch";
    weights.push(request.sizes().then(({ responseBodySize }) => ({ isAhead, bytes: responseBodySize })));
  });
  await page.goto(`${url}/`, { waitUntil: "networkidle" });
  const all = await Promise.all(weights);
  await context.close();
  const sum = (isAhead: boolean) =>
    all.filter((one) => one.isAhead === isAhead).reduce((total, { bytes }) => total + bytes, 0);
  return { needed: sum(false), prefetched: sum(true) };
}

/** The bytes of the index that a search loads, and the compressed bytes of all that it loads until the first hit. */
export async function searchWeight(browser: Browser, { url }: Served) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/koa`, { waitUntil: "networkidle" });
  const responses: Response[] = [];
  page.on("response", (response) => void responses.push(response));
  await page.keyboard.press("Control+k");
  await page.locator("#localsearch-input").fill("retry");
  await page.locator("#localsearch-list a").first().waitFor();
  const sizes = responses.map(async (response) => ({
    isIndex: response.url().includes("localSearchIndex"),
    bytes: (await response.body()).length,
    compressed: (await response.request().sizes()).responseBodySize,
  }));
  const all = await Promise.all(sizes);
  await context.close();
  const index = all.filter(({ isIndex }) => isIndex).reduce((sum, { bytes }) => sum + bytes, 0);
  return { index, loaded: all.reduce((sum, { compressed }) => sum + compressed, 0) };
}
