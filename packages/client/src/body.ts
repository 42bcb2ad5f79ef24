import type { Redact } from "@uhp-errors/core/internal";
import { attempt, quietly } from "@uhp-errors/core/internal";
import { LOOKED_LENGTH, MAX_BYTES, MAX_EXCERPT, UNBOUNDED } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import type { ExcerptSanitizer } from "./options.ts";

export interface BodyTime {
  readonly clock: Clock;
  /** Milliseconds for the whole body; `Infinity` if other code ends the wait. */
  readonly timeoutMs: number;
}

/** A body, or what makes its reader. */
export interface Readable {
  getReader(): ReadableStreamDefaultReader<Uint8Array>;
}

/**
 * Reads a body as a string: at most 64 KiB, within the time limit. If the body breaks off or does not end, returns the part that has
 * arrived. The rest is cancelled. Never rejects.
 */
export async function readText(body: Readable | null, { clock, timeoutMs }: BodyTime): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let left = MAX_BYTES;
  try {
    const reader = body?.getReader();
    // A pending read then sees the end of the body.
    const cancel = () => void reader?.cancel().catch(() => {});
    const stopTimer = timeoutMs < UNBOUNDED ? clock.after(timeoutMs, cancel) : undefined;
    try {
      while (left > 0) {
        const part = await reader?.read();
        if (part?.value === undefined) break;
        // Cut before decoding: one chunk may be a whole large file.
        const taken = part.value.subarray(0, left);
        text += decoder.decode(taken, { stream: true });
        // An empty chunk counts too, because endless empty chunks would keep every timer from running.
        left -= Math.max(1, taken.byteLength);
      }
    } finally {
      stopTimer?.();
      cancel();
    }
  } catch {
    // The body is locked or broke off: use the part that has arrived.
  }
  return text + decoder.decode();
}

/** Reads a whole body as a string. If it is longer than `maxBytes`, cancels the rest and returns `undefined`. Rejects if it breaks off. */
export async function wholeText(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let left = maxBytes;
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) return text + decoder.decode();
    // An empty chunk counts too, so that endless empty chunks come to an end.
    left -= Math.max(1, part.value.byteLength);
    if (left < 0) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
}

/** White space and invisible characters. They are replaced, because a page must not control the terminal that shows its excerpt. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** Stands in for removed markup. It is invisible, because a secret is found even with invisible characters inside. */
const GAP = "\ufff0";

/**
 * Returns a short excerpt of an unexpected body, for an operator: at most 200 characters of its text, without markup and without secrets
 * that the markup had split. A sanitizer reduces it to one sentence without credentials, hosts, and paths.
 */
export function makeExcerpt(text: string, sanitizer: ExcerptSanitizer | undefined, redact: Redact): string {
  const shown = text.slice(0, LOOKED_LENGTH).replace(/<[^<>]*(?:>|$)/g, GAP);
  const words = redact(shown, "cut").replaceAll(GAP, " ").trim();
  const message =
    sanitizer === undefined
      ? words.replace(BLANKS, " ")
      : // The caller's own sanitizer may throw, or return something that is not a string.
        attempt(
          () => {
            const sanitized = sanitizer.message(words);
            // If it is a promise, an unhandled rejection would end the process.
            quietly(() => sanitized);
            return sanitized.message.trim();
          },
          () => "",
        );
  if (message.length <= MAX_EXCERPT) return message;
  // Do not split a surrogate pair.
  const start = message.slice(0, MAX_EXCERPT - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start.trimEnd()}…`;
}

export function mediaType(headers: Headers): string | undefined {
  const type = /^([\w.+-]{1,60}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(headers.get("content-type") ?? "");
  return type?.[1]?.toLowerCase();
}
