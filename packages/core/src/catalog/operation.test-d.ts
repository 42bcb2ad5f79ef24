import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { defineCatalog } from "./catalog.ts";
import type { Operation, OperationCodes } from "./operation.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_order_closed: { status: 409, message: "The order is closed.", detail: z.object({ closed_at: z.string() }) },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
  },
});

const payOrder = {
  method: "POST",
  path: "/orders/{id}/payment",
  codes: ["acme_order_closed", "session_busy"],
} as const satisfies Operation<typeof acme>;

const pay = acme.operation(payOrder);

describe("the error of an operation", () => {
  test("takes what the operation declares, and what any operation can answer with", () => {
    pay.error("acme_order_closed", { detail: { closed_at: "2026-10-04" } });
    pay.error("session_busy");
    pay.error("invalid_input", { param: "amount" });
    pay.error("acme_internal_error");
  });

  test("keeps the detail of a code", () => {
    // @ts-expect-error the detail lacks closed_at
    pay.error("acme_order_closed");
    // @ts-expect-error closed_at is a string
    pay.error("acme_order_closed", { detail: { closed_at: 1 } });
  });

  test("refuses other codes with a sentence", () => {
    // @ts-expect-error "POST /orders/{id}/payment does not declare acme_order_not_found; add it to the operation's codes"
    pay.error("acme_order_not_found");
    // @ts-expect-error "acme_order_close is not a code of this catalog; did you mean acme_order_closed?"
    pay.error("acme_order_cloosed");
  });

  test("is a method beside the description", () => {
    expectTypeOf(pay.path).toEqualTypeOf<"/orders/{id}/payment">();
    expectTypeOf(pay.method).toEqualTypeOf<"POST">();
  });
});

describe("a declaration", () => {
  test("refuses codes that the catalog does not have, and those of tasks", () => {
    const wrong = { method: "GET", path: "/orders", codes: ["acme_vanished"] } as const;
    // @ts-expect-error "acme_vanished is not a code of this catalog"
    acme.operation(wrong);
    // @ts-expect-error "acme_agent_crashed belongs inside the response of a task; use taskError"
    acme.operation({ method: "GET", path: "/orders", codes: ["acme_agent_crashed"] });
    // @ts-expect-error a code of no catalog
    ({ method: "GET", path: "/orders", codes: ["acme_vanished"] }) satisfies Operation<typeof acme>;
    // @ts-expect-error a path that does not begin with a slash
    ({ method: "GET", path: "orders", codes: [] }) satisfies Operation<typeof acme>;
  });

  test("gives the definitions of its codes", () => {
    type Codes = keyof OperationCodes<typeof acme, typeof payOrder>;
    expectTypeOf<"acme_order_closed" | "session_busy" | "rate_limited" | "acme_upstream_error">().toExtend<Codes>();
    expectTypeOf<"acme_order_not_found">().not.toExtend<Codes>();
    expectTypeOf<"harness_mismatch">().not.toExtend<Codes>();
    // It ends like the built-in acme_unavailable, and only some operations answer with it.
    expectTypeOf<"memory_unavailable">().not.toExtend<Codes>();
  });
});
