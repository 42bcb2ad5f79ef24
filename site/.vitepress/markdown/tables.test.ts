import { createMarkdownRenderer, type MarkdownRenderer } from "vitepress";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../sources.ts";
import { MARKDOWN } from "./options.ts";

describe("a table", () => {
  let md: MarkdownRenderer;
  beforeAll(async () => {
    md = await createMarkdownRenderer(ROOT, MARKDOWN);
  });

  const table = (columns: number) => {
    const row = (cell: (column: number) => string) =>
      `|${Array.from({ length: columns }, (_, column) => ` ${cell(column)} |`).join("")}`;
    return md.render(
      [row((column) => `title \`${column}\``), row(() => "---"), row((column) => `cell ${column}`)].join("\n"),
    );
  };

  test("of three columns names the column in each cell, and stays a table for screen readers", () => {
    const html = table(3);
    expect(html).toContain('<table class="cards" role="table">');
    expect(html).toContain('<td role="cell" data-title="title 2">cell 2</td>');
    expect([...html.matchAll(/role="([a-z]+)"/g)].map(([, role]) => role)).toEqual([
      "table",
      "rowgroup",
      "row",
      ...["columnheader", "columnheader", "columnheader"],
      "rowgroup",
      "row",
      ...["cell", "cell", "cell"],
    ]);
  });

  test("breaks long code where a reader would, and leaves short code whole", () => {
    const shown = (markdown: string) => md.render(markdown).replaceAll("<wbr>", "\u00b7");
    const cells = "| `unsupported_protocol_version` | `</v1/responses/{id}/cancel>` | `harness_not_found` |";
    const html = shown(`| a | b | c |\n| --- | --- | --- |\n${cells}\n\n\`environment_not_ready_not_here\``);
    expect(html).toContain(">unsupported_\u00b7protocol_\u00b7version<");
    expect(html).toContain(">&lt;/\u00b7v1/\u00b7responses/\u00b7{id}/\u00b7cancel&gt;<");
    expect(html).toContain(">harness_not_found<");
    expect(html).toContain(">environment_not_ready_not_here<");
  });

  test("of many columns breaks short code, too", () => {
    const row = "| `a_b` | b | c | d | e | f |";
    expect(md.render(`${row}\n| - | - | - | - | - | - |\n${row}`)).toContain(">a_<wbr>b<");
  });

  test("of options has an anchor for each", () => {
    const rows = ["| option | what it does |", "| --- | --- |", "| [`onError`](#a) | a |", "| `keep` | b |", ""];
    const html = md.render([...rows, ...rows].join("\n"));
    const ids = [...html.matchAll(/<tr id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["option-onerror", "option-keep", "option-onerror-1", "option-keep-1"]);
    expect(md.render("| name | is |\n| --- | --- |\n| `onError` | a |")).not.toContain("id=");
  });

  test("of two columns is left as it is", () => {
    expect(table(2)).not.toMatch(/cards|role=|data-title|tabindex/);
  });
});
