import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { elysiaErrors } from "./elysia-errors.ts";

export const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_note_not_found: { status: 404, message: "There is no such note." } },
});

/** What the contract reported. */
export const reports: ErrorReport[] = [];

/** Covers everything under `/api/`, and leaves pages, tRPC and GraphQL alone. */
export const contract = createContract(acme, {
  appliesTo: ({ path }) => path.startsWith("/api/"),
  recognize: elysiaErrors,
  onError: (report) => void reports.push(report),
});

const NOTES = new Map([["1", { id: "1", text: "Buy milk." }]]);

/** @throws ContractError acme_note_not_found */
export function findNote(id: string | undefined): { readonly id: string; readonly text: string } {
  const note = NOTES.get(id ?? "");
  if (note === undefined) throw acme.error("acme_note_not_found");
  return note;
}
