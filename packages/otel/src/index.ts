export type { LogsApi, SentRecord } from "./log-record.ts";
export { type RecordOptions, recordReports } from "./record-reports.ts";
export { restoreErrorType } from "./server-span.ts";
