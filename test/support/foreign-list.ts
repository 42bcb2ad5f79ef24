import { readFileSync, writeFileSync } from "node:fs";
import type { RecordedError } from "../../site/playground/recorded.ts";
import { byNumber } from "./recorded-errors.ts";

const PAGE = new URL("../../docs/foreign-errors.md", import.meta.url);

/** The line of the page below which everything is made. The site shows its own table there. */
const MADE = /^<!-- Made from a run of test\/recognize.*-->$/m;

/** Writes the list of docs/foreign-errors.md. */
export function writeForeignList(rows: readonly RecordedError[]): void {
  const page = readFileSync(PAGE, "utf8");
  const [line] = MADE.exec(page) ?? [];
  if (line === undefined) throw new Error(`${PAGE.pathname} has no line that says what is made`);
  writeFileSync(PAGE, `${page.slice(0, page.indexOf(line))}${line}\n\n${foreignList(rows)}`);
}

/** What each library throws, by the answer to it. */
export function foreignList(rows: readonly RecordedError[]): string {
  const libraries = [...new Set(rows.map(({ library }) => library))].sort();
  const shown = rows.filter(({ alone }) => alone.includes("shows its text")).length;
  const sections = libraries.map((library) => section(rows.filter((row) => row.library === library)));
  return `${rows.length} errors of ${libraries.length} libraries. Without this library, Express, Koa or Fastify sends the messages of ${shown} of them to the client.

${sections.join("\n")}`;
}

function section(rows: readonly RecordedError[]): string {
  const versions = byNumber([...new Set(rows.flatMap((row) => row.versions))]);
  const names = [...new Set(rows.flatMap((row) => row.names))].sort();
  const answers = new Map<string, Set<string>>();
  for (const row of rows) {
    const answer = row.code === null ? "No answer, since the client left" : `${row.status} \`${row.code}\``;
    const version = row.versions.length < versions.length ? row.versions : [];
    answers.set(answer, (answers.get(answer) ?? new Set()).add(entry(row, names.length > 1, version)));
  }
  const facts = [versions.join(", "), names.map((name) => `\`${name}\``).join(", ")].filter((fact) => fact !== "");
  const lists = [...answers].sort().map(([answer, entries]) => `- ${answer}: ${[...entries].sort().join("; ")}.`);
  const head = [`## ${rows[0]?.library}`, ...(facts.length === 0 ? [] : [`${facts.join(": ")}.`])];
  return `${[...head, lists.join("\n")].join("\n\n")}\n`;
}

/** What went wrong, and the code or the name that the error has, unless the first names it. */
function entry(
  { condition, marks, names: [name] }: RecordedError,
  isNamed: boolean,
  versions: readonly string[],
): string {
  const code = [marks["code"], marks["errorCode"], isNamed ? name : undefined].find((one) => typeof one === "string");
  const mark = code === undefined || code === "" || condition.includes(String(code)) ? [] : [`\`${code}\``];
  const more = [...mark, ...(versions.length === 0 ? [] : [versions.join(", ")])];
  return `${condition}${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}
