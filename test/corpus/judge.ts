import type { Entry, Hold } from "../../corpus/entry.ts";

/** A run of this many code units of a credential counts as a leak. */
const TELLING_RUN = 8;

/** Shorter pieces of paths and host names, such as `lib` and `db`, could occur in any message. */
const TELLING_PIECE = 4;

/** Pieces that reveal nothing about the inside, since they are part of many host names and frames. */
const COMMON: ReadonlySet<string> = new Set([
  "local",
  "localhost",
  "internal",
  "cluster",
  "default",
  "async",
  "file",
  "node",
]);

/** The placeholders that a sanitizer puts in the place of private things. */
const PLACEHOLDER = /\[(?:credential|host|path|stack)\]/g;

/**
 * The private things of an entry that still show in a sanitized string: the whole thing, or a piece that reveals something and that the
 * rest of the entry does not contain anyway.
 */
export function leaks(entry: Entry, output: string): readonly Hold[] {
  const shown = output.replace(PLACEHOLDER, "\u0000");
  const rest = entry.holds.reduce((text, { value }) => text.replaceAll(value, "\u0000"), entry.text);
  return entry.holds.filter((hold) =>
    [hold.value, ...piecesOf(hold)].some((piece) => shown.includes(piece) && !rest.includes(piece)),
  );
}

/** Whether a harmless string was changed, apart from white space. */
export function isFalseAlarm(entry: Entry, output: string): boolean {
  return entry.holds.length === 0 && folded(entry.text) !== folded(output);
}

function folded(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function piecesOf({ kind, value }: Hold): readonly string[] {
  switch (kind) {
    case "credential":
      return Array.from({ length: Math.max(0, value.length - TELLING_RUN + 1) }, (_, at) =>
        value.slice(at, at + TELLING_RUN),
      );
    case "host":
      return telling(value.split(/[.:]/)).filter((piece) => !/^\d+$/.test(piece));
    case "path":
      return telling(value.split(/[\\/:()]+/)).filter((piece) => /[a-z]/i.test(piece));
    case "stack":
      return [
        value.slice(0, 12),
        ...value.split(/[\s()[\]"'`,]+/).filter((piece) => piece.length > 5 && /[^\w]/.test(piece)),
      ].filter((piece) => piece.length > 5);
  }
}

function telling(pieces: readonly string[]): readonly string[] {
  return pieces.filter((piece) => piece.length >= TELLING_PIECE && !COMMON.has(piece.toLowerCase()));
}
