import { defineConfig } from "vitepress";
import { readAddress } from "../../scripts/release/address.ts";
import { bar, ICON_LINK } from "./bar.ts";
import { withPolicy } from "./content-policy.ts";
import { foreignList } from "./foreign-list.ts";
import { writeLlmsTexts } from "./llms.ts";
import { MARKDOWN } from "./markdown/options.ts";
import { outsidePages } from "./outside-pages.ts";
import { describePage, openGraph } from "./previews.ts";
import { ownSearch } from "./search/replaced.ts";
import { SEARCH } from "./search/sections.ts";
import { sidebars } from "./sidebar.ts";
import { routeOf } from "./sources.ts";
import { giveRoom } from "./wide-tables.ts";

const SOURCE = "@uhp-errors/source";
const ADDRESS = readAddress();

export default defineConfig({
  title: "uhp-errors",
  description: "One typed JSON answer for the errors of a Node API.",
  lang: "en-US",
  head: [ICON_LINK],
  // Most pages are outside the site's folder, so the source is the root of the repository.
  srcDir: "..",
  srcExclude: [
    "*.md",
    "!(docs|packages|site)/**",
    "packages/*/!(README).md",
    "packages/*/*/**",
    "site/!(pages|generated)/**",
  ],
  rewrites: (page: string) => routeOf(page) ?? page,
  outDir: ".output/pages",
  cacheDir: ".output/cache",
  cleanUrls: true,
  appearance: true,
  themeConfig: {
    ...bar(ADDRESS),
    search: { provider: "local", options: SEARCH },
    outline: { level: [2, 3] },
    nav: [
      { text: "Guide", link: "/getting-started", activeMatch: "^/(?!codes|api|playground|packages)\\w" },
      { text: "Codes", link: "/codes/" },
      { text: "API", link: "/api/" },
      { text: "Playground", link: "/playground" },
    ],
    sidebar: sidebars(),
  },
  markdown: MARKDOWN,
  vite: {
    plugins: [outsidePages(), foreignList(), ownSearch()],
    resolve: { conditions: [SOURCE] },
    ssr: { noExternal: [/^@uhp-errors\//], resolve: { conditions: [SOURCE] } },
  },
  transformPageData: (page, context) => {
    giveRoom(page, context);
    describePage(page, context);
  },
  transformHead: ({ pageData, description }) => openGraph(pageData, description, ADDRESS),
  transformHtml: (html) => withPolicy(html),
  buildEnd: writeLlmsTexts,
});
