// First, since the libraries look for the globals of a page when they load.
import "./page/browser.ts";

import { readFileSync } from "node:fs";
import { QueryClient, QueryClientProvider, timeoutManager, useMutation, useQuery } from "@tanstack/react-query";
import type { NetworkError, OperationError, ParsedError, SafeResult, TimeoutError } from "@uhp-errors/client";
import { createElement, useEffect } from "react";
import { createRoot } from "react-dom/client";
import useSWR, { SWRConfig } from "swr";
import { afterAll, beforeEach, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import type { acme } from "../../support/catalog.ts";
import { eventually } from "../../support/eventually.ts";
import * as retriedByQuery from "./page/query-retries.ts";
import { arrived, client, getTask, pendingWaits, server, type Task } from "./page/service.ts";
import * as bySwr from "./page/swr.ts";
import { queryClient, useTask } from "./page/tanstack-query.ts";

afterAll(() => server.close());

/** The waits of TanStack Query before its retries, which end at once. Its other timers are longer. */
const waits: number[] = [];
const isLong = (ms: number) => ms >= 300_000;
timeoutManager.setTimeoutProvider({
  setTimeout(callback, ms) {
    if (!isLong(ms)) waits.push(ms);
    return setTimeout(callback, isLong(ms) ? ms : 0).unref();
  },
  clearTimeout: (id) => clearTimeout(id),
  setInterval: (callback, ms) => setInterval(callback, ms),
  clearInterval: (id) => clearInterval(id),
});
beforeEach(() => void waits.splice(0));

interface State {
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Both libraries render again only for fields that a page has read. */
const read = ({ data, error }: State): State => ({ data, error });

/** How often SWR would have sent a request again. */
let retriesOfSwr = 0;

const CONFIG = {
  onErrorRetry: () => {
    retriesOfSwr += 1;
  },
  provider: () => new Map<string, never>(),
};

/** Shows a component that uses a hook, until the test ends. `states` has what the hook returned. */
function show<Result>(useIt: () => Result, queries: QueryClient = queryClient) {
  const states: Result[] = [];
  const Page = () => {
    const state = useIt();
    useEffect(() => void states.push(state));
    return null;
  };
  const root = createRoot(document.querySelector("main") as Element);
  onTestFinished(() => {
    root.unmount();
    queries.clear();
  });
  root.render(
    createElement(
      SWRConfig,
      { value: CONFIG },
      createElement(QueryClientProvider, { client: queries }, createElement(Page)),
    ),
  );
  return { root, states };
}

/** What a hook ends with. TanStack Query's is its `null` where SWR's is its `undefined`. */
async function outcome(useIt: () => State, queries?: QueryClient): Promise<State> {
  const { states } = show(useIt, queries);
  const isOver = ({ data, error }: State) => Boolean(data ?? error);
  await eventually(() => expect(states.some(isOver)).toBe(true));
  return states.find(isOver) as State;
}

const doubled = new QueryClient();

const useDoubled = (id: string) =>
  useQuery({ queryKey: ["task", id], queryFn: () => client.json<Task>(`/v1/responses/${id}`) });

const SETUPS: Readonly<Record<string, readonly [useIt: (id: string) => State, queries?: QueryClient]>> = {
  "TanStack Query, where the client retries": [useTask],
  "TanStack Query, which retries": [retriedByQuery.useTask, retriedByQuery.queryClient],
  SWR: [bySwr.useTask],
};

/** What the server does, what the page gets, and how many requests arrive: with one loop of retries, and with both. */
const KINDS: readonly (readonly [kind: string, result: object, attempts: number, twice: number])[] = [
  ["success", { data: { status: "completed" } }, 1, 1],
  ["late", { data: { status: "completed" } }, 2, 2],
  ["missing", { error: { code: "response_not_found", status: 404 } }, 1, 4],
  ["teapot", { error: { code: "acme_teapot", status: 418 } }, 1, 4],
  ["cold", { error: { code: "acme_gpu_cold", detail: { eta_seconds: 4 } } }, 4, 16],
  ["limited", { error: { code: "rate_limited", retryAfter: 0.02 } }, 4, 16],
  ["closed", { error: { code: "rate_limited", retryAfter: 3_600 } }, 1, 4],
  ["spent", { error: { code: "quota_exhausted", status: 429 } }, 1, 4],
  ["unavailable", { error: { code: "acme_unavailable", status: 503 } }, 4, 16],
  ["broken", { error: { code: "acme_internal_error", status: 500 } }, 4, 16],
  ["proxy", { error: { name: "UnexpectedResponseError", code: null, status: 502 } }, 4, 16],
  ["forbidden", { error: { name: "UnexpectedResponseError", status: 503, retry: "never" } }, 1, 4],
  ["reset", { error: { name: "NetworkError" } }, 4, 16],
  ["half", { error: { name: "NetworkError" } }, 4, 16],
  ["silent", { error: { name: "TimeoutError", kind: "total" } }, 1, 4],
];

describe.each(Object.entries(SETUPS))("%s", (name, [useIt, queries]) => {
  test.each(KINDS)("%s", async (kind, result, attempts) => {
    retriesOfSwr = 0;
    const id = `${kind}-${name}`;
    expect(await outcome(() => read(useIt(id)), queries)).toMatchObject(result);
    expect([arrived.get(id)?.length, retriesOfSwr]).toEqual([attempts, 0]);
  });
});

test.each(KINDS)("both loops of retries multiply: %s", async (kind, _result, _attempts, twice) => {
  await outcome(() => read(useDoubled(`${kind}-doubled`)), doubled);
  expect(arrived.get(`${kind}-doubled`)).toHaveLength(twice);
});

test("TanStack Query waits as long as the response says", async () => {
  await outcome(() => read(retriedByQuery.useTask("patient-query")), retriedByQuery.queryClient);
  expect(waits.filter((ms) => ms === 30_000)).toHaveLength(3);
});

test("without a stated wait, TanStack Query's is the client's backoff", async () => {
  await outcome(() => read(retriedByQuery.useTask("unavailable-backoff")), retriedByQuery.queryClient);
  const most = [500, 1_000, 2_000];
  const inRange = waits.filter((ms) => ms > 0).map((ms, index) => ms <= (most[index] ?? 0));
  expect(inRange).toEqual([true, true, true]);
});

test("TanStack Query does not retry what rejects with null", async () => {
  let attempts = 0;
  const queryFn = () => {
    attempts += 1;
    return Promise.reject(null);
  };
  await expect(retriedByQuery.queryClient.fetchQuery({ queryKey: ["null"], queryFn })).rejects.toBeNull();
  expect(attempts).toBe(1);
});

test("SWR retries unless it is switched off", async () => {
  retriesOfSwr = 0;
  await outcome(() => read(useSWR("/v1/responses/unavailable-swr", (path: string) => client.json(path))));
  expect(retriesOfSwr).toBe(1);
});

test("a page that closes ends the client's wait", async () => {
  const { root } = show(() => useTask("patient-closed"));
  await eventually(() => expect(pendingWaits()).toEqual([30_000]));
  root.unmount();
  await eventually(() => expect(pendingWaits()).toEqual([]));
  expect(arrived.get("patient-closed")).toHaveLength(1);
});

test("all attempts of a mutation have the same key, and TanStack Query makes none", async () => {
  let started = false;
  const { states } = show(() => {
    const { mutate, error } = useMutation({
      mutationFn: () => client.json<Task>("/v1/responses", { method: "POST", body: "{}" }),
    });
    useEffect(() => {
      if (!started) mutate();
      started = true;
    });
    return { error };
  });
  await eventually(() => expect(states.at(-1)?.error).toMatchObject({ code: "acme_unavailable" }));
  const keys = arrived.get("started") ?? [];
  expect([keys.length, new Set(keys).size, typeof keys[0]]).toEqual([4, 1, "string"]);
});

test("the error is typed", () => {
  type Failure = ParsedError<typeof acme> | NetworkError | TimeoutError;
  const byQuery = (id: string) => {
    const { data, error } = useTask(id);
    expectTypeOf(data).toEqualTypeOf<Task | undefined>();
    expectTypeOf(error).toEqualTypeOf<Failure | null>();
    if (error?.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
    if (error?.code === null) expectTypeOf(error.excerpt).toBeString();
    if (error?.name === "TimeoutError") expectTypeOf(error).toEqualTypeOf<TimeoutError>();
    // @ts-expect-error not a code of the catalog
    if (error?.code === "acme_gpu_hot") return;
  };
  const byOperation = () => {
    type GetTaskError = NonNullable<SafeResult<unknown, typeof acme, typeof getTask>["error"]>;
    const { error } = useQuery<Task, GetTaskError>({ queryKey: ["task"], queryFn: () => client.json<Task>("/") });
    expectTypeOf(error).toEqualTypeOf<
      OperationError<typeof acme, typeof getTask> | NetworkError | TimeoutError | null
    >();
    // @ts-expect-error the operation does not declare it
    if (error?.code === "session_busy") return;
  };
  const byMutation = () => {
    const { error } = useMutation({ mutationFn: () => client.json<Task>("/v1/responses") });
    expectTypeOf(error).toEqualTypeOf<Failure | null>();
  };
  const ofSwr = (id: string) => {
    const { data, error } = bySwr.useTask(id);
    expectTypeOf(data).toEqualTypeOf<Task | undefined>();
    expectTypeOf(error).toEqualTypeOf<Failure | undefined>();
    if (error?.code === "acme_gpu_cold") expectTypeOf(error.detail.eta_seconds).toBeNumber();
  };
  expect([byQuery, byOperation, byMutation, ofSwr, getTask]).toHaveLength(5);
});

test.each(["tanstack-query", "query-retries", "swr"])("the page of the client shows %s.ts as it is run", (name) => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const shown = textOf(`./page/${name}.ts`).replaceAll(/^import .* from "\.\/.*";\n/gm, "");
  expect(textOf("../../../docs/client.md")).toContain(shown.trim());
});
