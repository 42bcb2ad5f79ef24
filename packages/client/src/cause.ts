import type { Redact } from "@uhp-errors/core/internal";
import { peek } from "@uhp-errors/core/internal";
import { MAX_CAUSES, MAX_TEXT } from "./bounds.ts";

/**
 * Copies the error that `fetch` failed with, without secrets: its name, message, and `code`, and the same for its causes. The original may
 * contain the whole request with its headers. Never throws. Returns `undefined` for a value that cannot be read.
 */
export function redactCause(thrown: unknown, redact: Redact, depth = 0): unknown {
  if (typeof thrown === "string") return shortened(thrown, redact);
  if (typeof thrown !== "object" || thrown === null || depth >= MAX_CAUSES) return undefined;
  const [name, message, code] = ["name", "message", "code"].map((field) => shortened(peek(thrown, field), redact));
  const cause = redactCause(peek(thrown, "cause"), redact, depth + 1);
  const copy = new Error(message, cause === undefined ? {} : { cause });
  if (name !== undefined) copy.name = name;
  // The stack of the copy is useless, and the original one may show arguments.
  copy.stack = `${copy.name}: ${copy.message}`;
  return code === undefined ? copy : Object.assign(copy, { code });
}

function shortened(text: unknown, redact: Redact): string | undefined {
  if (typeof text !== "string") return undefined;
  // Do not split a surrogate pair.
  return text.length > MAX_TEXT ? redact(text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, ""), "cut") : redact(text);
}
