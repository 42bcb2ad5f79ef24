/** UTF-16 code units of a stack in which a frame is looked for, behind the message. */
const SEARCHED = 8_000;

/** What stands in a frame that is not the service's own: Node's modules, installed packages, what has no place in a file. */
const FOREIGN = ["node:", "node_modules", "(internal/", "<anonymous>", "native code", "(native)", "(eval at"];

/**
 * The place in a stack that is most likely the service's own: its first frame outside of Node and of installed packages, else its
 * first frame. `undefined` when it has none. A message of several lines may look like frames, so it is passed over.
 */
export function ownFrame(stack: string, message: string): string | undefined {
  const from = message === "" ? -1 : stack.indexOf(message);
  const start = from < 0 ? 0 : from + message.length;
  const frames = stack
    .slice(start, start + SEARCHED)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line.startsWith("at "))
    .map((line) => line.slice("at ".length).replace("file://", ""));
  return frames.find((frame) => !FOREIGN.some((part) => frame.includes(part))) ?? frames[0];
}
