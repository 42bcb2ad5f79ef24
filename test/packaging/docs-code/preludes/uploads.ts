/** What the example for a file that is read as a stream takes for granted. */
import type { Readable } from "node:stream";
import type {} from "@fastify/multipart";
import { defineCatalog } from "@uhp-errors/core";
import type { FastifyInstance } from "fastify";

export const acme = defineCatalog({ vendor: "acme" });
export declare const app: FastifyInstance;
export declare const store: { save(file: Readable): Promise<string>; remove(key: string): Promise<void> };
