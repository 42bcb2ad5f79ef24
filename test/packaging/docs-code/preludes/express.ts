/** What the examples for Express take for granted. */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Express, Handler, Router } from "express";

export { createContract, defineCatalog, recognizeClass } from "@uhp-errors/core";
export { asyncHandler, attach, bearer, install, sendError, stream, uhp, uhpErrorHandler } from "@uhp-errors/express";
export * as z from "zod";

export const acme = defineCatalog({ vendor: "acme" });
export declare const app: Express;
export declare const contract: Contract;
export declare const server: Server;
export declare const target: string;
export declare const api: Router;
export declare const pages: Handler;
export declare const save: Handler;
export declare const accounts: { byToken(token: string): Promise<{ name: string } | null> };
export declare function createProxyMiddleware(options: {
  target: string;
  on: { error(thrown: Error, request: IncomingMessage, response: ServerResponse | Socket): void };
}): Handler;
export declare function list(): Promise<object[]>;
export type Incoming = IncomingMessage;
