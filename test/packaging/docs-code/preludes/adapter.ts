/** What the examples for an adapter of another framework take for granted. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AdapterContract } from "@uhp-errors/core/adapter";

export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly pattern: string | undefined;
}
export declare const contract: AdapterContract;
export declare const call: Call;
