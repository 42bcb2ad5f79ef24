/** OpenTelemetry's SDK, registered for the whole process, with exporters that keep everything in memory. */
import { createRequire } from "node:module";
import { type Attributes, metrics } from "@opentelemetry/api";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { MeterProvider, MetricReader } from "@opentelemetry/sdk-metrics";
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { restoreErrorType } from "@uhp-errors/otel";
import { vi } from "vitest";

/** One line of the counter: its attributes, and its count. */
export interface Point {
  readonly attributes: Attributes;
  readonly value: number;
}

class AskedReader extends MetricReader {
  protected async onShutdown(): Promise<void> {}
  protected async onForceFlush(): Promise<void> {}
}

const reader = new AskedReader();
metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));

const exporter = new InMemorySpanExporter();
const tracerProvider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
tracerProvider.register();
new HttpInstrumentation({
  applyCustomAttributesOnSpan: restoreErrorType,
  // The tests send requests with the same module with which the servers answer.
  disableOutgoingRequestInstrumentation: true,
}).setTracerProvider(tracerProvider);
// The instrumentation patches the module when it is required, not when it is imported.
createRequire(import.meta.url)("node:http");

/** All lines of the error counter since the process began. */
async function points(): Promise<readonly Point[]> {
  const { resourceMetrics } = await reader.collect();
  const all = resourceMetrics.scopeMetrics.flatMap(({ scope, metrics: made }) =>
    scope.name === "@uhp-errors/otel" ? made : [],
  );
  return all.flatMap(({ dataPoints }) =>
    dataPoints.map(({ attributes, value }) => ({ attributes, value: Number(value) })),
  );
}

/** What was counted while something ran. */
export async function countedDuring(run: () => Promise<void>): Promise<readonly Point[]> {
  const keyOf = ({ attributes }: Point) => JSON.stringify(Object.entries(attributes).sort());
  const before = new Map((await points()).map((point) => [keyOf(point), point.value]));
  await run();
  return (await points())
    .map((point) => ({ ...point, value: point.value - (before.get(keyOf(point)) ?? 0) }))
    .filter(({ value }) => value > 0);
}

/**
 * Takes the spans that have ended, once there are as many as expected: a span ends a little later than its response arrives.
 *
 * @param isWanted Which of them count. The others are dropped.
 */
export async function takeSpans(
  wanted: number,
  isWanted: (span: ReadableSpan) => boolean = () => true,
): Promise<readonly ReadableSpan[]> {
  const ended = () => exporter.getFinishedSpans().filter(isWanted);
  await vi.waitUntil(() => ended().length >= wanted, { timeout: 20_000 });
  const spans = ended();
  exporter.reset();
  return spans;
}
