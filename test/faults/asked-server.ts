import type { Reported } from "./messages.ts";

/** A server with a fault, in a separate process. */
export interface AskedServer {
  readonly url: string;
  /** What the process has printed, as far as it was read. */
  readonly printed: string;
  /** Whether the process has ended. */
  readonly hasEnded: boolean;
  /** The reports since the last call. */
  reports(): Promise<readonly Reported[]>;
  /** Sets how the hooks behave from now on. */
  behave(as: string): Promise<void>;
  kill(): Promise<void>;
}
