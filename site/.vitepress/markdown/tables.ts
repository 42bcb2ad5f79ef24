import type { MarkdownRenderer } from "vitepress";

type Token = ReturnType<MarkdownRenderer["parse"]>[number];

/** Tables of so many columns become cards on a phone, one for each row. */
const CARDS = 3;

/** Tables of so many columns have no room for code that does not break. */
const CROWDED = 6;

/** The most characters of code that stay on one line. */
const SHORT = 24;

/** The role of each element. An element that is no longer laid out as a part of a table loses the role it has by itself. */
const ROLES: Readonly<Record<string, string>> = {
  table_open: "table",
  thead_open: "rowgroup",
  tbody_open: "rowgroup",
  tr_open: "row",
  th_open: "columnheader",
  td_open: "cell",
};

/** A place in code, written as HTML, at which a line may end. */
const BREAK = /(?<=[_./(,:|-])(?=[\w<&`"'$[{])(?![^<]*>)/g;

/** The class of code in a table that may break. */
const LONG = "long";

/** Lets the style make cards of a wide table's rows: each cell knows the title of its column. Long code in cells may break. */
export function cardTables(md: MarkdownRenderer): void {
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const html = code?.(tokens, index, options, env, self) ?? "";
    return tokens[index]?.attrGet("class") === LONG ? html.replaceAll(BREAK, "<wbr>") : html;
  };
  // VitePress lets a reader stop at each table, to scroll it. These do not scroll.
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
