import type { Json } from "../json/plain.ts";

/**
 * The effect of a change on users of a catalog. `major`: a service or a client may break. `minor`: something new was added. `patch`: only
 * a text changed.
 */
export type ChangeLevel = "major" | "minor" | "patch";

/** One difference between two versions of a catalog. */
export interface Change {
  readonly level: ChangeLevel;
  /** The code that changed; null if the change concerns the whole catalog. */
  readonly code: string | null;
  /**
   * The part that changed: `"code"`, a fact such as `"status"`, a place in the detail such as `"detail.eta_seconds.minimum"`, or
   * `"operations"` if an operation is gone or new, answers with other codes, or cannot be compared.
   */
  readonly what: string;
  /** The previous value; null if there was none. */
  readonly before: Json;
  /** The current value; null if there is none. */
  readonly after: Json;
  /** The change and its effect as plain text, for people. */
  readonly sentence: string;
}

/** A change of a detail, before its code is added. */
export type DetailChange = Omit<Change, "code">;
