import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { ContractError } from "../errors/contract-error.ts";
import type { AnyCatalog } from "./any-catalog.ts";
import { defineCatalog } from "./catalog.ts";
import { joinCatalogs } from "./join.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_busy: { status: 503, message: "All are at work." },
    acme_key_expired: { status: 401, message: "The key has expired." },
    acme_crashed: { task: true, message: "The agent crashed." },
  },
});

const globex = defineCatalog({
  vendor: "globex",
  codes: {
    globex_cold: { status: 503, message: "It is cold.", detail: z.object({ eta_seconds: z.int() }) },
    globex_key_expired: { status: 401, message: "The key has expired." },
    globex_melted: { task: true, message: "The agent melted." },
  },
});

test("both catalogs type the rules", () => {
  const thrown = new TypeError("x");
  const from = globex;
  expectTypeOf(acme.relay(thrown, { pass: ["session_busy", "acme_busy"] })).toEqualTypeOf<ContractError | TypeError>();
  acme.relay(thrown, { from, pass: ["quota_exhausted"], as: { globex_cold: "acme_busy", timeout: "acme_busy" } });
  acme.relayer({ from, as: { globex_melted: "harness_unavailable", globex_route_not_found: "acme_gone" } });
  acme.relayer({ as: { acme_crashed: "acme_busy" } });
  expectTypeOf(acme.relayer({ from })(thrown)).toEqualTypeOf<ContractError | TypeError>();
  joinCatalogs(acme, globex).relayer({ from, pass: ["globex_cold"], as: { globex_cold: "acme_busy" } });
});

test("a code that the other service has not, or this one, is refused", () => {
  const from = globex;
  // @ts-expect-error no code of either
  acme.relayer({ pass: ["session_bussy"] });
  // @ts-expect-error no code of acme's
  acme.relayer({ from, pass: ["globex_cold"] });
  // @ts-expect-error no code of globex's
  acme.relayer({ from, pass: ["acme_busy"] });
  // @ts-expect-error no code of globex's
  acme.relayer({ from, as: { acme_busy: "acme_busy" } });
  // @ts-expect-error no code of acme's
  acme.relayer({ from, as: { globex_cold: "globex_cold" } });
  // @ts-expect-error the name for older clients
  acme.relayer({ pass: ["acme_environment_busy"] });
  // @ts-expect-error rules have no such field
  acme.relayer({ passes: [] });
});

test("what speaks of the service's own request is refused in each place", () => {
  const from = globex;
  // @ts-expect-error 401
  acme.relayer({ pass: ["invalid_credential"] });
  // @ts-expect-error 401
  acme.relayer({ pass: ["acme_key_expired"] });
  // @ts-expect-error the service's own scope
  acme.relayer({ pass: ["insufficient_scope"] });
  // @ts-expect-error the service's own input
  acme.relayer({ pass: ["invalid_input"] });
  // @ts-expect-error the service's own version
  acme.relayer({ pass: ["unsupported_protocol_version"] });
  // @ts-expect-error internal
  acme.relayer({ pass: ["acme_internal_error"] });
  // @ts-expect-error internal
  acme.relayer({ pass: ["acme_upstream_timeout"] });
  // @ts-expect-error a task's
  acme.relayer({ pass: ["timeout"] });
  // @ts-expect-error 401
  acme.relayer({ from, as: { globex_key_expired: "acme_busy" } });
  // @ts-expect-error the service's own input
  acme.relayer({ from, as: { invalid_input: "acme_busy" } });
  // @ts-expect-error internal
  acme.relayer({ from, as: { globex_internal_error: "acme_busy" } });
  // @ts-expect-error 401
  acme.relayer({ from, as: { globex_cold: "missing_credential" } });
  // @ts-expect-error a task's
  acme.relayer({ from, as: { globex_cold: "acme_crashed" } });
});

test("a catalog that is shared need not be named", () => {
  acme.relayer({ pass: ["session_busy"], as: { acme_busy: "harness_unavailable", timeout: "acme_busy" } });
  acme.relay(new TypeError("x"), { pass: ["session_busy", "acme_busy"], as: { file_not_found: "acme_busy" } });
});

test("a code that only ends as an internal one does is like any other", () => {
  const codes = { acme_printer_internal_error: { status: 503, message: "The printer failed." } } as const;
  const printers = defineCatalog({ vendor: "acme", codes });
  printers.relayer({ pass: ["acme_printer_internal_error"] });
  // @ts-expect-error internal
  printers.relayer({ pass: ["acme_internal_error"] });
});

test("a catalog whose type does not tell its codes leaves the check of them to the start", () => {
  const from: AnyCatalog = globex;
  acme.relayer({ from, pass: ["session_busy", "acme_busy"], as: { globex_cold: "acme_busy" } });
  // @ts-expect-error no code of acme's
  acme.relayer({ from, pass: ["globex_cold"] });
  // @ts-expect-error the service's own input
  acme.relayer({ from, pass: ["invalid_input"] });
});
