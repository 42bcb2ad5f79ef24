/** What the examples for a service that calls another take for granted. */
import { createClient } from "@uhp-errors/client";
import { defineCatalog } from "@uhp-errors/core";
import type { Response } from "express";

export const acme = defineCatalog({ vendor: "acme" });
export const printers = createClient({ baseUrl: "https://printers.acme.example" });
export declare const response: Response;
