/** What the examples of telemetry take for granted. */
import { defineCatalog } from "@uhp-errors/core";

export { combineHooks, createContract, type ErrorReport, printReports, serializeReport } from "@uhp-errors/core";

export const acme = defineCatalog({ vendor: "acme" });
export declare const toSentry: (report: import("@uhp-errors/core").ErrorReport) => void;
