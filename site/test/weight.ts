import type { Browser } from "playwright-core";
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
