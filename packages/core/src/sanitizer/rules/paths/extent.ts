import type { Span } from "../../engine/rule.ts";
import { characters } from "../../engine/trigger.ts";

/** A quoted path is looked for its closing quote so far, in code units. */
const QUOTED = 400;

const CLOSER: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "‘": "’",
  "“": "”",
  "«": "»",
  "<": ">",
};

const endsSentence = characters(/[.,;:!?…)\]}]/);

/** A path without what at its end is the sentence's: full stops, closing brackets that it did not open. */
export function withoutEnd(path: string): string {
  if (!endsSentence(path, path.length - 1)) return path;
  const opened: Readonly<Record<string, boolean>> = {
    ")": path.includes("("),
    "]": path.includes("["),
    "}": path.includes("{"),
  };
  let end = path.length;
  for (; end > 0; end -= 1) {
    const last = path[end - 1] ?? "";
    // What is left out is no opening bracket, so that one that the path has stands before `last`.
    if (!/[.,;:!?…]/.test(last) && opened[last] !== false) break;
  }
  return path.slice(0, end);
}

/** A path in quotes reaches to the closing one, white space included; any other ends where its characters do. */
export function pathSpan(match: RegExpExecArray, start: number, path: string): Span {
  const { input } = match;
  const spaced = input.slice(start - 2, start) === "« ";
  const closer = CLOSER[input[start - (spaced ? 2 : 1)] ?? ""];
  const end = start + path.length;
  if (closer !== undefined && input[end] !== closer) {
    const rest = input.slice(end, end + QUOTED);
    const close = rest.indexOf(closer);
    const between = rest.slice(0, Math.max(0, close));
    // Only a space and more of a path is a path with a space in it; a comma or an equals sign is another thing.
    if (close > 0 && /^ [^\r\n"'`,;=<>{}]*$/.test(between) && /[\\/.]/.test(between))
      return { start, end: end + close };
  }
  return { start, end: input[end] === " " ? end + withSpaces(input.slice(end, end + QUOTED), path) : end };
}

/** A directory's name may have a space in it, and then goes on with a slash; a file's, with its extension. */
function withSpaces(rest: string, path: string): number {
  const more = /^(?: [\w.()-]+\/[^\s"'`<>|,;:(){}*?!\\[\]^]*)+/.exec(rest)?.[0] ?? "";
  const bare = !/\.\w+$/.test(path + more);
  const name = more !== "" && bare ? (/^ [\w()-]+\.\w{2,5}(?!\S)/.exec(rest.slice(more.length))?.[0] ?? "") : "";
  return more.length + name.length;
}
