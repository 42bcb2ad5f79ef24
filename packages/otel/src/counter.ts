import { type Counter, createNoopMeter, type MeterProvider, metrics } from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { labeller } from "./labels.ts";
import { COUNTER, SCOPE } from "./names.ts";

/** The counter that OpenTelemetry's API returns while no SDK is registered. */
const NOOP = createNoopMeter().createCounter(COUNTER);

/** Makes a function that counts reports. */
export function counting(): (report: ErrorReport) => void {
  const labelsOf = labeller();
  let provider: MeterProvider | undefined;
  let counter: Counter = NOOP;
  return (report) => {
    // The SDK may be registered after the contract was made. A meter that was made before that counts nothing.
    const current = metrics.getMeterProvider();
    if (current !== provider) {
      counter = current.getMeter(SCOPE).createCounter(COUNTER, {
        unit: "{error}",
        description: "Requests that failed, by the code of their error.",
      });
      // Set only now, so that a provider that fails is asked again for the next error.
      provider = current;
    }
    if (counter !== NOOP) counter.add(1, labelsOf(report));
  };
}
