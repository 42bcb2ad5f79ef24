import { type ErrorReport, serializeReport } from "@uhp-errors/core";
import type { Logger } from "pino";

export const toPino = (log: Logger) => (report: ErrorReport) =>
  log[report.level](serializeReport(report), `${report.status} ${report.code}`);
