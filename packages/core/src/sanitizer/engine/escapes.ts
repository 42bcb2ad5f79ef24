import { ESCAPE, unescaped } from "../../untrusted/escapes.ts";
import { Draft, type Edit } from "./draft.ts";
import { withoutInvisible } from "./visible.ts";

/** Escapes within escapes are undone so often: those of JSON in a URL in JSON are three deep. */
const MAX_DEPTH = 4;

/** A text in which no character is written as an escape, and which knows where each stood; `undefined` when there is none. */
export function withoutEscapes(text: string): Draft | undefined {
  const draft = new Draft(text);
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const edits = escapesIn(draft.text);
    if (edits.length === 0) return depth === 0 ? undefined : draft;
    draft.replace(edits);
  }
  return draft;
}

/** The escapes of a text, and what a reader sees of each. */
function escapesIn(text: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const { 0: written, index } of text.matchAll(ESCAPE)) {
    const by = unescaped(written);
    if (by !== written) edits.push({ start: index, end: index + written.length, by: withoutInvisible(by) });
  }
  return edits;
}
