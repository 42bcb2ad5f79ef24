import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import {
  type AnyCatalog,
  BUILT_IN_CODES,
  type BuiltInCode,
  type Catalog,
  CODES,
  type Code,
  type CodeDefinition,
  type ContractCode,
  type ContractError,
  createContract,
  defineCatalog,
  type JsonObject,
  joinCatalogs,
  type OwnCode,
} from "../index.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      detail: z.object({ eta_seconds: z.int().nonnegative() }),
    },
    acme_teapot: { status: 418, message: "This is a teapot." },
    acme_agent_crashed: { task: true, message: "The agent crashed." },
    acme_internal_error: { message: "Our robots are on it." },
  },
});

test("the contract's codes, the built-in ones and the vendor's own are known", () => {
  expectTypeOf(acme.error("harness_not_found")).toEqualTypeOf<ContractError<"harness_not_found">>();
  expectTypeOf(acme.error("acme_teapot").code).toEqualTypeOf<"acme_teapot">();
  acme.error("acme_route_not_found", { message: "Nothing here." });
  acme.error("acme_internal_error", { cause: new Error("disk") });
  acme.error("session_busy", { param: ["input", 0, "type"], retryAfter: 3 });
});

test("an unknown code does not compile", () => {
  // @ts-expect-error no such code
  acme.error("harness_not_fond");
  // @ts-expect-error a code of a catalog that was not joined
  acme.error("globex_teapot");
});

test("detail is demanded where the schema has required keys, and typed", () => {
  acme.error("file_too_large", { detail: { max_bytes: 1 } });
  acme.error("file_too_large", { detail: { max_bytes: 1, more: "is open" } });
  acme.error("acme_gpu_cold", { detail: { eta_seconds: 4 } });
  acme.error("session_busy", { detail: { retry_after_ms: 250 } });
  acme.error("harness_not_found", { detail: { anything: true } });
  acme.error("harness_not_found", { detail: null });
  // @ts-expect-error detail is missing
  acme.error("file_too_large");
  // @ts-expect-error detail is missing
  acme.error("file_too_large", { message: "Too large." });
  // @ts-expect-error detail is missing
  acme.error("file_too_large", undefined);
  const may = { detail: { max_bytes: 1 } } as { readonly detail: { readonly max_bytes: number } } | undefined;
  // @ts-expect-error it may be missing
  acme.error("file_too_large", may);
  acme.error("harness_not_found", may);
  acme.error("file_too_large", {} as ReturnType<typeof JSON.parse>);
  // @ts-expect-error max_bytes is missing
  acme.error("file_too_large", { detail: {} });
  // @ts-expect-error max_bytes is a number
  acme.error("file_too_large", { detail: { max_bytes: "1 MiB" } });
  // @ts-expect-error eta_seconds is missing
  acme.error("acme_gpu_cold", { detail: {} });
  // @ts-expect-error retry_after_ms is a number
  acme.error("session_busy", { detail: { retry_after_ms: "soon" } });
  // @ts-expect-error detail is never a string
  acme.error("harness_not_found", { detail: "gone" });
});

test("context is free, or typed where the code declares it", () => {
  const globex = defineCatalog({
    vendor: "globex",
    codes: {
      globex_cold: {
        status: 503,
        message: "Cold.",
        context: z.object({ shard: z.string(), tries: z.int().optional() }),
      },
      globex_mild: { status: 503, message: "Mild.", context: z.object({ tries: z.int().optional() }) },
      globex_ended: { task: true, message: "It ended.", context: z.object({ shard: z.string() }) },
    },
  });
  acme.error("session_busy", { context: { anything: 1n } });
  acme.error("session_busy", { context: undefined });
  globex.error("globex_cold", { context: { shard: "a" } });
  globex.error("globex_mild");
  globex.error("globex_mild", { context: { tries: 2 } });
  globex.taskError("globex_ended", { context: { shard: "a" } });
  expectTypeOf(globex.error("globex_mild").context).toEqualTypeOf<JsonObject | undefined>();
  const either = "globex_cold" as "globex_cold" | "globex_mild";
  globex.error(either, { context: { shard: "a" } });
  // @ts-expect-error context is missing
  globex.error("globex_cold");
  // @ts-expect-error shard is missing
  globex.error("globex_cold", { context: {} });
  // @ts-expect-error no such field
  globex.error("globex_cold", { context: { shard: "a", shart: "b" } });
  // @ts-expect-error tries is a number
  globex.error("globex_mild", { context: { tries: "2" } });
  // @ts-expect-error one of the codes needs a context
  globex.error(either);
  // @ts-expect-error context is never a string
  acme.error("session_busy", { context: "busy" });
  // @ts-expect-error context is missing
  globex.taskError("globex_ended");
  // @ts-expect-error the schema of an object
  defineCatalog({ vendor: "globex", codes: { globex_x: { status: 404, message: "X.", context: z.string() } } });
});

