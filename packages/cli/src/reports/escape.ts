import { INVISIBLE, visible } from "@uhp-errors/core/internal";

/** Returns a string of the server with a bar before each line, so that no line can begin with a command of a build log (`::error`, `##[group]`). */
export function barred(text: string, indent = ""): string {
  return visible(text, true)
    .split("\n")
    .map((line) => `${indent}| ${withoutCommands(line)}`.trimEnd())
    .join("\n");
}

/** Returns one line of the server's string in which no build log finds a command. */
export function withoutCommands(line: string): string {
  return line.replace(/##(?=(?:vso|teamcity)?\[)/g, "#\u200a#");
}

/** Makes a foreign string safe for a terminal and a log. */
export function printable(text: string, lines = false): string {
  return withoutCommands(visible(text, lines));
}

/** Writes a value as JSON. Its strings are safe for a terminal and a log, and stay the same. */
export function safeJson(value: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const safe = JSON.stringify(value, null, 2)
    .replace(INVISIBLE, (letter) => (letter === "\n" ? letter : letter.split("").map(escaped).join("")))
    .replace(/##(?=(?:vso|teamcity)?\[)/g, "#\\u0023");
  return `${safe}\n`;
}

export function inXml(text: string, lines = false): string {
  const named: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  // XML does not allow these two characters.
  const legal = printable(text, lines).replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
  return legal.replace(/[&<>"']/g, (letter) => named[letter] ?? letter);
}

export function inMarkdown(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]()<>#+!|~&@:$-]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Returns a code block in Markdown. No line can end the block, because each begins with a bar. */
export function fenced(text: string): string {
  return `\`\`\`text\n${barred(text)}\n\`\`\``;
}

export function inCommand(text: string): string {
  return visible(text, true).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

export function inProperty(text: string): string {
  return inCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
