import { readFileSync } from "node:fs";
import { createContract, parseEnvelope } from "@uhp-errors/core";
import { type AdoptionSummary, adoptionReport } from "@uhp-errors/core/adoption";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { acme } from "../../../examples/typical-express/orders/errors.ts";
import { REQUESTS } from "../../../examples/typical-express/orders/requests.ts";
import { asHtml } from "../../../packages/cli/src/adoption/html.ts";
import { asText } from "../../../packages/cli/src/adoption/text.ts";
import { withAdoption } from "../typical-express/adoption.ts";
import { type Arrived, answersOf } from "../typical-express/orders.ts";

/** Private data of the orders, which a page that is shared must not contain. */
const SECRETS = /127\.0\.0\.1|acme-eu-3|sk-live-1|courier-1\.internal|ada@example\.com/;

describe.each([
  { hasOwnHandler: true, exposeMessages: false },
  { hasOwnHandler: true, exposeMessages: true },
  { hasOwnHandler: false, exposeMessages: true },
])(
  "a service that takes orders (its own handler: $hasOwnHandler, its messages: $exposeMessages)",
  ({ hasOwnHandler, exposeMessages }) => {
    const stage = { hasOwnHandler, throwsCodes: false };
    // Bare Express breaks the connection before the first event is sent, so there is no response.
    const requests = REQUESTS.filter(({ says }) => hasOwnHandler || says !== "a throw after the first event");
    const adoption = adoptionReport();
    let observed: readonly Arrived[];
    let enforced: readonly Arrived[];
    let summary: AdoptionSummary;

    beforeAll(async () => {
      const printed = vi.spyOn(console, "error").mockImplementation(() => {});
      const only = createContract(acme, { exposeMessages, reportOnly: true, onError: adoption.add });
      observed = await answersOf({ ...stage, contract: only }, requests);
      const inForce = createContract(acme, { exposeMessages, onError: () => {} });
      enforced = await answersOf({ ...stage, contract: inForce }, requests);
      summary = adoption.json();
      printed.mockRestore();
    });

    test("is summed up as its clients see it, and would see it", () => {
      const changed = observed.flatMap(({ status }, index) => {
        const code = parseEnvelope(enforced[index]?.body)?.error.code;
        return code === undefined ? [] : [`${status} ${enforced[index]?.status} ${code}`];
      });
      const told = summary.routes.flatMap(({ changes }) =>
        changes.flatMap(({ count, before, after }) =>
          Array.from({ length: count }, () => `${before.status} ${after.status} ${after.code}`),
        ),
      );
      expect(changed.length).toBeGreaterThan(30);
      expect(told.sort()).toEqual(changed.sort());
      expect(summary.failures).toBe(changed.length);
    });

    test("keeps the sentences that its clients would still read", () => {
      const kept = observed.filter(({ body }, index) => {
        const message = parseEnvelope(enforced[index]?.body)?.error.message;
        return message !== undefined && (body === message || body.includes(JSON.stringify(message)));
      });
      expect(summary.sentences.kept).toBe(kept.length);
      expect(kept.length > 0).toBe(exposeMessages);
    });

    test("has its JSON-RPC and its broken stream counted apart", () => {
      expect(summary.otherReports).toEqual([
        { outcome: "passed", count: 2 },
        ...(hasOwnHandler ? [{ outcome: "cut", count: 1 }] : []),
      ]);
    });

    test("shows nothing private", () => {
      for (const output of [asText(summary), asHtml(summary), JSON.stringify(summary)])
        expect(output).not.toMatch(SECRETS);
    });

    test("advises to keep the sentences, unless they are kept", () => {
      for (const output of [asText(summary), asHtml(summary)])
        expect(/option\s+exposeMessages/.test(output)).toBe(!exposeMessages);
    });

    test("names the class to recognize, unless a handler hides it", () => {
      const lines = summary.unknownClasses.map(({ line }) => line);
      const line = 'recognizeClass(ApiError, { byCode: { FORBIDDEN: "…", NO_ORDER: "…", NO_STOCK: "…" } })';
      expect(lines).toEqual(hasOwnHandler ? [] : [line]);
    });
  },
);

test("the page shows what such a service prints", async () => {
  const page = readFileSync(new URL("../../../docs/adopting.md", import.meta.url), "utf8");
  expect(page).toMatch(/^\d+ failures on /m);
  expect(await withAdoption(page)).toBe(page);
});
