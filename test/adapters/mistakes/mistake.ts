import type { RequestListener } from "node:http";
import type { Contract } from "@uhp-errors/core";

/** A service that is mounted wrongly, and the paths to ask it for. */
export interface Mounted {
  readonly app: RequestListener;
  readonly paths: readonly string[];
}

/** Mistakes by what is wrong. One may throw at mounting. */
export type Mistakes = Readonly<Record<string, (contract: Contract) => Mounted | Promise<Mounted>>>;

/** What became of one, as its process says it. */
export interface Outcome {
  /** The error at mounting. */
  readonly refused?: string;
  readonly answers: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly misuses: readonly string[];
}
