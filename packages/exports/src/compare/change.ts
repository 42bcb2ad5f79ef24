import type { Json } from "../json/plain.ts";

/**
 * What a change asks of those who use a catalog. `major`: a service or a client may break. `minor`: there is something new.
 * `patch`: only a text is another.
 */
export type ChangeLevel = "major" | "minor" | "patch";

/** One difference between two states of a catalog. */
export interface Change {
  readonly level: ChangeLevel;
  /** The code that changed; null for what concerns the whole catalog. */
  readonly code: string | null;
  /** What of it changed: `"code"`, a fact such as `"status"`, or a place in the detail such as `"detail.eta_seconds.minimum"`. */
  readonly what: string;
  /** What stood there before; null when nothing did. */
  readonly before: Json;
  /** The present value; null when there is none. */
  readonly after: Json;
  /** The change and what it means, for people: plain text. */
  readonly sentence: string;
}

/** A change of a detail, before it is known of which code. */
export type DetailChange = Omit<Change, "code">;
