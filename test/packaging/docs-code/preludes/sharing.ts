/** What the examples for a shared catalog take for granted. */
import type { Express } from "express";

export declare const app: Express;
export declare const order: object;
export declare function show(sentence: string): void;
