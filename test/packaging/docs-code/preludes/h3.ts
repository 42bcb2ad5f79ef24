/** What the examples for h3 take for granted. */
import type { Contract } from "@uhp-errors/core";
import type { H3 } from "h3";

export { bearer, install, requestContext, stream, uhp, uhpErrorHandler } from "@uhp-errors/h3";
export declare const app: H3;
export declare const contract: Contract;
export declare const accounts: { byToken(token: string): Promise<{ readonly name: string }> };
