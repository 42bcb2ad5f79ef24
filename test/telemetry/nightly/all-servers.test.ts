import { SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { VERSIONS } from "@uhp-errors/core";
import { codeForVersion } from "@uhp-errors/core/internal";
import { recordReports } from "@uhp-errors/otel";
import { describe, expect, test } from "vitest";
import { CASES } from "../../conformance/cases/index.ts";
import { DRIVERS } from "../../conformance/drivers/index.ts";
import { acme } from "../../support/catalog.ts";
import { send } from "../../support/http.ts";
import { sharedServer } from "../../support/shared-server.ts";
import { countedDuring, type Point, takeSpans } from "../sdk.ts";

/** The routes of the drivers' apps, in the notation of each framework, and the placeholder for an unknown route. */
const ROUTES = [
  ...["/case", "/json", "/form", "/format", "/signed", "/upload", "/validated", "/compressed/:status", "/bare/:status"],
  ...["/bare/:status(\\d+)", "/static/*path", "/static/*", "/static/**", "_OTHER"],
];

/** Codes as clients of each version see them. Those of bare statuses (`acme_http_418`) are not in any list. */
const CODES = VERSIONS.flatMap((version) =>
  Object.entries(acme.codes).map(([code, { since }]) => codeForVersion(code, since, version, acme.vendor)),
);

const oneOf = (values: readonly unknown[]) => (value: unknown) => values.includes(value);

/** Every label, with its possible values. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  "error.type": (value) => CODES.includes(String(value)) || acme.definition(String(value)) !== undefined,
  "http.response.status_code": (value) => Number.isInteger(value) && Number(value) >= 400 && Number(value) <= 599,
  "http.route": oneOf(ROUTES),
  "uhp.error.outcome": oneOf(["answered", "streamed", "cut", "late", "aborted", "passed"]),
  "uhp.error.origin": oneOf(["catalog", "recognized", "unknown"]),
  "uhp.protocol.version": oneOf(VERSIONS),
};

/** A response, or a span of one. */
interface Named {
  readonly id: unknown;
  readonly status: unknown;
  readonly code: unknown;
}

const byId = (one: Named, another: Named) => String(one.id).localeCompare(String(another.id));

const total = (counted: readonly Point[]) => counted.reduce((sum, { value }) => sum + value, 0);

/** What a span says about its response. */
function named({ attributes }: ReadableSpan): Named {
  const { "uhp.correlation_id": id, "http.response.status_code": status, "error.type": code } = attributes;
  return { id, status, code };
}

function expectBoundedLabels(counted: readonly Point[]): void {
  for (const { attributes } of counted) {
    for (const [name, value] of Object.entries(attributes))
      expect(VALUES[name]?.(value), `${name}: ${value}`).toBe(true);
  }
}

/** Milliseconds for some four hundred requests on a slow machine. Requests that took longer would be counted by the next test. */
const MANY_REQUESTS = 180_000;

describe.each(DRIVERS)("$name", (driver) => {
  const run = sharedServer(driver, recordReports());

  test(
    "counts each response once and names its code on the span, which fails from 500 on",
    async () => {
      const answers: Named[] = [];
      const counted = await countedDuring(async () => {
        for (const example of CASES) {
          const isLeftOut =
            example.id in driver.knownFailing || (example.needs !== undefined && !driver.hasNodeResponse);
          // Without the id in a header, a span cannot be told from another.
          if (isLeftOut || example.options?.correlationId === false) continue;
          await run(example, async (url) => {
            const { headers, status, body } = await send(url, { path: "/case", ...example.request });
            if (status >= 400) answers.push({ id: headers["x-request-id"], status, code: JSON.parse(body).error.code });
          });
        }
      });
      expect(answers.length).toBeGreaterThan(300);
      expect(total(counted)).toBe(answers.length);
      expectBoundedLabels(counted);

      const spans = await takeSpans(answers.length, ({ attributes }) => "uhp.error.code" in attributes);
      expect(spans.map(named).sort(byId)).toEqual(answers.sort(byId));
      for (const { attributes, status } of spans) {
        const isFailure = Number(attributes["http.response.status_code"]) >= 500;
        expect(status.code).toBe(isFailure ? SpanStatusCode.ERROR : SpanStatusCode.UNSET);
        expect(attributes["uhp.error.code"]).toBe(attributes["error.type"]);
      }
    },
    MANY_REQUESTS,
  );
});
