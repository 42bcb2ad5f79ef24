/** What the example for a shared catalog takes for granted. */
import type { Express } from "express";

export declare const app: Express;
