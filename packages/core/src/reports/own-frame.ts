/** UTF-16 code units of a stack in which frames are looked for, after the message. */
const SEARCHED = 8_000;

/** What a frame has that is not the service's own: Node's modules, installed packages, what has no place in a file. */
const FOREIGN = ["node:", "node_modules", "(internal/", "<anonymous>", "native code", "(native)", "(eval at"];

/**
 * The frames of a stack. A message of several lines may look like frames, so it is passed over.
 *
 * @param length UTF-16 code units after the message in which frames are looked for.
 */
export function stackFrames(stack: string, message: string, length: number): readonly string[] {
  const from = message === "" ? -1 : stack.indexOf(message);
  const start = from < 0 ? 0 : from + message.length;
  return stack
    .slice(start, start + length)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .map((line) => line.slice("at ".length));
}

/**
 * The place in a stack that is most likely the service's own: its first frame outside of Node and of installed packages, else its
 * first frame. `undefined` when it has none.
 */
export function ownFrame(stack: string, message: string): string | undefined {
  const frames = stackFrames(stack, message, SEARCHED).map((frame) => frame.replace("file://", ""));
  return frames.find((frame) => !FOREIGN.some((part) => frame.includes(part))) ?? frames[0];
}
