import type { Removed } from "./redact.ts";

/** A place in a file: with a slash in it, or in a module of Node's own. */
const PLACE = "(?:node:[\\w/]+|(?:file:\\/\\/|[A-Za-z]:)?[\\w@.+~-]*[/\\\\][\\w@.+~/\\\\-]*):\\d{1,7}:\\d{1,7}";

const NAME = "[\\w$.<>]+(?: \\[as [\\w$]+\\])?";

/** A frame as V8 prints it, on a line of its own. */
const FRAME = `\\n {1,8}at (?:async )?(?:(?:new )?${NAME} \\((?:${PLACE}|<anonymous>)\\)|${PLACE})`;

/** Frames up to the end of a text, and the first of them. */
const FRAMES = new RegExp(`(${FRAME})(?:${FRAME})+$`, "y");

/**
 * Where the last frames of a stack trace of V8 begin with which a text ends: all but the first. That one stays, since rules may need what
 * it has in it to tell what the text before it is. -1 when a text ends with no such trace, or not every frame is told at first sight.
 */
export function lastFrames(text: string): number {
  const start = text.indexOf("\n    at ");
  if (start < 0) return -1;
  FRAMES.lastIndex = start;
  const [, first = ""] = FRAMES.exec(text) ?? [];
  // The signs that the frames have together, the first must have by itself.
  return first.includes("(") && first.includes("/") ? start + first.length : -1;
}

/** What is taken out with the frames from a place on: each of them, by the rule that finds such a one. */
export function framesFrom(text: string, start: number): Removed[] {
  const frames: Removed[] = [];
  for (let line = start; line >= 0; line = text.indexOf("\n", line + 1)) {
    const end = text.indexOf("\n", line + 1);
    const rule = text.charAt((end < 0 ? text.length : end) - 1) === ")" ? "v8-frame" : "v8-frame-without-name";
    frames.push({ kind: "stack", rule, index: text.indexOf("at ", line) });
  }
  return frames;
}
