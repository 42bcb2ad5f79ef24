import type { ContractOptions, ErrorReport } from "@uhp-errors/core";
import { acme } from "./catalog.ts";
import { reporting } from "./reporting.ts";

/** A contract that only reports, and its reports. */
export const observing = (options: ContractOptions = {}) => reporting(acme, { reportOnly: true, ...options });

/** What was reported: what happened, the code and the route, and the status that was sent. */
export const told = (reports: readonly ErrorReport[]) =>
  reports.map(({ outcome, code, route, reportOnly }) => [outcome, code, route, reportOnly?.sent.status]);
