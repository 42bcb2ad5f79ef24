import type { Reported } from "./messages.ts";

/** A server with a fault, in a process of its own. */
export interface AskedServer {
  readonly url: string;
  /** What the process has printed, as far as it was read. */
  readonly printed: string;
  /** Whether the process has ended by itself. */
  readonly hasEnded: boolean;
  /** What was reported since the last time. */
  reports(): Promise<readonly Reported[]>;
  /** Says how the hooks behave from now on. */
  behave(as: string): Promise<void>;
  kill(): Promise<void>;
}
