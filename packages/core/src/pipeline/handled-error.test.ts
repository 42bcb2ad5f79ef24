import { expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RetryAdvice } from "../retry/advice.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_closed: { status: 503, message: "It is closed for good.", retry: "never" },
    acme_down: { status: 503, message: "It is down." },
    acme_slow_down: { status: 429, message: "Slow down.", retry: "retry_after" },
  },
});

/** An error of the library's own client, with the retry rule of the other service's answer. */
const answeredWith = (retry: string) =>
  Object.defineProperty(
    Object.assign(new Error("x"), { status: 503, retry }),
    Symbol.for("@uhp-errors/client/ApiError"),
    { value: true },
  );

test.each<readonly [what: string, thrown: unknown, advice: RetryAdvice]>([
  ["a code that is never repeated", acme.error("acme_closed"), { rule: "never", automatic: false }],
  ["a code of the same status", acme.error("acme_down"), { rule: "backoff", automatic: true }],
  ["a code that states no wait", acme.error("acme_slow_down"), { rule: "retry_after", automatic: true }],
  ["a service that must not be asked again", answeredWith("never"), { rule: "never", automatic: false }],
  ["a service that may be asked again", answeredWith("backoff"), { rule: "backoff", automatic: true }],
])("the advice of an idempotent call goes by %s", (_what, thrown, advice) => {
  const contract = createAdapterContract(acme, { onError: () => {} });
  expect(contract.handleError(thrown, { transport: "queue", idempotent: true }).retry).toEqual(advice);
});
