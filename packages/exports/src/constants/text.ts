/** What a source file must not hold as it is: controls, marks that are not seen, line separators. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text as it may stand in a comment of one line. */
export function commentOf(text: string): string {
  return text.replace(UNSEEN, " ").replaceAll("*/", "* /").trim();
}

/** A text as a literal between double quotes, as Python and Go read it. */
export function literalOf(text: string): string {
  return escapedBy(text, (point) =>
    point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`,
  );
}

/** A text as a literal of TypeScript, which writes what lies beyond four digits otherwise. */
export function scriptLiteralOf(text: string): string {
  return escapedBy(text, (point) => `\\u{${point}}`);
}

/** What JSON escapes, all three languages read. @param written Writes the code point of any other that must not stand there, in hex. */
function escapedBy(text: string, written: (point: string) => string): string {
  const escapeOf = (character: string) => written((character.codePointAt(0) ?? 0).toString(16));
  return JSON.stringify(text.toWellFormed()).replace(UNSEEN, escapeOf);
}

/** A code as a constant: `ACME_GPU_COLD`. */
export function constantName(code: string): string {
  return code.toUpperCase();
}

/** A code as an exported name of Go: `AcmeGpuCold`. A digit keeps its underscore, so that no two codes get one name. */
export function exportedName(code: string): string {
  return code
    .split("_")
    .map((word, index) => (/^\d/.test(word) && index > 0 ? `_${word}` : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
}
