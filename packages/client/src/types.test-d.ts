import { defineCatalog, type Operation } from "@uhp-errors/core";
import type { RetryRule } from "@uhp-errors/core/codes";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import { type Client, createClient } from "./client.ts";
import type { ApiError } from "./errors.ts";
import type { NetworkError, TimeoutError } from "./failures.ts";
import { parseError, parseErrorObject, parseTaskError } from "./parse.ts";
import { readEvents } from "./read-events.ts";
import type {
  OperationError,
  ParsedError,
  ParsedErrorObject,
  ParsedTaskError,
  SafeResult,
  UnknownCode,
} from "./types.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int() }) },
    acme_crashed: { task: true, message: "Crashed.", detail: z.object({ exit_code: z.int() }) },
  },
});

test("a code narrows its detail", async () => {
  const error = await parseError(new Response());
  if (error.code === "file_too_large") expectTypeOf(error.detail.max_bytes).toBeNumber();
  if (error.code === "plugin_conflict") expectTypeOf(error.detail.between).toEqualTypeOf<string[]>();
  if (error.code === "session_busy") expectTypeOf(error.detail?.retry_after_ms).toEqualTypeOf<number | undefined>();
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
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  if (error.code === "acme_internal_error") expectTypeOf(error.status).toBeNumber();
  const task = parseTaskError({}, { catalog: acme });
  if (task?.code === "acme_crashed") expectTypeOf(task.detail.exit_code).toBeNumber();
  if (task?.code === "timeout") expectTypeOf(task.status).toBeNumber();
});

test("a catalog without some of the contract's codes leaves them out", async () => {
  const shop = defineCatalog({ vendor: "shop", contractCodes: ["files"] });
  const error = await parseError(new Response(), { catalog: shop });
  if (error.code === "file_too_large") expectTypeOf(error.detail.max_bytes).toBeNumber();
  if (error.code === "rate_limited") expectTypeOf(error.status).toBeNumber();
  // @ts-expect-error not a code of this catalog
  if (error.code === "plugin_not_found") return;
  // @ts-expect-error no task fails
  if (parseTaskError({}, { catalog: shop })?.code === "timeout") return;
});

test("a client narrows what it throws by its catalog", () => {
  const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
  const thrown: unknown = undefined;
  if (client.isParsedError(thrown) && thrown.code === "acme_gpu_cold") {
    expectTypeOf(thrown.detail.eta_seconds).toBeNumber();
  }
});

const warmUp = { method: "POST", path: "/gpus/{id}", codes: ["acme_gpu_cold"] } as const satisfies Operation<
  typeof acme
>;

test("an operation narrows an error to its codes and to those of any operation", async () => {
  const error = await parseError(new Response(), { catalog: acme, operation: warmUp });
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  if (error.code === "invalid_input")
    expectTypeOf(error.detail?.issues?.[0]?.message).toEqualTypeOf<string | undefined>();
  if (error.code === "acme_internal_error") expectTypeOf(error.status).toBeNumber();
  if (error.code === null) expectTypeOf(error.excerpt).toBeString();
  // @ts-expect-error the operation does not declare it
  if (error.code === "session_busy") return;
});

test("an operation narrows what a client has thrown", () => {
  const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
  const thrown: unknown = undefined;
  if (!client.isParsedError(thrown, warmUp)) return;
  if (thrown.code === "acme_gpu_cold") expectTypeOf(thrown.detail.eta_seconds).toBeNumber();
  // @ts-expect-error the operation does not declare it
  if (thrown.code === "session_busy") return;
});

test("a request as a value is its data or its error", async () => {
  const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
  const result = await client.safe(client.json<{ id: string }>("/v1/gpus"));
  expectTypeOf(result).toEqualTypeOf<SafeResult<{ id: string }, typeof acme>>();
  // @ts-expect-error the request may have failed
  void result.data.id;
  const { data, error } = result;
  if (error === undefined) return expectTypeOf(data).toEqualTypeOf<{ id: string }>();
  expectTypeOf(data).toEqualTypeOf<undefined>();
  expectTypeOf(error).toEqualTypeOf<ParsedError<typeof acme> | NetworkError | TimeoutError>();
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  if (error.code === "file_too_large") expectTypeOf(error.detail.max_bytes).toBeNumber();
  if (error.code === null) expectTypeOf(error.excerpt).toBeString();
  if (error.type === "rate_limit_error") expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  expectTypeOf(error.retryAfter).toEqualTypeOf<number | undefined>();
  expectTypeOf(error.retry).toEqualTypeOf<RetryRule | undefined>();
  if (error.name === "NetworkError") expectTypeOf(error).toEqualTypeOf<NetworkError>();
  if (error.name === "TimeoutError") expectTypeOf(error.timeoutMs).toBeNumber();
  // @ts-expect-error a network error has no number of a request
  void error.requestId;
  // @ts-expect-error not a code of the contract
  if (error.code === "file_too_big") return;
  // @ts-expect-error no code of a request
  if (error.code === "timeout") return;
  return undefined;
});

