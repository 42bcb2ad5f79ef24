/** What the contract would change, by route: published as `@uhp-errors/core/adoption`. */
export { type AdoptionOptions, type AdoptionReport, adoptionReport } from "./adoption-report.ts";
export type { SentenceFate } from "./sent-text.ts";
export type { AdoptionChange, AdoptionRoute, AdoptionSummary, OtherProtocol, UnknownClass } from "./summary.ts";
