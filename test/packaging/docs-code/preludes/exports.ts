/** What the examples of exports take for granted. */
import type { INestApplication } from "@nestjs/common";
import type { OpenAPIObject } from "@nestjs/swagger";
import { defineCatalog } from "@uhp-errors/core";
import type { Options } from "swagger-jsdoc";

export const acme = defineCatalog({ vendor: "acme" });
export const operations = { "GET /v1/harnesses/{id}": ["harness_not_found"] } as const;
export declare const document: { readonly openapi: string };
export declare const nest: INestApplication;
export declare const config: Omit<OpenAPIObject, "paths">;
export declare const annotations: Options;
