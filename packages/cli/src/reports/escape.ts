/** What a terminal, a log or a reader would obey or not see: controls, marks of direction, and what has no width. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Makes a text harmless to print: what is invisible is written out. Line breaks stay where they are asked for. */
export function visible(text: string, lines = false): string {
  return text.replace(INVISIBLE, (letter) =>
    letter === "\n" && lines ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/**
 * A text of a server's, line by line behind a bar, so that no line can begin with a command of a build log
 * (`::error`, `##[group]`).
 */
export function barred(text: string, indent = ""): string {
  return visible(text, true)
    .split("\n")
    .map((line) => `${indent}| ${withoutCommands(line)}`.trimEnd())
    .join("\n");
}

/** One line of a server's text, in which a build log finds no command, wherever it looks for one. */
export function withoutCommands(line: string): string {
  return line.replace(/##(?=(?:vso|teamcity)?\[)/g, "#\u200a#");
}

/** A text in XML, in an element or in an attribute. */
export function inXml(text: string, lines = false): string {
  const named: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
  };
  // What XML cannot hold at all: these two are no characters of its.
  const legal = withoutCommands(visible(text, lines)).replace(/[\uFFFE\uFFFF]/g, "\uFFFD");
  return legal.replace(/[&<>"']/g, (letter) => named[letter] ?? letter);
}

/** A text within a line of Markdown, without any of its marks. */
export function inMarkdown(text: string): string {
  return withoutCommands(visible(text)).replace(
    /[\\`*_{}[\]()<>#+!|~&@:$-]/g,
    (letter) => `&#${letter.charCodeAt(0)};`,
  );
}

/** A block of code in Markdown. No line of the text can end it, because each has a bar before it. */
export function fenced(text: string): string {
  return `\`\`\`text\n${barred(text)}\n\`\`\``;
}

/** A text as the message of a command in a log of GitHub's. */
export function inCommand(text: string): string {
  return visible(text, true).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A text as a property of such a command. */
export function inProperty(text: string): string {
  return inCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
