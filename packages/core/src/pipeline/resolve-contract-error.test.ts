import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { CodeDefinition } from "../codes/definition.ts";
import { createSanitizer } from "../sanitizer/engine/create-sanitizer.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import type { ContractOptions } from "./contract-options.ts";
import { resolveStated, type Stated } from "./resolve-contract-error.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_sold_out: { status: 409, message: "Sold out.", retry: "never" } },
});
const globex = defineCatalog({
  vendor: "globex",
  codes: { globex_cold: { status: 503, message: "It is cold.", detail: z.object({ degrees: z.number() }) } },
});

/** The response to a thrown value, and its report. */
function answered(thrown: unknown, options: ContractOptions = {}) {
  const { contract, reports } = reporting(acme, options);
  const response = contract.respond(thrown, { method: "POST", path: "/orders", header: () => undefined });
  return { response, error: JSON.parse(response?.body ?? "null")?.error, report: reports[0] };
}

/** The error with a field that other code has changed. */
const changed = (error: Error, fields: object) =>
  Object.defineProperties(
    error,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { value, configurable: true }])),
  );

describe("an error whose message was changed", () => {
  const message = "None left.";

  test.each([502, 503] as const)("keeps the status that was chosen: %i", (status) => {
    const { response, error } = answered(changed(acme.error("memory_unavailable", { status }), { message }));
    expect([response?.status, error.code, error.message]).toEqual([status, "memory_unavailable", message]);
  });

  test("has the code's status if the code offers no such choice", () => {
    expect(answered(changed(acme.error("memory_unavailable"), { status: 500 })).response?.status).toBe(502);
    expect(answered(changed(acme.error("acme_sold_out"), { status: 410 })).response?.status).toBe(409);
  });

  test.each([410, "409", Number.NaN])(
    "has the code's status if the code has none like %s, which the report says",
    (status) => {
      const { response, error, report } = answered(
        changed(acme.error("acme_sold_out", { param: "order" }), { status }),
      );
      expect([response?.status, error.code, error.param]).toEqual([409, "acme_sold_out", "order"]);
      expect(report?.misuse).toMatch(/^"acme_sold_out" has no status (410|of type string|NaN); it is sent with 409$/);
      expect(report?.level).toBe("error");
    },
  );

  test("keeps its wait", () => {
    const thrown = changed(acme.error("rate_limited", { retryAfter: 3 }), { message });
    expect(answered(thrown).response?.headers["Retry-After"]).toBe("3");
  });

  test("is not explained if it stands for a mistake", () => {
    const { error, report } = answered(changed(acme.error("acme_nope" as never), { message: "The disk is full." }));
    expect([error.code, error.message]).toEqual(["acme_internal_error", "The server failed to handle the request."]);
    expect(report).toMatchObject({
      misuse: '"acme_nope" is neither a code of the contract nor of this catalog; declare it with defineCatalog',
      withheld: [{ what: "message", text: "The disk is full." }],
    });
  });

  test("is sent with the new message otherwise", () => {
    const { error, report } = answered(changed(acme.error("acme_internal_error"), { message: "Try again at noon." }));
    expect([error.message, report?.misuse]).toEqual(["Try again at noon.", undefined]);
  });
});

test.each<readonly [what: string, init: object, misuse: string]>([
  [
    "a status that its code does not have",
    { status: 400 },
    '"environment_invalid" has no status 400; it is sent with 422',
  ],
  [
    "an unknown field",
    { detial: { a: 1 } },
    '"environment_invalid" was made with unknown detial; the fields are message, param, detail, retryAfter, status, cause, context',
  ],
  ["an error", new Error("db-1 is down"), '"environment_invalid" was made with an error; pass it as { cause }'],
])("an error made with %s is sent as its code, and the report says so", (_what, init, misuse) => {
  const { response, error, report } = answered(acme.error("environment_invalid", init as never));
  expect([response?.status, error.code, error.message]).toEqual([
    422,
    "environment_invalid",
    acme.codes.environment_invalid.message,
  ]);
  expect(report).toMatchObject({ status: 422, code: "environment_invalid", level: "error", misuse });
});

test("an error that stands for a mistake withholds nothing, since its message is the code's", () => {
  const { error, report } = answered(acme.error("acme_nope" as never));
  expect(error).toMatchObject({ code: "acme_internal_error", message: "The server failed to handle the request." });
  expect(report).toMatchObject({
    origin: "catalog",
    misuse: '"acme_nope" is neither a code of the contract nor of this catalog; declare it with defineCatalog',
    withheld: [],
  });
});

