import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type Contract, defineCatalog, type ErrorObject, joinCatalogs, type RequestContext } from "../index.ts";

declare const contract: Contract;
declare const context: RequestContext;

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_agent_crashed: { task: true, message: "The agent crashed.", detail: z.object({ exit_code: z.int() }) },
    acme_teapot: { status: 418, message: "This is a teapot." },
  },
});

test("a task fails with the codes of tasks, a vendor's included", () => {
  expectTypeOf(acme.taskError("timeout").code).toEqualTypeOf<"timeout">();
  acme.taskError("harness_error", { message: "The build failed.", detail: { step: 3 } });
  acme.taskError("cancelled");
  acme.taskError("acme_agent_crashed", { detail: { exit_code: 137 } });
  // @ts-expect-error its detail is missing
  acme.taskError("acme_agent_crashed");
  // @ts-expect-error answers a request
  acme.taskError("session_busy");
  // @ts-expect-error a vendor's code that answers a request
  acme.taskError("acme_teapot");
  // @ts-expect-error no such code
  acme.taskError("time_out");
  const globex = defineCatalog({ vendor: "globex", codes: { globex_lost: { task: true, message: "Lost." } } });
  joinCatalogs(acme, globex).taskError("globex_lost");
});

test("a response keeps its own fields and their types", () => {
  interface Stored {
    readonly id: string;
    readonly status: "in_progress" | "completed";
    readonly error: null;
    readonly usage: { readonly tokens: number };
  }
  const stored = {} as Stored;
  const failed = contract.task.failed(stored, acme.taskError("timeout"), context);
  expectTypeOf(failed.usage.tokens).toEqualTypeOf<number>();
  expectTypeOf(failed.status).toEqualTypeOf<"failed">();
  expectTypeOf(failed.error).toEqualTypeOf<ErrorObject>();
  const cancelled = contract.task.cancelled(stored, context);
  expectTypeOf(cancelled.id).toEqualTypeOf<string>();
  expectTypeOf(cancelled.status).toEqualTypeOf<"cancelled">();
  expectTypeOf(cancelled.error).toEqualTypeOf<ErrorObject | null>();
  // @ts-expect-error a response is an object
  contract.task.failed("resp_1", acme.taskError("timeout"), context);
});
