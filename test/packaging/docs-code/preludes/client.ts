/** What the examples for the client take for granted. */
import type { Client, ParsedErrorObject } from "@uhp-errors/client";
import type { LogicalRequest } from "@uhp-errors/client/internal";
import { defineCatalog } from "@uhp-errors/core";

export const acme = defineCatalog({ vendor: "acme" });
export declare const client: Client<typeof acme>;
export declare const url: string;
export declare const token: string;
export declare const session: { token(): Promise<string> };
export declare function sessionIsBusy(signal: AbortSignal): Promise<boolean>;
export declare const input: { input: string; harness_id: string };
export declare const task: object;
export interface Task {
  readonly id: string;
  readonly status: string;
}
export interface TaskEvent {
  readonly type: string;
}
export declare function explain(error: ParsedErrorObject<typeof acme>): void;
export declare function show(what: unknown): void;
export declare function report(status: number, excerpt: string): void;
export declare function signIn(): void;
export declare function cancelTask(key: LogicalRequest["idempotencyKey"], reason: unknown): Promise<void>;