describe("an error of another catalog", () => {
  test.each<readonly [what: string, thrown: () => unknown, misuse: string]>([
    [
      "names its code",
      () => globex.error("globex_cold", { detail: { degrees: 1 } }),
      '"globex_cold" is not in this contract\'s catalog; join the catalog that defines it',
    ],
    [
      "names the mistake in its detail",
      () => globex.error("globex_cold", { detail: "cold" as never }),
      'detail of "globex_cold" must be an object, no list and no error, or null',
    ],
    [
      "names the mistake in its code",
      () => globex.error("globex_nope" as never),
      '"globex_nope" is neither a code of the contract nor of this catalog; declare it with defineCatalog',
    ],
    [
      "may have lost its code",
      () => changed(globex.error("globex_cold", { detail: { degrees: 1 } }), { code: undefined }),
      '"" is not in this contract\'s catalog; join the catalog that defines it',
    ],
  ])("is an internal error, whose report %s", (_what, thrown, misuse) => {
    const { error, report } = answered(thrown());
    expect(error.code).toBe("acme_internal_error");
    expect(report).toMatchObject({ misuse, origin: "catalog", level: "error" });
  });
});

describe("the message of an error", () => {
  const upper: Sanitizer = {
    ...createSanitizer(),
    message: (text) => ({ message: String(text).toUpperCase(), removed: [] }),
  };

  test("is cleaned by each contract's own sanitizer", () => {
    const messages = [{}, { sanitizer: createSanitizer() }, { sanitizer: upper }, { sanitizer: upper }, {}].map(
      (options) => answered(acme.error("acme_sold_out"), options).error.message,
    );
    expect(messages).toEqual(["Sold out.", "Sold out.", "SOLD OUT.", "SOLD OUT.", "Sold out."]);
  });

  test("is the author's, also after the code's own was sent", () => {
    const messages = [undefined, undefined, "None left.", undefined].map(
      (message) => answered(acme.error("acme_sold_out", { message })).error.message,
    );
    expect(messages).toEqual(["Sold out.", "Sold out.", "None left.", "Sold out."]);
  });

  test("is withheld only if it is not sent as it is", () => {
    const withheld = (message?: string) => answered(acme.error("acme_sold_out", { message })).report?.withheld;
    expect([withheld(), withheld("None left.")]).toEqual([[], []]);
    expect(withheld("None left. Ask for another.")).toEqual([{ what: "message", text: "None left. Ask for another." }]);
  });
});

describe("a definition of another copy of the library", () => {
  const HOST = "Could not reach redis:6379.";

  /** Makes a definition with this message, and a function that resolves an error with it. */
  function resolverOf(message: string) {
    const definition = { ...acme.codes.acme_sold_out, message };
    const catalog = { ...acme, definition: (): CodeDefinition => definition };
    const resolved = (text: string | undefined) => {
      const stated: Stated = {
        code: "acme_sold_out",
        status: undefined,
        message: text,
        param: undefined,
        detail: undefined,
        retryAfter: undefined,
        relayed: undefined,
        misuse: undefined,
      };
      return resolveStated(stated, catalog, DEFAULT_SANITIZER);
    };
    return { definition, resolved };
  }

  test.each<readonly [what: string, message: string, before: string, sent: string]>([
    ["with a host", HOST, HOST, "Could not reach [host]."],
    ["with a host, after a clean message of the author", HOST, "None left.", "Could not reach [host]."],
    ["with a second sentence", "Sold out. Come back.", "Sold out. Come back.", "Sold out."],
  ])("has its own message cleaned each time: %s", (_what, message, before, sent) => {
    const { definition, resolved } = resolverOf(message);
    Object.freeze(definition);
    resolved(before);
    const again = resolved(message);
    expect(again.message).toBe(sent);
    expect(again.withheld).toEqual([{ what: "message", text: message }]);
  });

  test("may change its message, which is cleaned again", () => {
    const { definition, resolved } = resolverOf("Sold out.");
    expect(resolved("Sold out.").message).toBe("Sold out.");
    definition.message = HOST;
    expect(resolved(HOST).message).toBe("Could not reach [host].");
  });

  test("gives its own message to an error without one", () => {
    const { message, withheld } = resolverOf("Sold out.").resolved(undefined);
    expect([message, withheld]).toEqual(["Sold out.", []]);
  });
});
