import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { format, inspect } from "node:util";
import { context, SpanKind, trace } from "@opentelemetry/api";
import { InMemoryLogRecordExporter, LoggerProvider, SimpleLogRecordProcessor } from "@opentelemetry/sdk-logs";
import { createTransport, flush, init } from "@sentry/node";
import { type ContractOptions, type OnError, printReports } from "@uhp-errors/core";
import { recordReports } from "@uhp-errors/otel";
import { pino } from "pino";
import { vi } from "vitest";
import { createLogger, transports } from "winston";
import { toPino } from "../../ecosystem/telemetry/recipes/pino.ts";
import { toSentry } from "../../ecosystem/telemetry/recipes/sentry.ts";
import { toWinston } from "../../ecosystem/telemetry/recipes/winston.ts";
import { takeSpans } from "../sdk.ts";

/** Makes a contract with these options answer an error. */
type Answer = (options: ContractOptions) => void;

/** What is printed, logged or exported while a contract answers an error. */
export type Output = (answer: Answer) => Promise<string>;

/** Everything that `console` writes, as Node would format it. */
export const toConsole =
  (options: ContractOptions): Output =>
  async (answer) => {
    const texts: string[] = [];
    const spies = (["debug", "info", "log", "warn", "error"] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...values: unknown[]) => void texts.push(format(...values))),
    );
    answer(options);
    await new Promise((resolve) => setImmediate(resolve));
    for (const spy of spies) spy.mockRestore();
    return texts.join("\n");
  };

const toStream =
  (make: (stream: Writable) => OnError): Output =>
  async (answer) => {
    const texts: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        texts.push(String(chunk));
        done();
      },
    });
    answer({ onError: make(stream) });
    await new Promise((resolve) => setImmediate(resolve));
    return texts.join("\n");
  };

/** The hook of the README's whole server, as a reader would copy it. */
function hookOfReadme(): OnError {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, hook = ""] = /createContract\(acme, \{ onError: (.+) \}\);/.exec(readme) ?? [];
  return new Function("printReports", `return ${hook}`)(printReports) as OnError;
}

const everything = (value: unknown) => inspect(value, { depth: 20, showHidden: true, maxStringLength: Infinity });

const toOpenTelemetry: Output = async (answer) => {
  const exporter = new InMemoryLogRecordExporter();
  const logs = new LoggerProvider({ processors: [new SimpleLogRecordProcessor({ exporter })] });
  const span = trace.getTracer("test").startSpan("request", { kind: SpanKind.SERVER });
  context.with(trace.setSpan(context.active(), span), () => answer({ onError: recordReports({ logs }) }));
  span.end();
  const spans = await takeSpans(1, ({ name }) => name === "request");
  const records = exporter.getFinishedLogRecords().map(({ body, attributes }) => ({ body, attributes }));
  return everything([records, spans.map(({ name, attributes, events, status }) => [name, attributes, events, status])]);
};

const sent: string[] = [];
init({
  dsn: "https://public@sentry.test/1",
  defaultIntegrations: false,
  skipOpenTelemetrySetup: true,
  transport: (options) =>
    createTransport(options, async ({ body }) => {
      sent.push(String(body));
      return {};
    }),
});

const toTracker: Output = async (answer) => {
  sent.length = 0;
  answer({ onError: toSentry });
  await flush(20_000);
  return sent.join("\n");
};

/** Each way in which the library, or a hook in the docs, outputs a report. */
export const OUTPUTS: Readonly<Record<string, Output>> = {
  "no hook": toConsole({}),
  "README's hook": toConsole({ onError: hookOfReadme() }),
  "printReports, readable": toConsole({ onError: printReports({ style: "readable", color: true }) }),
  "printReports, JSON": toConsole({ onError: printReports({ style: "json" }) }),
  "a hook that fails": toConsole({
    onError: ({ thrown }) => {
      throw thrown;
    },
  }),
  pino: toStream((stream) => toPino(pino(stream))),
  winston: toStream((stream) => toWinston(createLogger({ transports: [new transports.Stream({ stream })] }))),
  OpenTelemetry: toOpenTelemetry,
  Sentry: toTracker,
};
