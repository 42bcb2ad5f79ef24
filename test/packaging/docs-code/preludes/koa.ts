/** What the examples for Koa take for granted. */
import type { Contract } from "@uhp-errors/core";
import type Koa from "koa";

export { attach, bearer, install, requestContext, stream, uhp } from "@uhp-errors/koa";
export declare const app: Koa;
export declare const contract: Contract;
