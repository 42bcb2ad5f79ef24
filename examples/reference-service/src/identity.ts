import { randomUUID } from "node:crypto";

/** A new id for an object of the given kind, for example `resp_…`. */
export function newId(kind: "resp" | "msg" | "hsess" | "file"): string {
  return `${kind}_${randomUUID()}`;
}

/** Seconds since 1970. */
export function seconds(): number {
  return Math.floor(Date.now() / 1_000);
}
