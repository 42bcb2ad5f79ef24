import { expect, test } from "vitest";
import { addressOf } from "./markdown/links.ts";
import { strays } from "./sidebar.ts";

test("the sidebar names every page of docs once, and no other", () => {
  expect(strays()).toEqual([]);
});

/** A link as written in the repository, the page that it is on, and its address on the site. */
const LINKS: readonly (readonly [href: string, from: string, address: string | undefined])[] = [
  ["your-codes.md", "docs/errors.md", "/your-codes"],
  ["your-codes.md#own", "docs/errors.md", "/your-codes#own"],
  ["../packages/node/README.md", "docs/koa.md", "/packages/node"],
  ["../../docs/koa.md", "packages/koa/README.md", "/koa"],
  ["../README.md", "docs/koa.md", "/"],
  ["../site/pages/playground.md#message?text=a%20b", "docs/sanitizer.md", "/playground#message?text=a%20b"],
  ["../bench/README.md", "docs/contributors/architecture.md", undefined],
];

test.each(LINKS)("the link %s in %s has the address %s", (href, from, address) => {
  expect(addressOf(href, from)).toBe(address);
});
