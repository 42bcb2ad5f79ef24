import type { ErrorStatus } from "./status.ts";
import type { Node } from "./syntax.ts";

/**
 * What a scan looks for:
 *
 * - `response`: an error response that the service writes by hand
 * - `exception`: a framework's exception, or an error that was given a status
 * - `class`: an error class of the service
 * - `schema`: the schema of an error response in a route
 * - `handler`: an error handler, or a handler for addresses without a route
 * - `limiter`, `proxy`, `protocol`: a library that answers by itself, or in the format of another protocol
 */
export const KINDS = ["response", "exception", "class", "schema", "handler", "limiter", "proxy", "protocol"] as const;

export type Kind = (typeof KINDS)[number];

/** An error that the service makes, as far as its place in the sources shows it. */
export interface MadeError {
  readonly kind: "response" | "exception";
  readonly node: Node;
  readonly library: string;
  readonly status: ErrorStatus;
  /** The expression of the status. */
  readonly statusNode: Node | undefined;
  /** Whether that expression is the whole init of a `Response`, which has the status in it. */
  readonly isInit: boolean;
  /** Whether it is a `Response`, which reaches no client unless it is returned. */
  readonly isValue: boolean;
  /** The body of a response, or the arguments of an exception. */
  readonly says: readonly Node[];
}

/** A place in the sources where the service makes an error, or where something else makes one for it. */
export interface Finding {
  readonly kind: Kind;
  /** The file's path below the scanned folder, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The framework or library that it belongs to, if the file shows it. */
  readonly library: string;
  readonly status: number | undefined;
  /** The sentence that clients get today, with `{}` in place of parts that are only known at run time. */
  readonly sentence: string | undefined;
  /** The route that the place belongs to, such as `GET /orders/:id`. */
  readonly route: string | undefined;
  /** The code to throw instead: one of the contract's, or one with the vendor's prefix. */
  readonly code: string | undefined;
  /** What a person should know about this place, in one sentence. */
  readonly note: string | undefined;
}

export interface Skipped {
  readonly file: string;
  readonly reason: string;
}

export interface Scan {
  readonly findings: readonly Finding[];
  readonly skipped: readonly Skipped[];
  readonly files: number;
  readonly tests: number;
}
