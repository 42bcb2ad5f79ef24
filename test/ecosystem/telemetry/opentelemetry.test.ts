import { createRequire } from "node:module";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import { mountStyles, styleRequests } from "../express/styles.ts";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5 } from "../support/express.ts";
import { logged, STYLE_DIFFERENCES } from "../support/styles.ts";

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
const instrumentation = new HttpInstrumentation();
instrumentation.setTracerProvider(provider);
// The instrumentation patches the module when it is required, not when it is imported.
createRequire(import.meta.url)("node:http");

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

bothWays(EXPRESS_5, [
  {
    library: "@opentelemetry/instrumentation-http",
    mount: mountStyles,
    observe: spans,
    requests: styleRequests(),
    // Only spans of 500 and higher are failures.
    differences: logged(
      STYLE_DIFFERENCES,
      styleRequests(),
      (status, method) => `${method} ${status} ${status >= 500 ? 2 : 0} `,
    ),
  },
]);