test("data that may be undefined is told from an error", async () => {
  const client = createClient({ baseUrl: "https://api.acme.example" });
  const { data, error } = await client.safe(client.fetch("/v1/gpus"));
  expectTypeOf(data).toEqualTypeOf<Response | undefined>();
  if (!error) expectTypeOf(data).toEqualTypeOf<Response>();
});

test("an operation narrows the error of a value", async () => {
  const client = createClient({ baseUrl: "https://api.acme.example", catalog: acme });
  const { error } = await client.safe(client.json("/gpus/a", { method: "POST" }), warmUp);
  if (!error) return;
  expectTypeOf(error).toEqualTypeOf<OperationError<typeof acme, typeof warmUp> | NetworkError | TimeoutError>();
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  // @ts-expect-error the operation does not declare it
  if (error.code === "session_busy") return;
});

test("a stream gives events of the type that the caller names", async () => {
  interface Tick {
    readonly type: "acme.tick";
  }
  const events = readEvents<Tick>(new Response(), { catalog: acme });
  expectTypeOf(events).toExtend<AsyncIterable<Tick>>();
  for await (const event of events) expectTypeOf(event.type).toEqualTypeOf<"acme.tick">();
  for await (const event of readEvents(new Response())) expectTypeOf(event).toBeUnknown();
  // @ts-expect-error an option that does not exist
  readEvents(new Response(), { timeoutMs: 1 });
  expectTypeOf<NetworkError["lastSequenceNumber"]>().toEqualTypeOf<number | undefined>();
});

test("only what is awaited can be safe", () => {
  const client = createClient({ baseUrl: "https://api.acme.example" });
  // @ts-expect-error the function is not called
  void client.safe(client.json);
});

test("the type of a catalog is enough, so that a page loads no schema", async () => {
  const error = await parseError<typeof acme, typeof warmUp>(new Response());
  expectTypeOf(error).toEqualTypeOf<OperationError<typeof acme, typeof warmUp>>();
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
});

test("every type parameter for a catalog takes its type", async () => {
  const error = await parseError<typeof acme>(new Response());
  expectTypeOf(error).toEqualTypeOf<ParsedError<typeof acme>>();
  expectTypeOf(error).toEqualTypeOf(await parseError(new Response(), { catalog: acme }));
  if (error.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  expectTypeOf(parseTaskError<typeof acme>({})).toEqualTypeOf<ParsedTaskError<typeof acme> | undefined>();
  expectTypeOf(parseErrorObject<typeof acme>({})).toEqualTypeOf<ParsedErrorObject<typeof acme> | undefined>();
  const client = createClient<typeof acme>({ baseUrl: "https://api.acme.example" });
  expectTypeOf(client).toEqualTypeOf<Client<typeof acme>>();
  const thrown: unknown = undefined;
  if (client.isParsedError(thrown)) expectTypeOf(thrown).toEqualTypeOf<ParsedError<typeof acme>>();
  if (client.isParsedError(thrown, warmUp)) {
    expectTypeOf(thrown).toEqualTypeOf<OperationError<typeof acme, typeof warmUp>>();
  }
});

test("the codes of a catalog are no catalog", () => {
  type Codes = (typeof acme)["codes"];
  // @ts-expect-error It wants `typeof acme`.
  void parseError<Codes>(new Response());
  // @ts-expect-error It wants `typeof acme`.
  createClient<Codes>({ baseUrl: "https://api.acme.example" });
  // @ts-expect-error It wants `typeof acme`.
  expectTypeOf<ParsedTaskError<Codes>>().not.toBeAny();
});

test("a switch over the codes that an operation declares is exhaustive, and open to newer codes", async () => {
  const tiny = { method: "GET", path: "/gpus", codes: ["acme_gpu_cold", "harness_unavailable"] } as const;
  const error = await parseError(new Response(), { catalog: acme, operation: tiny });
  type Own = Extract<typeof error, { code: (typeof tiny.codes)[number] }>;
  const say = (own: Own): string => {
    switch (own.code) {
      case "acme_gpu_cold":
        return `${own.detail?.eta_seconds}`;
      case "harness_unavailable":
        return own.message;
    }
  };
  expectTypeOf(say).returns.toBeString();
  type Other = Extract<typeof error, { code: UnknownCode }>;
  expectTypeOf<Other>().toEqualTypeOf<ApiError<UnknownCode>>();
  expectTypeOf<Other["type"]>().toBeString();
});
