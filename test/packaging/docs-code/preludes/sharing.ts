/** What the examples for a shared catalog take for granted. */
import type { Express } from "express";

export declare const app: Express;
export declare const baseUrl: string;
