import type { ErrorReport } from "../reports/report.ts";
import { attempt } from "../untrusted/attempt.ts";
import { ownFields } from "../untrusted/peek.ts";
import type { AdoptionSummary } from "./summary.ts";
import { Tally } from "./tally.ts";

/** Options of {@link adoptionReport}. */
export interface AdoptionOptions {
  /**
   * The maximum number of routes to list, from 1 to 10,000. Failures on other routes are only counted. In addition, up to 50 addresses
   * without a route are listed.
   *
   * @defaultValue 200
   */
  readonly maxRoutes?: number;
}

/** Collects the reports of a contract that only reports, and sums up what the contract would change. Made by {@link adoptionReport}. */
export interface AdoptionReport {
  /** The hook for the option `onError`. It needs no `this` and never throws. */
  readonly add: (report: ErrorReport) => void;
  /** Returns the summary as plain data. Written to a file as JSON, the command `uhp-errors adoption` shows it. Never throws. */
  json(): AdoptionSummary;
}

/**
 * Collects the reports of a contract with the option `reportOnly`, and sums up for each route what the contract would change: statuses,
 * codes and sentences, responses of other protocols, and error classes to recognize. It needs little memory, however many reports it gets.
 * Its output can be shared, because it contains nothing that the sanitizer removes.
 *
 * @throws TypeError when an option is not of its kind.
 * @example
 * const adoption = adoptionReport();
 * const contract = createContract(acme, { reportOnly: true, onError: adoption.add });
 * // After a day of traffic, or a run of the tests:
 * await writeFile("adoption.json", JSON.stringify(adoption.json()));
 * // Then show it: npx uhp-errors adoption adoption.json
 */
export function adoptionReport(options: AdoptionOptions = {}): AdoptionReport {
  const tally = new Tally(checked(options));
  return Object.freeze<AdoptionReport>({
    add: (report) =>
      attempt(
        () => tally.add(report),
        () => tally.addUnreadable(),
      ),
    json: () => tally.summary(),
  });
}

const DEFAULT_ROUTES = 200;
const MOST_ROUTES = 10_000;

function checked(options: AdoptionOptions): number {
  if (typeof options !== "object" || options === null) throw new TypeError("adoptionReport: expected an object");
  const { maxRoutes = DEFAULT_ROUTES, ...others } = ownFields(options);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new TypeError(`adoptionReport: unknown option ${unknown}; the option is maxRoutes`);
  if (!Number.isInteger(maxRoutes) || maxRoutes < 1 || maxRoutes > MOST_ROUTES) {
    throw new TypeError("adoptionReport: maxRoutes: expected an integer from 1 to 10,000");
  }
  return maxRoutes;
}
