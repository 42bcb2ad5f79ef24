import type { Redact } from "@uhp-errors/core/redaction";
import { attempt } from "@uhp-errors/core/untrusted";
import { LOOKED_LENGTH, MAX_BYTES, MAX_EXCERPT, UNBOUNDED } from "./bounds.ts";
import type { Clock } from "./clock.ts";
import type { ExcerptSanitizer } from "./options.ts";

/** How long a body may take. */
export interface BodyTime {
  readonly clock: Clock;
  /** Milliseconds for the whole body; `Infinity` where something else ends the wait. */
  readonly timeoutMs: number;
}

/**
 * Reads the text of a body: at most 64 KiB, within the time limit. If the body breaks off or does not end, gives what has come.
 * The rest is cancelled. Never rejects.
 */
export async function readText(
  body: ReadableStream<Uint8Array> | null,
  { clock, timeoutMs }: BodyTime,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let left = MAX_BYTES;
  try {
    const reader = body?.getReader();
    // Readers that wait for more of a body see its end.
    const cancel = () => void reader?.cancel().catch(() => {});
    const stopTimer = timeoutMs < UNBOUNDED ? clock.after(timeoutMs, cancel) : undefined;
    try {
      while (left > 0) {
        const part = await reader?.read();
        if (part?.value === undefined) break;
        // Cut before it is decoded: one chunk may be a whole large file.
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
    // The body is locked, or it broke off: use what has come.
  }
  return text + decoder.decode();
}

/** The text of a body; `undefined` when it is longer than `maxBytes`, and then the rest is cancelled. Rejects when it breaks off. */
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
    // Endless empty chunks must end, too.
    left -= Math.max(1, part.value.byteLength);
    if (left < 0) {
      reader?.cancel().catch(() => {});
      return undefined;
    }
    text += decoder.decode(part.value, { stream: true });
  }
}

/** Space, and what has no ink: a page must not steer the terminal in which its excerpt is read. */
const BLANKS = /[\s\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** Replaces markup. A secret with invisible characters in it, such as this one, is still found. */
const GAP = "\ufff0";

/**
 * A short piece of an unexpected body, to show to an operator: at most 200 characters of its text, without markup, and without secrets
 * that the markup had split. A sanitizer makes one sentence of it, without credentials, hosts and paths.
 */
export function excerptOf(text: string, sanitizer: ExcerptSanitizer | undefined, redact: Redact): string {
  const shown = text.slice(0, LOOKED_LENGTH).replace(/<[^<>]*(?:>|$)/g, GAP);
  const words = redact(shown, "cut").replaceAll(GAP, " ").trim();
  const message =
    sanitizer === undefined
      ? words.replace(BLANKS, " ")
      : // One of the caller's own may throw, and give what is no text and cannot be trimmed.
        attempt(
          () => sanitizer.message(words).message.trim(),
          () => "",
        );
  if (message.length <= MAX_EXCERPT) return message;
  // Do not cut a character that takes two code units.
  const start = message.slice(0, MAX_EXCERPT - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start.trimEnd()}…`;
}

/** The media type of a response, without its parameters. */
export function mediaType(headers: Headers): string | undefined {
  const type = /^([\w.+-]{1,60}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(headers.get("content-type") ?? "");
  return type?.[1]?.toLowerCase();
}
