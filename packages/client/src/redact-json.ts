import type { Redact } from "@uhp-errors/core/internal";
import { MAX_DEPTH } from "./bounds.ts";

/** Copies parsed JSON without the secrets, which are also removed from keys. */
export function redactJson(value: unknown, redact: Redact, depth = 0): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1));
  const entries = Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact, depth + 1)]);
  return Object.fromEntries(entries);
}
