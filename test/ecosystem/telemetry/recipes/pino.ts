import type { ErrorReport } from "@uhp-errors/core";
import type { Logger } from "pino";

export const toPino =
  (log: Logger) =>
  ({ level, thrown, context: _, ...report }: ErrorReport) =>
    log[level]({ ...report, err: thrown }, `${report.status} ${report.code}`);
