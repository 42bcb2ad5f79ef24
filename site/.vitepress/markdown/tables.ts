import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** On a phone, the rows of a table with at least this many columns become cards. */
const CARDS = 3;

/** A table with at least this many columns has no room for code that does not break. */
const CROWDED = 6;

/** Code of up to this many characters stays on one line in other tables. */
const SHORT = 24;

/** The role of each element. It is explicit, because an element loses its table role when CSS lays it out as something else. */
const ROLES: Readonly<Record<string, string>> = {
  table_open: "table",
  thead_open: "rowgroup",
  tbody_open: "rowgroup",
  tr_open: "row",
  th_open: "columnheader",
  td_open: "cell",
};

/** Where a line may break in code that is written as HTML. */
const BREAK = /(?<=[_./(,:|-])(?=[\w<&`"'$[{])(?![^<]*>)/g;

/** The class of code that may break. */
const LONG = "long";

/** Prepares tables for narrow windows: each cell gets the title of its column, so that rows can become cards, and long code may break. */
export function cardTables(md: MarkdownRenderer): void {
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const html = code?.(tokens, index, options, env, self) ?? "";
    return tokens[index]?.attrGet("class") === LONG ? html.replaceAll(BREAK, "<wbr>") : html;
  };
  // VitePress makes each table focusable, so that a reader can scroll it. These do not scroll.
  md.renderer.rules["table_open"] = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options);
  md.core.ruler.push("card_tables", ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === "table_open") markTable(tokens.slice(index, 1 + endOf(tokens, index, "table_close")));
    }
  });
}

function markTable(tokens: readonly Token[]): void {
  const titles = titlesOf(tokens);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    const isLong = titles.length >= CROWDED || token.content.length > SHORT;
    if (token.type === "code_inline" && isLong) token.attrSet("class", LONG);
  }
  if (titles.length < CARDS) return;
  tokens[0]?.attrSet("class", "cards");
  for (const token of tokens) {
    const role = ROLES[token.type];
    if (role !== undefined) token.attrSet("role", role);
  }
  const cells = tokens.filter(({ type }) => type === "td_open");
  for (const [index, cell] of cells.entries()) cell.attrSet("data-title", titles[index % titles.length] ?? "");
}

/** The titles of a table's columns, as plain text. */
function titlesOf(tokens: readonly Token[]): readonly string[] {
  return tokens
    .slice(0, endOf(tokens, 0, "thead_close"))
    .filter(({ type }) => type === "inline")
    .map(({ children }) => (children ?? []).map(({ content }) => content).join(""));
}

function endOf(tokens: readonly Token[], start: number, type: string): number {
  return tokens.findIndex((token, index) => index > start && token.type === type);
}
