import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const CORE = new URL("../../packages/core/package.json", import.meta.url);

export const BAR_FLOWS = {
  "The bar shows the icon, and the name with the version": async (page: Page, url: string) => {
    await page.goto(`${url}/koa`, { waitUntil: "networkidle" });
    const title = page.locator(".VPNavBarTitle");
    assert.equal(await title.textContent(), `uhp-errors ${JSON.parse(readFileSync(CORE, "utf8")).version}`);
    const icons = await page.evaluate(`Promise.all(
      [document.querySelector('link[rel="icon"]').href, document.querySelector(".VPNavBarTitle img").src].map(async (src) => {
        const icon = Object.assign(new Image(), { src });
        await icon.decode();
        return src;
      }),
    )`);
    assert.match(String(icons), /^data:image\/svg\+xml,(.*),data:image\/svg\+xml,\1$/);
  },
};
