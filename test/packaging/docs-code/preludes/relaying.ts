/** What the examples for a service that calls another take for granted. */
import { createClient } from "@uhp-errors/client";
import { createContract, defineCatalog } from "@uhp-errors/core";
import express from "express";

export { traceHeaders } from "@uhp-errors/express";

export const globex = defineCatalog({
  vendor: "globex",
  codes: { globex_printer_jammed: { status: 409, message: "The printer is jammed." } },
});
export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_printing_paused: { status: 409, message: "Printing is paused." } },
});
export const contract = createContract(acme);
export const printers = createClient({ baseUrl: "https://printers.globex.example", catalog: globex });
export const app = express();
