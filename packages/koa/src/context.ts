import type { IncomingMessage, ServerResponse } from "node:http";

/** The parts of a Koa context that the adapter uses. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly originalUrl: string;
  /** Koa's own response. */
  readonly response?: object;
  /** If `false`, Koa sends nothing by itself. */
  respond?: boolean | undefined;
  /** The body that Koa will send. */
  body?: unknown;
  /** The status that Koa will send. */
  status?: number;
  readonly app: KoaApp;
  /** Where middleware puts values for later middleware. */
  readonly state: object;
  onerror(error: unknown): void;
}

/** The parts of a Koa application that the adapter uses. */
export interface KoaApp {
  listeners(event: "error"): unknown[];
  emit(event: "error", error: Error, context: unknown): boolean;
  onerror(error: Error): void;
  /** The middleware, in the order in which it runs. */
  readonly middleware?: readonly unknown[];
}
