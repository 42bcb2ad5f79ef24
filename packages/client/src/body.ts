import { sanitizeMessage } from "@uhp-errors/core";

/** Bytes of an error's body that are read; an envelope is a few hundred. */
const MAX_BYTES = 65_536;

const MAX_EXCERPT = 200;

/** Characters of a foreign body that an excerpt is made from. */
const LOOKED_LENGTH = 4_000;

/** The text of a body. Reads at most 64 KiB, and gives what there is when the body breaks off. Never rejects. */
export async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  try {
    return body === null ? "" : await collect(body.getReader());
  } catch {
    // The body is locked.
    return "";
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    while (bytes < MAX_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      text += decoder.decode(value, { stream: true });
    }
    if (bytes >= MAX_BYTES) reader.cancel().catch(() => {});
  } catch {
    // Half a body: what has come is all there is.
  }
  return text + decoder.decode();
}

/**
 * A short piece of a foreign body to show to a developer: its text without markup, one sentence, at most 200 characters,
 * without credentials, hosts and paths.
 */
export function excerptOf(text: string): string {
  const words = text
    .slice(0, LOOKED_LENGTH)
    .replace(/<[^<>]*(?:>|$)/g, " ")
    .trim();
  const { message } = sanitizeMessage(words);
  if (message.length <= MAX_EXCERPT) return message;
  // Not in the middle of a character that takes two places.
  const start = message.slice(0, MAX_EXCERPT - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start.trimEnd()}…`;
}

/** The media type of an answer, without its parameters. */
export function mediaType(headers: Headers): string | undefined {
  const [, type] = /^\s*([\w.+-]{1,60}\/[\w.+-]{1,60})\s*(?:;|$)/.exec(headers.get("content-type") ?? "") ?? [];
  return type?.toLowerCase();
}
