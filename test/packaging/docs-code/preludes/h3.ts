/** What the examples for h3 take for granted. */
import type { Contract } from "@uhp-errors/core";
import type { H3 } from "h3";

export declare const app: H3;
export declare const contract: Contract;
