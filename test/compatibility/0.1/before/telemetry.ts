import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { combine, createContract, defineCatalog, type ErrorReport, type Origin } from "@uhp-errors/core";
import { keepErrorType, type ObserveOptions, observe } from "@uhp-errors/otel";
import { uhp } from "@uhp-errors/web";
import type { Logger } from "pino";

const acme = defineCatalog({ vendor: "acme" });

/** What was sent as log records. */
export const records: string[] = [];
const options: ObserveOptions = {
  logs: { getLogger: () => ({ emit: ({ body }) => void records.push(body) }) },
};

export const counts = new Map<Origin, number>();
const count = ({ origin }: ErrorReport) => void counts.set(origin, (counts.get(origin) ?? 0) + 1);

export const toPino =
  (log: Logger) =>
  ({ level, thrown, context: _, ...report }: ErrorReport) =>
    log[level]({ ...report, err: thrown }, `${report.status} ${report.code}`);

export const instrument = () => new HttpInstrumentation({ applyCustomAttributesOnSpan: keepErrorType });

/** How many errors had each outcome. */
export const outcomes: Record<ErrorReport["outcome"], number> = {
  answered: 0,
  streamed: 0,
  cut: 0,
  late: 0,
  aborted: 0,
};
const countOutcome = ({ outcome }: ErrorReport) => {
  outcomes[outcome] += 1;
};

const contract = createContract(acme, { onError: combine(observe(options), count, countOutcome) });

export const handler = uhp(contract, () => {
  throw acme.error("session_busy");
});
