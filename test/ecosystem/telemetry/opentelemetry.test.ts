import { createRequire } from "node:module";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { styleRequests as expressRequests, mountStyles as mountExpress } from "../express/styles.ts";
import { styleRequests as fastifyRequests, mountStyles as mountFastify, STYLE_DIFFERENCES } from "../fastify/styles.ts";
import { styleRequests as koaRequests, mountStyles as mountKoa } from "../koa/styles.ts";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5 } from "../support/express.ts";
import { FASTIFY } from "../support/fastify.ts";
import { KOA_3 } from "../support/koa.ts";
import type { Difference, RequestState } from "../support/setup.ts";
import { styleDifferences } from "../support/styles.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
const instrumentation = new HttpInstrumentation();
instrumentation.setTracerProvider(provider);
// The instrumentation patches the module when it is required, not when it is imported.
createRequire(import.meta.url)("node:http");

const LIBRARY = "@opentelemetry/instrumentation-http";

/** A line for each span that has ended since the last call. */
function spans(): string[] {
  const ended = exporter.getFinishedSpans();
  exporter.reset();
  if (ended.length === 0) throw new Error("no span was made, so that nothing is compared");
  return ended
    .map(({ name, status, attributes, events }) => {
      const code = attributes["http.response.status_code"] ?? attributes["http.status_code"];
      return `${name} ${code} ${status.code} ${events.map((event) => event.name).join()}`;
    })
    .sort();
}

/** Adds the spans that change with the status. Only those of 500 and higher are failures. */
function withSpans(expected: Readonly<Record<string, Difference>>, requests: Readonly<Record<string, RequestState>>) {
  const span = (method: string, status: string | undefined) => `${method} ${status} ${Number(status) >= 500 ? 2 : 0} `;
  return Object.fromEntries(
    Object.entries(expected).map(([name, { seen, why }]): [string, Difference] => {
      const [, before, after] = /(\d+) → (\d+)/.exec(seen[0] ?? "") ?? [];
      const method = requests[name]?.[0]?.method ?? "GET";
      return [name, { seen: [...seen, `log: - ${span(method, before)}`, `log: + ${span(method, after)}`], why }];
    }),
  );
}

const { "an error with a status": WITH_STATUS } = styleDifferences();
const ON_KOA = WITH_STATUS === undefined ? {} : { "an error with a status": WITH_STATUS };

bothWays(EXPRESS_5, [
  {
    library: LIBRARY,
    mount: mountExpress,
    observe: spans,
    requests: expressRequests(),
    differences: withSpans(styleDifferences(), expressRequests()),
  },
]);
bothWays(KOA_3, [
  {
    library: LIBRARY,
    mount: mountKoa,
    observe: spans,
    requests: koaRequests(),
    differences: withSpans(ON_KOA, koaRequests()),
  },
]);
bothWays(FASTIFY, [
  {
    library: LIBRARY,
    mount: mountFastify,
    observe: spans,
    requests: fastifyRequests(),
    differences: withSpans(STYLE_DIFFERENCES, fastifyRequests()),
  },
]);
