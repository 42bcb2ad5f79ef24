import type { ExplainedLine } from "./explained-errors.ts";

/** A row of the page. */
export interface Line extends ExplainedLine {
  /** The error's own name. */
  readonly name: string;
  readonly alone: string;
}

/** Names that say nothing about who threw the error. */
const COMMON = new Set(["", "Error", "TypeError", "RangeError", "SyntaxError", "URIError", "AggregateError"]);

/** The documentation page, made from the errors that libraries were made to throw. */
export function foreignPage(lines: readonly Line[]): string {
  const libraries = [...new Set(lines.map(({ library }) => library))].sort();
  const sections = libraries.map((library) =>
    section(
      library,
      lines.filter((line) => line.library === library),
    ),
  );
  return `# Errors of other libraries

<!-- Made from a run of test/recognize by \`pnpm run docs\`; edit the rows there instead. -->

Every error of another library that this library knows, and the code that it becomes. Any other error is 500 \`<vendor>_internal_error\`, and nothing of it
is sent. **The framework alone** is what Express 5, Koa 3 and Fastify 5 send when no handler catches the error.

A test made each library throw these errors, or used the library's own class where no input does. A few errors of connections are plain errors
with the same fields.

${sections.join("\n")}`;
}

function section(library: string, lines: readonly Line[]): string {
  const versions = sorted(lines.map(({ version }) => version));
  const names = sorted(lines.map(({ name }) => name)).filter((name) => !COMMON.has(name));
  const named = names.length === 0 ? "" : ` Its errors are named ${names.map((name) => `\`${name}\``).join(", ")}.`;
  const rows = new Map<string, readonly string[]>();
  for (const { condition, answer, alone, version } of lines) {
    const row = JSON.stringify([condition, answer, alone]);
    rows.set(row, [...(rows.get(row) ?? []), version]);
  }
  const cells = [...rows].map(([row, of]) => {
    const [condition, ...rest] = JSON.parse(row) as readonly string[];
    const isOfAll = versions.every((version) => of.includes(version));
    return [isOfAll ? condition : `${condition} (${sorted(of).join(", ")})`, ...rest];
  });
  const table = cells.map((row) => `| ${row.map((cell = "") => cell.replaceAll("|", "\\|")).join(" | ")} |`);
  return `## ${library}

${versions.length > 1 ? "Versions" : "Version"} ${versions.join(" and ")}.${named}

| error | with the contract | the framework alone |
| --- | --- | --- |
${table.sort().join("\n")}
`;
}

function sorted(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

const HEADING = /^## (.+)$/;
const ROW = /^\| (.+?) *(?<!\\)\|/;

/** The errors that a page lists, each prefixed with its library. */
export function conditionsOn(page: string): readonly string[] {
  const found = new Set<string>();
  let library = "";
  for (const line of page.split("\n")) {
    library = HEADING.exec(line)?.[1] ?? library;
    const [, cell = ""] = ROW.exec(line) ?? [];
    const condition = cell.replace(/ \(\d[\d., ]*\)$/, "").replaceAll("\\|", "|");
    if (condition !== "" && condition !== "error" && !/^-+$/.test(condition)) found.add(`${library}: ${condition}`);
  }
  return [...found];
}
