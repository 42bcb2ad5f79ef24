import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { keepErrorType } from "@uhp-errors/otel";

export const instrumentation = new HttpInstrumentation({ applyCustomAttributesOnSpan: keepErrorType });
