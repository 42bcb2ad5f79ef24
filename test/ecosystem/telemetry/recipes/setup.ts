import { metrics } from "@opentelemetry/api";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, ConsoleSpanExporter } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { restoreErrorType } from "@uhp-errors/otel";

const reader = new PrometheusExporter({ port: Number(process.env["METRICS_PORT"] ?? 9464) });
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(new ConsoleSpanExporter())] }).register();
registerInstrumentations({
  instrumentations: [new HttpInstrumentation({ applyCustomAttributesOnSpan: restoreErrorType })],
});
