import type { DefaultTheme, MarkdownEnv } from "vitepress";

type Options = NonNullable<DefaultTheme.LocalSearchOptions>;

const API = /(?:^|\/)api\//;
/** The tag of a heading below those of what a module exports. */
const MEMBER = /<(\/?)h[4-6]\b/g;

/**
 * The API reference has a heading for each member of each type: some hundred codes and options, several times. As headings they would
 * stand before the pages that explain them, so the search takes them for text.
 */
export const SEARCH: Options = {
  _render(source, env: MarkdownEnv, md) {
    const html = md.render(source, env);
    return API.test(env.relativePath) ? html.replaceAll(MEMBER, "<$1p") : html;
  },
};
