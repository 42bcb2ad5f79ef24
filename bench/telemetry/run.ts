/** Measures what `recordReports()` adds to the cost of an error, with and without an OpenTelemetry SDK. */
import type * as Api from "@opentelemetry/api";
import type * as Metrics from "@opentelemetry/sdk-metrics";
import type * as Traces from "@opentelemetry/sdk-trace-base";
import { createContract, defineCatalog, type OnError } from "@uhp-errors/core";
import { recordReports } from "../../packages/otel/src/index.ts";
import { installed } from "../run/packages.ts";
import { ratios, spread, toldByQuartiles } from "../run/stats.ts";
import { timeInTurn, type Work } from "../run/timing.ts";
import { figure, Table, write } from "../table.ts";

const { metrics } = installed<typeof Api>("@opentelemetry/api");
const { MeterProvider, MetricReader } = installed<typeof Metrics>("@opentelemetry/sdk-metrics");
const { BasicTracerProvider } = installed<typeof Traces>("@opentelemetry/sdk-trace-base");

const ROUNDS = 61;

/** How many milliseconds a piece of work is timed before the next one takes its turn. */
const BATCH = 5;

const acme = defineCatalog({ vendor: "acme" });

/** What an adapter makes for each request. */
class Context {
  readonly method = "GET";
  readonly path = "/v1/harnesses/17";
  header(_name: string): string | undefined {
    return undefined;
  }
  route(): string {
    return "/v1/harnesses/:id";
  }
}

/** Reads nothing, so that only the counting is timed. */
class SilentReader extends MetricReader {
  protected async onShutdown(): Promise<void> {}
  protected async onForceFlush(): Promise<void> {}
}

const ERRORS: Readonly<Record<string, () => unknown>> = {
  "an error of the catalog": () => acme.error("harness_not_found", { param: "harness_id" }),
  "an unknown error": () => new Error("Cannot read the row"),
};

function works(make: () => unknown, hooks: Readonly<Record<string, OnError>>): readonly Work[] {
  return Object.entries(hooks).map(([name, onError]) => {
    const contract = createContract(acme, { onError });
    return { name, run: () => contract.respond(make(), new Context()) };
  });
}

write(`${ROUNDS} rounds of ${BATCH} ms; medians, and the range of the middle half\n`);
const table = new Table(["one error", "µs", "× without recordReports()"], 60, 9);

function measure(hooks: Readonly<Record<string, OnError>>): void {
  for (const [error, make] of Object.entries(ERRORS)) {
    const all = works(make, hooks);
    const times = timeInTurn(all, ROUNDS, BATCH);
    const column = (index: number) => times.map((round) => round[index] ?? Number.NaN);
    for (const [index, { name }] of all.entries()) {
      const ratio = toldByQuartiles(ratios(column(index), column(0)));
      table.row([`${error}, ${name}`, figure(spread(column(index)).median), ratio]);
    }
  }
}

const silent: OnError = () => {};
measure({ "a hook that does nothing": silent, "the same again": () => {}, "recordReports(), no SDK": recordReports() });

metrics.setGlobalMeterProvider(new MeterProvider({ readers: [new SilentReader()] }));
const tracer = new BasicTracerProvider().getTracer("bench");
measure({
  "a hook that does nothing": silent,
  "recordReports(), counting": recordReports(),
  "a span of its own, for comparison": () => tracer.startSpan("request").end(),
});
