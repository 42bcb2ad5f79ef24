import { defineConfig } from "vitepress";
import { withPolicy } from "./content-policy.ts";
import { writeLlmsTexts } from "./llms.ts";
import { MARKDOWN } from "./markdown/options.ts";
import { outsidePages } from "./outside-pages.ts";
import { ownSearch } from "./search/replaced.ts";
import { SEARCH } from "./search/sections.ts";
import { sidebars } from "./sidebar.ts";
import { routeOf } from "./sources.ts";
import { giveRoom } from "./wide-tables.ts";

const SOURCE = "@uhp-errors/source";

export default defineConfig({
  title: "uhp-errors",
  description: "Turns every error of a Node service into one typed JSON response.",
  lang: "en-US",
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
    plugins: [outsidePages(), ownSearch()],
    resolve: { conditions: [SOURCE] },
    ssr: { noExternal: [/^@uhp-errors\//], resolve: { conditions: [SOURCE] } },
  },
  transformPageData: giveRoom,
  transformHtml: (html) => withPolicy(html),
  buildEnd: writeLlmsTexts,
});
