import { type ErrorReport, serializeReport } from "@uhp-errors/core";
import { warnOnce } from "@uhp-errors/core/internal";
import type { Answer } from "./answer.ts";

/** The default timeout of {@link CollectedReports.wait}, in milliseconds. */
const TIMEOUT_MS = 1_000;

/** The ends of messages that were cut to one sentence, by the id of the request. Collected reports contain them. */
const CUT = new Map<string, string>();

/** The maximum number of requests for which the end is kept. */
const MOST_CUT = 1_000;

function rememberCut(report: ErrorReport): void {
  const { unsent } = report.removed.some(({ kind }) => kind === "rest") ? serializeReport(report) : {};
  if (unsent === undefined) CUT.delete(report.correlationId);
  else CUT.set(report.correlationId, unsent);
  const [oldest] = CUT.keys();
  if (CUT.size > MOST_CUT && oldest !== undefined) CUT.delete(oldest);
}

/** Returns the end that was cut from a response's message, if a collected report contains it. */
export function findCut({ header }: Answer): string | undefined {
  return CUT.get(header("x-request-id") ?? "");
}

/** Warns of a message that was cut, once for each code. */
export function warnOfCut(answer: Answer, code: string): void {
  const cut = findCut(answer);
  if (cut === undefined) return;
  warnOnce("UHP_MESSAGE_CUT", `the message of ${code} is cut to one sentence, and clients do not get: ${cut}`, code);
}

/** What {@link collectReports} returns. Its functions do not need `this`. */
export interface CollectedReports {
  /** The option `onError` of a contract. */
  readonly onError: (report: ErrorReport) => void;
  /** The reports since the start, or since {@link CollectedReports.clear}. The oldest is first. */
  readonly all: readonly ErrorReport[];
  /** Forgets all reports so far. */
  clear(): void;
  /**
   * Waits until there are at least `count` reports. A report may come after its response.
   *
   * @param timeoutMs Milliseconds. Default 1,000.
   * @returns All reports that are there.
   * @throws Error if they do not come in time. It says which codes came.
   */
  wait(count?: number, timeoutMs?: number): Promise<readonly ErrorReport[]>;
}

/**
 * Collects the reports of a contract, so that a test can check them. If one says that a message was cut to its first
 * sentence, the assertions of this package warn.
 *
 * @example
 * const reports = collectReports();
 * const contract = createContract(acme, { onError: reports.onError });
 * // … a request that fails
 * const [report] = await reports.wait();
 */
export function collectReports(): CollectedReports {
  const all: ErrorReport[] = [];
  const waiting = new Set<() => void>();
  return Object.freeze({
    all,
    onError(report: ErrorReport) {
      all.push(report);
      rememberCut(report);
      for (const look of waiting) look();
    },
    clear: () => void all.splice(0),
    wait(count = 1, timeoutMs = TIMEOUT_MS) {
      return new Promise<readonly ErrorReport[]>((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          const came = all.length === 0 ? "none" : `${all.length}: ${all.map(({ code }) => code).join(", ")}`;
          const wanted = `${count} ${count === 1 ? "report" : "reports"}`;
          reject(new Error(`expected ${wanted} within ${timeoutMs} ms, got ${came}`));
        }, timeoutMs);
        const look = () => {
          if (all.length < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve([...all]);
        };
        waiting.add(look);
        look();
      });
    },
  });
}
