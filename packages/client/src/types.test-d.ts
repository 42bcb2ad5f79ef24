import { defineCatalog } from "@uhp-errors/core";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { createClient } from "./client.ts";
import { parseError, parseTask } from "./parse.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int() }) },
    acme_crashed: { task: true, message: "Crashed.", detail: z.object({ exit_code: z.int() }) },
  },
});

test("a code narrows its detail", async () => {
  const error = await parseError(new Response());
  if (error.code === "file_too_large") expectTypeOf(error.detail?.max_bytes).toEqualTypeOf<number | undefined>();
  if (error.code === "plugin_conflict") expectTypeOf(error.detail?.between).toEqualTypeOf<string[] | undefined>();
  if (error.code === "invalid_input") {
    expectTypeOf(error.detail?.issues?.[0]?.param).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(error.detail?.issues?.[0]?.message).toEqualTypeOf<string | undefined>();
  }
  if (error.code === null) expectTypeOf(error.excerpt).toBeString();
  // @ts-expect-error not a code of the contract
  if (error.code === "file_too_big") return;
  // @ts-expect-error no code of a request
  if (error.code === "timeout") return;
});

test("a catalog adds a vendor's codes", async () => {
  const error = await parseError(new Response(), { catalog: acme });
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail?.eta_seconds).toEqualTypeOf<number | undefined>();
  if (error.code === "acme_internal_error") expectTypeOf(error.status).toBeNumber();
  const task = parseTask({}, { catalog: acme });
  if (task?.code === "acme_crashed") expectTypeOf(task.detail?.exit_code).toEqualTypeOf<number | undefined>();
  if (task?.code === "timeout") expectTypeOf(task.status).toBeNumber();
});

test("a client narrows what it throws by its catalog", () => {
  const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
  const thrown: unknown = undefined;
  if (client.isRequestError(thrown) && thrown.code === "acme_gpu_cold") {
    expectTypeOf(thrown.detail?.eta_seconds).toEqualTypeOf<number | undefined>();
  }
});
