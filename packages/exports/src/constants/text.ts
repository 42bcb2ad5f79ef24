/** Characters that a source file must not contain unescaped: control characters, invisible characters, and line separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Makes a string safe for a single-line comment. */
export function toComment(text: string): string {
  return text.replace(UNSEEN, " ").replaceAll("*/", "* /").trim();
}

/** Writes a string as a double-quoted literal that Python and Go can read. */
export function toLiteral(text: string): string {
  return escapedBy(text, (point) =>
    point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`,
  );
}

/** Writes a string as a TypeScript literal. TypeScript has a different escape for code points of more than four hex digits. */
export function toScriptLiteral(text: string): string {
  return escapedBy(text, (point) => `\\u{${point}}`);
}

/** Escapes a string like JSON, which all three languages can read. @param written Writes the escape of a code point, given in hex. */
function escapedBy(text: string, written: (point: string) => string): string {
  const escapeOf = (character: string) => written((character.codePointAt(0) ?? 0).toString(16));
  return JSON.stringify(text.toWellFormed()).replace(UNSEEN, escapeOf);
}

export function constantName(code: string): string {
  return code.toUpperCase();
}

/** Returns a code as an exported Go name: `AcmeGpuCold`. A digit keeps its underscore, so that no two codes get the same name. */
export function exportedName(code: string): string {
  return code
    .split("_")
    .map((word, index) => (/^\d/.test(word) && index > 0 ? `_${word}` : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
