import type { Attributes } from "@opentelemetry/api";
import type { ErrorReport } from "@uhp-errors/core";
import { attempt } from "@uhp-errors/core/internal";

/** Values of OpenTelemetry's opt-in. With the second, exceptions are span events too, which this package never sends. */
const OPT_INS: ReadonlySet<string | undefined> = new Set(["logs", "logs/dup"]);

/** Whether the operator has asked for exceptions in logs by OpenTelemetry's conventions, which are not stable yet. */
export function wantsExceptionEvents(): boolean {
  return attempt(
    () => {
      // Workers may lack `process`, and Deno asks for permission before it shows its environment.
      const { process } = globalThis as { readonly process?: { readonly env?: Readonly<Record<string, string>> } };
      return OPT_INS.has(process?.env?.["OTEL_SEMCONV_EXCEPTION_SIGNAL_OPT_IN"]?.trim().toLowerCase());
    },
    () => false,
  );
}

/**
 * Whether a report is about what the conventions call an exception. They leave out what the service handles, and what
 * stands for a response, as errors of a catalog do.
 */
export function isException({ level, origin }: ErrorReport, attributes: Attributes): boolean {
  return level === "error" && origin !== "catalog" && "exception.type" in attributes;
}

/** Returns the conventions' name of the event. There is one for the server of each protocol, and one for all others. */
export function exceptionName({ transport }: ErrorReport): string {
  return transport === "http" ? "http.server.request.exception" : "exception";
}
