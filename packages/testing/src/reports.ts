import { type ErrorReport, serializeReport } from "@uhp-errors/core";
import { warnOnce } from "@uhp-errors/node";
import type { Answer } from "./answer.ts";

/** Milliseconds that {@link CollectedReports.wait} waits by default. */
const TIMEOUT_MS = 1_000;

/** Messages of which only a sentence left, as collected reports tell: what was cut, by the id of the request. */
const CUT = new Map<string, string>();

/** Of so many requests it is kept. */
const MOST_CUT = 1_000;

function noteCut(report: ErrorReport): void {
  const { cut } = report.removed.some(({ kind }) => kind === "rest") ? serializeReport(report) : {};
  if (cut === undefined) CUT.delete(report.correlationId);
  else CUT.set(report.correlationId, cut);
  const [oldest] = CUT.keys();
  if (CUT.size > MOST_CUT && oldest !== undefined) CUT.delete(oldest);
}

/** What was cut off the message of a response, where a collected report tells. */
export function cutOf({ header }: Answer): string | undefined {
  return CUT.get(header("x-request-id") ?? "");
}

/** Warns of a message that was cut, once for each code. */
export function warnOfCut(answer: Answer, code: string): void {
  const cut = cutOf(answer);
  if (cut === undefined) return;
  warnOnce("UHP_MESSAGE_CUT", `the message of ${code} is cut to one sentence, and clients do not get: ${cut}`, code);
}

/** What {@link collectReports} returns. Its functions do not need `this`. */
export interface CollectedReports {
  /** The option `onError` of a contract. */
  readonly onError: (report: ErrorReport) => void;
  /** The reports since the start, or since {@link CollectedReports.clear}, the oldest first. */
  readonly all: readonly ErrorReport[];
  /** Forgets the reports that have come. */
  clear(): void;
  /**
   * Waits until at least `count` reports are there. A report may come after the response that it is about.
   *
   * @param timeoutMs Milliseconds. Default 1,000.
   * @returns All reports that are there.
   * @throws Error, when they do not come in time, that says which codes came.
   */
  wait(count?: number, timeoutMs?: number): Promise<readonly ErrorReport[]>;
}

/**
 * Keeps the reports of a contract, so that a test can look at them. By them, the assertions of this package warn of a message that was
 * cut to its first sentence.
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
      noteCut(report);
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
