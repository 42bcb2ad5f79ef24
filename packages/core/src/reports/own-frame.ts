/** UTF-16 code units after the message that are searched for frames. */
const SEARCHED = 8_000;

/** Parts of frames outside the service's own code: Node's modules, installed packages, and code without a file. */
const FOREIGN = ["node:", "node_modules", "(internal/", "<anonymous>", "native code", "(native)", "(eval at"];

/**
 * Returns the frames of a stack. A message of several lines may look like frames, so it is skipped.
 *
 * @param length UTF-16 code units after the message that are searched for frames.
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
 * Returns the frame that is most likely the service's own: the first one outside Node and installed packages, else the first one.
 * `undefined` if the stack has none.
 */
export function ownFrame(stack: string, message: string): string | undefined {
  const frames = stackFrames(stack, message, SEARCHED).map((frame) => frame.replace("file://", ""));
  return frames.find((frame) => !FOREIGN.some((part) => frame.includes(part))) ?? frames[0];
}
