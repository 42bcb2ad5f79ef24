import { metrics, trace } from "@opentelemetry/api";
import { combineHooks, createContract, defineCatalog, type OnError, printReports } from "@uhp-errors/core";
import { type LogsApi, recordReports, restoreErrorType } from "@uhp-errors/otel";

const logs: LogsApi = { getLogger: () => ({ emit: ({ severityNumber }) => severityNumber.toFixed() }) };
const onError: OnError = combineHooks(printReports({ style: "json" }), recordReports({ logs }));
export const contract = createContract(defineCatalog({ vendor: "acme" }), { onError });

metrics.getMeter("acme");
restoreErrorType(trace.getTracer("acme").startSpan("request"));
