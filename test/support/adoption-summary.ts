import type { AdoptionChange, AdoptionSummary } from "../../packages/core/src/adoption/summary.ts";

/** A summary of no reports. */
export const EMPTY: AdoptionSummary = {
  failures: 0,
  sameStatus: 0,
  sentences: { kept: 0, partly: 0, lost: 0, none: 0 },
  routes: [],
  otherProtocols: [],
  unknownClasses: [],
  mistakes: [],
  otherReports: [],
  exposesMessages: false,
  notKept: { failures: 0, findings: 0 },
};

/** Makes a change of a status 404 that a handler wrote. */
export function change(more: Partial<AdoptionChange> = {}): AdoptionChange {
  return {
    count: 1,
    source: "written",
    thrown: null,
    isUnknown: false,
    before: { status: 404, mediaType: "application/json", text: "There is no order 7." },
    after: { status: 404, code: "acme_not_found", message: "What the request names does not exist." },
    sentence: "lost",
    ...more,
  };
}
