/** What the examples for a service that runs tasks on Express take for granted. */
import { type Contract, defineCatalog, type EventStream, type StreamEvent } from "@uhp-errors/core";
import type { Express } from "express";

export { requestContext, stream } from "@uhp-errors/express";
export const acme = defineCatalog({ vendor: "acme" });
export declare const app: Express;
export declare const contract: Contract;
export declare const caller: { readonly id: string };

interface Task {
  readonly response: { readonly id: string; readonly status: string };
}
export declare const tasks: {
  create(body: unknown): Promise<Task>;
  response(id: string): Promise<object>;
};
export declare function run(task: Task): Promise<object>;
export declare const task: Task;
export declare const events: EventStream;
export declare const cancelling: AbortController;
export declare function eventsOf(task: Task, signal?: AbortSignal): AsyncIterable<StreamEvent>;
export declare function hash(body: unknown): string;
export declare const keys: {
  claim(
    owner: string,
    key: string | string[] | undefined,
    hash: string,
  ): Promise<{ readonly hash: string; readonly taskId: string } | undefined>;
};
