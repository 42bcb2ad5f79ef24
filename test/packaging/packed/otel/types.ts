import { metrics, trace } from "@opentelemetry/api";
import { combine, createContract, defineCatalog, type OnError, printReports } from "@uhp-errors/core";
import { keepErrorType, type LogsApi, observe } from "@uhp-errors/otel";

const logs: LogsApi = { getLogger: () => ({ emit: ({ severityNumber }) => severityNumber.toFixed() }) };
const onError: OnError = combine(printReports({ style: "json" }), observe({ logs }));
export const contract = createContract(defineCatalog({ vendor: "acme" }), { onError });

metrics.getMeter("acme");
keepErrorType(trace.getTracer("acme").startSpan("request"));
