import { PLACEHOLDERS, type Removed } from "./redact.ts";
import type { SanitizedMessage } from "./sanitizer.ts";

const ADDRESS = "(?:\\d{1,3}\\.){3}\\d{1,3}(?::\\d{1,5})?";

/** A connection that failed, as Node writes it, with the address at the end. */
const CONNECTION = new RegExp(
  "^(?:Error: )?(?:accept|bind|connect|listen|read|send|write) E(?:ADDR|CONN|HOST|NET|TIMED)[A-Z]{2,9}" +
    `(?:: address already in use|: address not available|: permission denied)? ${ADDRESS}$`,
);

/** What the operating system says of a file. */
const REASON =
  "no such file or directory|permission denied|operation not permitted|file already exists|not a directory|" +
  "illegal operation on a directory|directory not empty|too many open files|resource busy or locked|" +
  "no space left on device|read-only file system|cross-device link not permitted|too many symbolic links encountered";

const PATH = "'\\/[\\w@.+~-]+(?:\\/[\\w@.+~-]+)+'";

/** A file that cannot be had, as Node writes it, with the path in quotes, or with both of them. */
const FILE = new RegExp(`^(?:Error: )?E[A-Z]{2,9}: (?:${REASON}), [a-z]{2,12} ${PATH}(?: -> ${PATH})?$`);

/** Placeholders make such a text longer by less than this: at most two stand in it. */
export const LONGER_BY = 2 * PLACEHOLDERS.path.length;

/**
 * What is left of a text that Node writes when a connection or a file fails, which is told sooner by its form than by rules;
 * `undefined` of any other text.
 */
export function leftOfNodeError(text: string): SanitizedMessage | undefined {
  if (CONNECTION.test(text)) {
    const index = text.lastIndexOf(" ") + 1;
    return {
      message: text.slice(0, index) + PLACEHOLDERS.host,
      removed: [{ kind: "host", rule: "node-system-error", index }],
    };
  }
  return FILE.test(text) ? withoutQuoted(text) : undefined;
}

/** A text in which a placeholder stands in the place of each path in quotes. */
function withoutQuoted(text: string): SanitizedMessage {
  const removed: Removed[] = [];
  let message = "";
  let end = 0;
  for (let quote = text.indexOf("'"); quote >= 0; quote = text.indexOf("'", end + 1)) {
    removed.push({ kind: "path", rule: "posix-path", index: quote + 1 });
    message += text.slice(end, quote + 1) + PLACEHOLDERS.path;
    end = text.indexOf("'", quote + 1);
  }
  return { message: message + text.slice(end), removed };
}
