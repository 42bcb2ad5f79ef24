import { readFileSync } from "node:fs";

/** The text of a page of the docs, or of one of its sections. */
export function page(name: string, section?: string): string {
  const text = readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), "utf8");
  if (section === undefined) return text;
  const found = text.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  if (found === undefined) throw new Error(`docs/${name}.md has no section "${section}"`);
  return found;
}

/** A file's code as its page shows it: without imports from the test's other files. */
export function shownCode(file: URL): string {
  return readFileSync(file, "utf8")
    .replaceAll(/^import .* from "\.\.?\/.*";\n/gm, "")
    .trim();
}

/** A file's code without any imports, as those pages show it that leave out all of them. */
export function codeWithoutImports(file: URL): string {
  return readFileSync(file, "utf8")
    .replace(/^import .*\n/gm, "")
    .trim();
}

/** The rows of a page's table whose first column has this heading. Cells have no backticks. */
export function rowsOf(text: string, heading: string): string[][] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  if (start === -1) throw new Error(`there is no table of "${heading}"`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end === -1 ? rows.length : end).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}
