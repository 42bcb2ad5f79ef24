/** What the examples for fetch handlers take for granted. */
import type { Contract } from "@uhp-errors/core";

export declare const contract: Contract;
export declare const accounts: { byToken(token: string): Promise<{ readonly name: string }> };
