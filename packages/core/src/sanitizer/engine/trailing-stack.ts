import type { Removed } from "./redact.ts";

/** A place in a file: with a slash in it, or in a module of Node's own. */
const PLACE = "(?:node:[\\w/]+|(?:file:\\/\\/|[A-Za-z]:)?[\\w@.+~-]*[/\\\\][\\w@.+~/\\\\-]*):\\d{1,7}:\\d{1,7}";

const NAME = "[\\w$.<>]+(?: \\[as [\\w$]+\\])?";

/** A frame as V8 prints it, on a line of its own. */
const FRAME = `\\n {1,8}at (?:async )?(?:(?:new )?${NAME} \\((?:${PLACE}|<anonymous>)\\)|${PLACE})`;

const FRAMES = new RegExp(`(?:${FRAME})+$`, "y");

/** What may belong to the frames behind it. */
const LEADS_ON = /[:\s]$| at$/;

/**
 * Where the stack trace of V8 begins with which a text ends; -1 when it ends with none, or with one that is not wholly of frames
 * which are told at first sight.
 */
export function trailingStack(text: string): number {
  const start = text.indexOf("\n    at ");
  if (start < 1) return -1;
  FRAMES.lastIndex = start;
  return FRAMES.test(text) && !LEADS_ON.test(text.slice(Math.max(0, start - LED), start)) ? start : -1;
}

/** So much of what stands before a stack trace is looked at. */
const LED = 4;

/** What is taken out with a stack trace: each of its frames. */
export function framesFrom(text: string, start: number): Removed[] {
  const frames: Removed[] = [];
  for (let line = start; line >= 0; line = text.indexOf("\n", line + 1)) {
    frames.push({ kind: "stack", rule: "v8-frame", index: text.indexOf("at ", line) });
  }
  return frames;
}
