import type { IncomingMessage, ServerResponse } from "node:http";

/** What is relied upon of a Koa context: Node's objects, the unmounted URL, and where Koa hands on what escapes. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly originalUrl: string;
  /** Koa's own response. */
  readonly response?: object;
  /** `false` keeps Koa from answering by itself. */
  respond?: boolean | undefined;
  readonly body?: unknown;
  readonly app: KoaApp;
  /** Where middleware leaves what later middleware needs. */
  readonly state: object;
  onerror(error: unknown): void;
}

/** What is relied upon of a Koa application: its `error` event and its own listener for it. */
export interface KoaApp {
  listeners(event: "error"): unknown[];
  emit(event: "error", error: Error, context: unknown): boolean;
  onerror(error: Error): void;
  /** The middleware, in the order in which it was mounted. */
  readonly middleware?: readonly unknown[];
}
