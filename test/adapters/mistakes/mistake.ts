import type { RequestListener } from "node:http";
import type { Contract } from "@uhp-errors/core";

/** A service that is mounted wrongly, and the paths to request. */
export interface Mounted {
  readonly app: RequestListener;
  readonly paths: readonly string[];
}

/** Mistakes by name. Mounting may throw. */
export type Mistakes = Readonly<Record<string, (contract: Contract) => Mounted | Promise<Mounted>>>;

/** The outcome of a mistake, as its process reports it. */
export interface Outcome {
  /** The error that mounting threw. */
  readonly refused?: string;
  readonly answers: readonly string[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly misuses: readonly string[];
}
