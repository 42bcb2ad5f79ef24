import type { ErrorReport } from "@uhp-errors/core";
import type { Logger } from "winston";

export const toWinston =
  (log: Logger) =>
  ({ level, thrown, context: _, ...report }: ErrorReport) =>
    log.log({
      ...report,
      level,
      message: `${report.status} ${report.code}`,
      thrown: thrown instanceof Error ? thrown.stack : thrown,
    });
