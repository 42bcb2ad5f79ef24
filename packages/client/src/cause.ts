import type { Redact } from "@uhp-errors/core/redaction";
import { peek } from "@uhp-errors/core/untrusted";
import { MAX_CAUSES, MAX_TEXT } from "./bounds.ts";

/**
 * A copy of what `fetch` failed with that holds no secret: name, message, `code`, and the same of its causes. The original may
 * hold the whole request with its headers. Never throws. Gives `undefined` for what cannot be read.
 */
export function redactCause(thrown: unknown, redact: Redact, depth = 0): unknown {
  if (typeof thrown === "string") return shortened(thrown, redact);
  if (typeof thrown !== "object" || thrown === null || depth >= MAX_CAUSES) return undefined;
  const [name, message, code] = ["name", "message", "code"].map((field) => shortened(peek(thrown, field), redact));
  const cause = redactCause(peek(thrown, "cause"), redact, depth + 1);
  const copy = new Error(message, cause === undefined ? {} : { cause });
  if (name !== undefined) copy.name = name;
  // The frames of this copy are useless, and the original ones may show arguments.
  copy.stack = `${copy.name}: ${copy.message}`;
  return code === undefined ? copy : Object.assign(copy, { code });
}

function shortened(text: unknown, redact: Redact): string | undefined {
  if (typeof text !== "string") return undefined;
  // Do not cut a character that takes two code units.
  return text.length > MAX_TEXT ? redact(text.slice(0, MAX_TEXT).replace(/[\ud800-\udbff]$/, ""), "cut") : redact(text);
}
