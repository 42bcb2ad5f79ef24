/** What the examples for Hono take for granted. */
import { type Contract, defineCatalog } from "@uhp-errors/core";
import type { Hono } from "hono";

export { uhp, uhpErrorHandler, uhpNotFoundHandler } from "@uhp-errors/hono";
export declare const app: Hono;
export declare const contract: Contract;
export const acme = defineCatalog({ vendor: "acme" });
export declare const notes: { find(id: string): { readonly title: string } };
export declare const accounts: { byToken(token: string): Promise<{ readonly name: string }> };
