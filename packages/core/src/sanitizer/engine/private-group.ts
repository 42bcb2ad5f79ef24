/** The beginning of the group that holds what is private. */
const OPENING = "(?<private>";

/** A part of an expression: an escape, a class, or another character. */
const PART = /\\.|\[(?:\\.|[^\]\\])*\]|[\s\S]/g;

/** What matches nothing itself: groups that are closed, and looks at what follows. */
const BEHIND = /^\)*(?:\(\?(?::|[=!](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()[\]\\])*)\))*$/;

/** Whether an expression has a group named `private`. */
export function hasPrivate(source: string): boolean {
  return source.includes(OPENING);
}

/**
 * Whether that group, where it takes part, ends the match. Then its length tells where it stands, and the engine, which is
 * slow at that, need not say so.
 */
export function endsWithPrivate(source: string): boolean {
  const start = source.indexOf(OPENING);
  let depth = 0;
  PART.lastIndex = start;
  for (let part = PART.exec(source); start >= 0 && part !== null; part = PART.exec(source)) {
    if (part[0] === "(") depth += 1;
    else if (part[0] === ")") depth -= 1;
    if (depth === 0) return BEHIND.test(source.slice(PART.lastIndex));
  }
  return false;
}
