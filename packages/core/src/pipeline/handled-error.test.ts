import { expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_closed: { status: 503, message: "It is closed for good.", retry: "never" },
    acme_down: { status: 503, message: "It is down." },
    acme_slow_down: { status: 429, message: "Slow down.", retry: "retry_after" },
    acme_job_stuck: { task: true, message: "The job is stuck." },
  },
});

/** An error of the library's own client, with the retry rule of the other service's answer. */
const answeredWith = (retry: string) =>
  Object.defineProperty(
    Object.assign(new Error("x"), { status: 503, retry }),
    Symbol.for("@uhp-errors/client/ApiError"),
    { value: true },
  );

const slow = acme.error("acme_down", { retryAfter: 2 });
const busy = acme.error("session_busy", { detail: { retry_after_ms: 1_500 } });

test.each<readonly [what: string, thrown: unknown, idempotent: unknown, ...advice: unknown[]]>([
  ["a code that is never repeated", acme.error("acme_closed"), true, "never", false],
  ["a code of the same status", acme.error("acme_down"), true, "backoff", true],
  ["a code that states no wait", acme.error("acme_slow_down"), true, "retry_after", true],
  ["an error that states a wait", slow, true, "backoff", true, 2_000],
  ["an estimate in the detail", busy, true, "session_terminal", true, 1_500],
  ["a task", acme.taskError("acme_job_stuck"), true, "client_judgement", false],
  ["a service that must not be asked again", answeredWith("never"), true, "never", false],
  ["a service that may be asked again", answeredWith("backoff"), true, "backoff", true],
  ["a call that may not be repeated", slow, undefined, "backoff", false, 2_000],
  ["a word that is not true", slow, "yes", "backoff", false, 2_000],
])("the advice goes by %s", (_what, thrown, idempotent, rule, automatic, waitMs) => {
  const contract = createAdapterContract(acme, { onError: () => {} });
  const { retry } = contract.handleError(thrown, { transport: "queue", idempotent: idempotent as boolean });
  expect(retry).toEqual({ rule, automatic, waitMs });
});

const gone = () =>
  Object.assign(new Error("request aborted"), {
    name: "BadRequestError",
    status: 400,
    statusCode: 400,
    expose: true,
    type: "request.aborted",
  });

test.each<
  readonly [what: string, thrown: Error, signal: AbortSignal | undefined, outcome: string, code: string | null]
>([
  ["an error", acme.error("acme_down"), undefined, "answered", "acme_down"],
  ["an error after the caller left", acme.error("acme_down"), AbortSignal.abort(), "aborted", null],
  ["an error that says that the caller left", gone(), undefined, "aborted", null],
  ["such an error while the caller is there", gone(), new AbortController().signal, "answered", "acme_internal_error"],
])("is reported once: %s", (_what, thrown, signal, outcome, code) => {
  const { contract, reports } = reporting(acme);
  const call = { transport: "queue", signal };
  const handled = [contract.handleError(thrown, call), contract.handleError(thrown, call)];
  expect(reports.map((report) => [report.outcome, report.code])).toEqual([[outcome, code]]);
  expect(handled.map(({ report }) => report.outcome)).toEqual([outcome, outcome]);
});

test("the cause that is withheld can be found by the id in the detail", () => {
  const { contract } = reporting(acme);
  expect(contract.handleError(new Error("x"), { transport: "queue", correlationId: "r-1" }).error).toEqual({
    type: "server_error",
    code: "acme_internal_error",
    message: "The server failed to handle the request.",
    param: null,
    detail: { correlation_id: "r-1" },
  });
});
