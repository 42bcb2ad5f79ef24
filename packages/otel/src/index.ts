export type { LogsApi, SentRecord } from "./log-record.ts";
export { type ObserveOptions, observe } from "./observe.ts";
export { keepErrorType } from "./server-span.ts";
