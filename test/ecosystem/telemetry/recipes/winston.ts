import { type ErrorReport, serializeReport } from "@uhp-errors/core";
import type { Logger } from "winston";

export const toWinston = (log: Logger) => (report: ErrorReport) =>
  log.log({ ...serializeReport(report), level: report.level, message: `${report.status} ${report.code}` });