test("only memory_unavailable has a choice of status", () => {
  acme.error("memory_unavailable");
  acme.error("memory_unavailable", { status: 503 });
  // @ts-expect-error 500 is not offered
  acme.error("memory_unavailable", { status: 500 });
  // @ts-expect-error no choice
  acme.error("harness_not_found", { status: 404 });
  // @ts-expect-error no choice
  acme.error("acme_teapot", { status: 418 });
});

test("task codes cannot answer a request", () => {
  // @ts-expect-error only inside a failed response
  acme.error("harness_error");
  // @ts-expect-error only inside a cancelled response
  acme.error("cancelled");
  // @ts-expect-error only inside a failed response
  acme.error("acme_agent_crashed");
});

test("a vendor prefix that breaks a rule does not compile", () => {
  defineCatalog({ vendor: "acme2" });
  // @ts-expect-error empty
  defineCatalog({ vendor: "" });
  // @ts-expect-error upper case
  defineCatalog({ vendor: "Acme" });
  // @ts-expect-error underscore
  defineCatalog({ vendor: "acme_corp" });
  // @ts-expect-error begins with a digit
  defineCatalog({ vendor: "2acme" });
  // @ts-expect-error begins a code of the contract
  defineCatalog({ vendor: "session" });
  // @ts-expect-error a generic error word
  defineCatalog({ vendor: "not" });
});

test("a vendor row that breaks a rule does not compile", () => {
  // @ts-expect-error no prefix
  defineCatalog({ vendor: "acme", codes: { gpu_cold: { status: 503, message: "Cold." } } });
  // @ts-expect-error another's prefix
  defineCatalog({ vendor: "acme", codes: { globex_cold: { status: 503, message: "Cold." } } });
  // @ts-expect-error a code of the contract
  defineCatalog({ vendor: "acme", codes: { session_busy: { status: 409, message: "Busy." } } });
  // @ts-expect-error the name under which older clients see environment_busy
  defineCatalog({ vendor: "acme", codes: { acme_environment_busy: { status: 409, message: "Busy." } } });
  // @ts-expect-error a success status
  defineCatalog({ vendor: "acme", codes: { acme_fine: { status: 200, message: "Fine." } } });
  // @ts-expect-error a redirect status
  defineCatalog({ vendor: "acme", codes: { acme_moved: { status: 302, message: "Moved." } } });
  // @ts-expect-error the type follows from the status
  defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "Cold.", type: "server_error" } } });
  // @ts-expect-error built in: only its message can change
  defineCatalog({ vendor: "acme", codes: { acme_internal_error: { status: 500, message: "Robots." } } });
  // @ts-expect-error no message
  defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503 } } });
});

test("joined catalogs know the codes of both", () => {
  const globex = defineCatalog({ vendor: "globex", codes: { globex_cold: { status: 503, message: "Cold." } } });
  const both = joinCatalogs(acme, globex);
  both.error("acme_teapot");
  both.error("globex_cold");
  both.error("globex_route_not_found");
  both.error("file_too_large", { detail: { max_bytes: 1 } });
  // @ts-expect-error in neither
  both.error("initech_cold");
});

test("a code chosen at run time must be given what any of the choices demands", () => {
  const either = Math.random() > 0.5;
  acme.error(either ? "harness_not_found" : "session_expired");
  acme.error(either ? "harness_not_found" : "file_too_large", { detail: { max_bytes: 1 } });
  // @ts-expect-error one of the two demands a detail
  acme.error(either ? "harness_not_found" : "file_too_large");
  // @ts-expect-error one of the two has no choice of status
  acme.error(either ? "harness_not_found" : "memory_unavailable", { status: 503 });
});

test("an error has no other parts", () => {
  // @ts-expect-error the code has one status
  acme.error("environment_invalid", { status: 400 });
  // @ts-expect-error it has two others
  acme.error("memory_unavailable", { status: 500 });
  // @ts-expect-error misspelled
  acme.error("harness_not_found", { detial: { a: 1 } });
  // @ts-expect-error an error has no headers of its own
  acme.error("harness_not_found", { headers: {} });
  // @ts-expect-error a message is one of its parts
  acme.error("harness_not_found", "None.");
});

test("a detail may be read-only, and of an interface's type", () => {
  interface Limit {
    max_bytes: number;
  }
  const limit: Limit = { max_bytes: 1 };
  const supported: readonly string[] = ["2026-10-04"];
  acme.error("file_too_large", { detail: limit });
  acme.error("harness_not_found", { detail: limit });
  acme.error("unsupported_protocol_version", { detail: { supported } });
  // @ts-expect-error a list is no detail
  acme.error("harness_not_found", { detail: supported });
});

