import { expect, test } from "vitest";
import { bar } from "./bar.ts";

/** An address of the repository, and the icon of its link in the bar. */
const ADDRESSES: readonly (readonly [repository: string, icon: string])[] = [
  ["https://github.com/acme/errors", "github"],
  ["https://git.acme.example/errors", "git"],
];

test.each(ADDRESSES)("the bar links to %s", (repository, icon) => {
  const address = { repository, homepage: `${repository}#readme`, issues: `${repository}/issues` };
  expect(bar(address).socialLinks).toEqual([{ icon, link: repository, ariaLabel: "Repository" }]);
});

test("the bar links to no repository while its address is not known", () => {
  expect(bar(undefined)).not.toHaveProperty("socialLinks");
});
