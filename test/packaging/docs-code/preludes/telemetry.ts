/** What the examples of telemetry take for granted. */
import { defineCatalog } from "@uhp-errors/core";
import Koa from "koa";

export { createServer } from "node:http";
export { combineHooks, createContract, type ErrorReport, printReports, serializeReport } from "@uhp-errors/core";
export { uhp } from "@uhp-errors/web";

export const acme = defineCatalog({ vendor: "acme" });
export const app = new Koa();
export declare const requests: import("node:async_hooks").AsyncLocalStorage<{ readonly tenant: string }>;
export declare function tenantOf(request: object): string;
export declare function handler(request: Request): Promise<Response>;
export declare const toSentry: (report: import("@uhp-errors/core").ErrorReport) => void;
/** Of `@opentelemetry/instrumentation`. */
export declare function registerInstrumentations(options: { readonly instrumentations: readonly object[] }): void;
