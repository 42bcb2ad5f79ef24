import { existsSync, readFileSync } from "node:fs";
import type { DefaultTheme } from "vitepress";
import { codeGroups } from "./codes.ts";
import { type Entry, ORDER, PACKAGES_BEFORE } from "./order.ts";
import { docNames, packageNames, ROOT, titleOf } from "./sources.ts";

/** The sidebars: of the API, of the codes, and of all other pages. */
export function sidebars(): DefaultTheme.SidebarMulti {
  return { "/api/": [{ text: "API", items: modules() }], "/codes/": codes(), "/": guide() };
}

/** The sidebar of the guide, made from `ORDER`, the pages' own titles and the workspace's packages. */
function guide(): DefaultTheme.SidebarItem[] {
  return ORDER.flatMap(({ title, entries }) => {
    const section = { text: title, items: entries.map(itemOf) };
    return title === PACKAGES_BEFORE ? [packages(), section] : [section];
  });
}

/** Pages of `docs/` that `ORDER` does not name, entries in it that have no page, and pages that it names twice. */
export function strays(): readonly string[] {
  const listed = ORDER.flatMap(({ entries }) => entries.map(({ page }) => page));
  const missing = docNames().filter((name) => !listed.includes(name));
  const gone = listed.filter((page) => !page.includes("/") && !existsSync(`${ROOT}docs/${page}.md`));
  const twice = listed.filter((page, index) => listed.indexOf(page) !== index);
  return [...missing.map((name) => `missing: ${name}`), ...gone.map((name) => `no such page: ${name}`), ...twice];
}

function itemOf({ page, text }: Entry): DefaultTheme.SidebarItem {
  return { text: text ?? titleOf(`docs/${page}.md`), link: `/${page.replace(/index$/, "")}` };
}

function packages(): DefaultTheme.SidebarItem {
  const items = packageNames().map((name) => ({ text: `@uhp-errors/${name}`, link: `/packages/${name}` }));
  return { text: "Packages", items };
}

function codes(): DefaultTheme.SidebarItem[] {
  const overview = [
    { text: "All codes", link: "/codes/" },
    { text: "Codes with a prefix", link: "/codes/vendor-prefix" },
  ];
  const groups = codeGroups().map(({ title, rows }) => ({
    text: title,
    items: rows.map(({ code }) => ({ text: code, link: `/codes/${code}` })),
  }));
  return [{ text: "Overview", items: overview }, ...groups];
}

/** The pages that are generated from the docstrings. */
function modules(): DefaultTheme.SidebarItem[] {
  const file = new URL("../generated/api/typedoc-sidebar.json", import.meta.url);
  const listed: readonly { readonly text: string; readonly link: string }[] = JSON.parse(readFileSync(file, "utf8"));
  return listed.map(({ text, link }) => ({ text, link: link.replace(/^\/generated/, "").replace(/\.md$/, "") }));
}
