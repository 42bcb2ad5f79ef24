import type { AnyCatalog } from "@uhp-errors/core";
import { type Entry, type Field, type Group, makePage, type ReferenceOptions } from "./entries.ts";

/**
 * Writes a reference of a catalog in Markdown: each code with its status, meaning, retry rule, detail, and an example. The anchor of a code
 * is its name.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 * @example
 * writeFileSync("errors.md", toMarkdown(acme));
 */
export function toMarkdown(catalog: AnyCatalog, options: ReferenceOptions = {}): string {
  const { title, version, groups } = makePage(catalog, options);
  return `# ${withCode(title)}

As clients of version ${version} see them. A client that does not know a code goes by its type.

${groups.map(writeGroup).join("\n")}`;
}

function writeGroup({ title, entries }: Group): string {
  return `## ${withCode(title)}

${entries.map(({ name, status }) => `- [\`${name}\`](#${name}): ${status}`).join("\n")}

${entries.map(writeEntry).join("\n")}`;
}

function writeEntry({ name, otherName, when, facts, fields, example }: Entry): string {
  const anchor = otherName === undefined ? "" : `<a id="${otherName}"></a>`;
  return `### <a id="${name}"></a>\`${name}\`${anchor}

${withCode(when)}

| | |
| --- | --- |
${facts.map(([label, text]) => `| ${withCode(label)} | ${withCode(text)} |`).join("\n")}
${fields.length === 0 ? "" : `\n${writeTable(fields)}\n`}
\`\`\`json
${example}
\`\`\`
`;
}

function writeTable(fields: readonly Field[]): string {
  const rows = fields.map(({ name, type, isRequired, description }) => {
    const cells = [writeCode(name), withCode(type), isRequired ? "yes" : "no", withCode(description)];
    return `| ${cells.join(" | ")} |`;
  });
  return ["| Field of `detail` | Is | Always there | |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** Escapes a string for Markdown, except for code between single backticks. */
function withCode(text: string): string {
  const parts = text.split(/(?<!`)`([^`]+)`(?!`)/);
  const line = parts.map((part, index) => (index % 2 === 1 ? writeCode(part) : escaped(part))).join("");
  // Escape characters that would begin a list, a heading, or a rule at the start of a paragraph.
  return line.replace(/^([-+=])/, "\\$1").replace(/^(\d+)([.)])/, "$1\\$2");
}

function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<>|#&!~]/g, (character) => `\\${character}`);
}

/** Writes a string as code, between more backticks than it has in a row. */
function writeCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const quotes = "`".repeat(longest + 1);
  const space = /^`|`$/.test(text) ? " " : "";
  return `${quotes}${space}${text.replaceAll("|", "\\|")}${space}${quotes}`;
}