test("a vendor row that only its name or its retry rule spoils does not compile", () => {
  // @ts-expect-error upper case
  defineCatalog({ vendor: "acme", codes: { acme_GPU: { status: 503, message: "Cold." } } });
  // @ts-expect-error nothing after the prefix
  defineCatalog({ vendor: "acme", codes: { acme_: { status: 503, message: "Cold." } } });
  // @ts-expect-error taken by bare statuses
  defineCatalog({ vendor: "acme", codes: { acme_http_418: { status: 418, message: "Tea." } } });
  // @ts-expect-error a 404 is not retried
  defineCatalog({ vendor: "acme", codes: { acme_none: { status: 404, message: "None.", retry: "backoff" } } });
  // @ts-expect-error a prefix that the compiler does not know
  defineCatalog({ vendor: "acme" as string });
});

test("every code has its definition, typed", () => {
  expectTypeOf(acme.codes.acme_gpu_cold.status).toEqualTypeOf<503>();
  expectTypeOf(acme.codes.acme_gpu_cold.message).toEqualTypeOf<"The accelerator is warming up.">();
  expectTypeOf(acme.codes.acme_gpu_cold.retry).toEqualTypeOf<"backoff">();
  expectTypeOf(acme.codes.acme_teapot.when).toEqualTypeOf<"This is a teapot.">();
  expectTypeOf(acme.codes.acme_teapot.type).toEqualTypeOf<"invalid_request_error">();
  expectTypeOf(acme.codes.acme_agent_crashed.where).toEqualTypeOf<"failed_task">();
  expectTypeOf(acme.codes.acme_internal_error.message).toEqualTypeOf<"Our robots are on it.">();
  expectTypeOf(acme.codes.file_too_large).toEqualTypeOf(CODES.file_too_large);
  // @ts-expect-error no such code
  acme.codes.acme_gpu_clod;
  // @ts-expect-error read-only
  acme.codes.acme_teapot.status = 419;
});

test("the types promise the facts of a code, and none of its sentences", () => {
  type Sentence = "message" | "when";
  expectTypeOf<(typeof CODES)[ContractCode][Sentence]>().toEqualTypeOf<string>();
  expectTypeOf<(typeof BUILT_IN_CODES)[BuiltInCode][Sentence]>().toEqualTypeOf<string>();
  expectTypeOf(CODES.file_too_large.status).toEqualTypeOf<413>();
  expectTypeOf(CODES.file_too_large.since).toEqualTypeOf<"2026-08-11">();
  expectTypeOf(BUILT_IN_CODES.unavailable.status).toEqualTypeOf<503>();
  expectTypeOf(BUILT_IN_CODES.unavailable.retry).toEqualTypeOf<"backoff">();
});

test("the codes of a catalog have a type of their own", () => {
  expectTypeOf<Extract<ContractCode, Code<typeof acme>>>().toEqualTypeOf<ContractCode>();
  expectTypeOf<"acme_gpu_cold" | "acme_agent_crashed" | "acme_route_not_found">().toExtend<Code<typeof acme>>();
  expectTypeOf<"globex_cold">().not.toExtend<Code<typeof acme>>();
  expectTypeOf<"acme_gpu_cold" | "acme_agent_crashed">().toExtend<OwnCode<typeof acme>>();
  expectTypeOf<"acme_route_not_found" | "session_busy">().not.toExtend<OwnCode<typeof acme>>();
  const shop = defineCatalog({
    vendor: "shop",
    codes: {
      shop_order_route_not_found: { status: 404, message: "No." },
      shop_route_not_found: { message: "No." },
    },
  });
  expectTypeOf<OwnCode<typeof shop>>().toEqualTypeOf<"shop_order_route_not_found">();
  expectTypeOf<Code<AnyCatalog>>().toEqualTypeOf<string>();
});

test("two releases of a shared catalog can be joined and served, whatever their texts", () => {
  const newer = defineCatalog({
    vendor: "acme",
    codes: {
      acme_teapot: { status: 418, message: "This is still a teapot." },
      acme_samovar: { status: 418, message: "This is a samovar." },
    },
  });
  const both = joinCatalogs(acme, newer);
  both.error("acme_teapot");
  both.error("acme_samovar");
  both.error("acme_gpu_cold", { detail: { eta_seconds: 1 } });
  expectTypeOf(both.codes.acme_teapot.message).toEqualTypeOf<"This is a teapot." | "This is still a teapot.">();
  createContract(both);
  expectTypeOf(both).toExtend<AnyCatalog>();
  expectTypeOf(acme).toExtend<Catalog>();
  expectTypeOf(both).toExtend<Catalog>();
  for (const definition of Object.values(both.codes)) expectTypeOf(definition).toExtend<CodeDefinition>();
});
