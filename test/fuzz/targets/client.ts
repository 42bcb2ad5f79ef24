import { type ClientInit, createClient, isNetworkError, isTimeoutError, readEvents } from "@uhp-errors/client";
import { createSanitizer } from "@uhp-errors/core/sanitizer";
import fc from "fast-check";
import { acme } from "../../support/catalog.ts";
import { allOf, expectNoToken, HostileServer, TOKENS, type Treatment, treatment } from "../hostile.ts";
import { type Target, Violation } from "../target.ts";

/** A request of the client, and what the server does with each attempt. */
interface Case {
  readonly call: "fetch" | "json";
  readonly method: "GET" | "HEAD" | "POST" | "POST with a key" | "a stream";
  readonly token: number;
  readonly redirect: "manual" | "follow" | "error" | "none";
  readonly sanitizes: boolean;
  /** Milliseconds after which the caller aborts. */
  readonly aborts: number | null;
  readonly script: readonly Treatment[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  call: fc.constantFrom("fetch", "json"),
  method: fc.constantFrom("GET", "GET", "HEAD", "POST", "POST with a key", "a stream"),
  token: fc.nat({ max: TOKENS.length - 1 }),
  redirect: fc.oneof(
    { weight: 6, arbitrary: fc.constant("none" as const) },
    { weight: 1, arbitrary: fc.constantFrom("manual", "follow", "error") },
  ),
  sanitizes: fc.constantFrom(false, false, true),
  aborts: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(0, 5, 20) }),
  script: fc.array(treatment, { minLength: 1, maxLength: 3 }),
});

/** Limits of the client; times are in milliseconds. */
const REQUEST_MS = 250;
const ELAPSED_MS = 400;
const ATTEMPTS = 3;

/** Milliseconds that all attempts together may take, on a slow machine. */
const ALL_MS = ATTEMPTS * REQUEST_MS + ELAPSED_MS + 10_000;

/** The reason with which the caller of the client aborts. */
const ABORTED = new Error("the caller has no more time");

async function attempt(server: HostileServer, given: Case): Promise<void> {
  const token = TOKENS[given.token] as string;
  server.play(given.script, token);
  const shown: unknown[] = [];
  const client = createClient({
    baseUrl: server.url,
    token,
    catalog: acme,
    requestTimeoutMs: REQUEST_MS,
    defaultTaskTimeoutSeconds: REQUEST_MS / 1_000,
    taskTimeoutMarginMs: 0,
    inactivityMs: REQUEST_MS,
    maxAttempts: ATTEMPTS,
    maxElapsedMs: ELAPSED_MS,
    backoffMs: 1,
    maxBackoffMs: 2,
    maxJsonBytes: 100_000,
    ...(given.sanitizes ? { sanitizer: createSanitizer() } : {}),
    onAttempt: ({ error }) => shown.push(error),
    cancel: ({ reason }) => shown.push(reason),
    waitForSession: async () => {},
  });
  const caller = new AbortController();
  const timer = given.aborts === null ? undefined : setTimeout(() => caller.abort(ABORTED), given.aborts);
  const began = performance.now();
  try {
    const { path, ...init } = requestOf(given, caller.signal);
    const answer = await client[given.call](path, init);
    if (answer instanceof Response) await readerFor(given)(answer);
  } catch (thrown) {
    shown.push(thrown);
    const isDocumented = client.isParsedError(thrown) || isNetworkError(thrown) || isTimeoutError(thrown);
    if (!isDocumented && thrown !== ABORTED) {
      throw new Violation("a function throws only what it documents", String((thrown as Error)?.stack ?? thrown));
    }
  } finally {
    clearTimeout(timer);
  }
  const took = performance.now() - began;
  if (took > ALL_MS) throw new Violation("the event loop stays free", `it took ${took} ms`);
  if (given.redirect !== "follow" && server.asked > ATTEMPTS) {
    throw new Violation("each request gets one answer", `it was sent ${server.asked} times`);
  }
  for (const error of shown) expectNoToken(allOf(error), token);
  await server.settle();
}

function requestOf({ method, redirect }: Case, signal: AbortSignal): ClientInit & { readonly path: string } {
  const how = { path: "/v1/things", signal, ...(redirect === "none" ? {} : { redirect }) };
  if (method === "GET" || method === "HEAD") return { ...how, method };
  if (method === "a stream") return { ...how, path: "/v1/responses", method: "POST", body: '{"stream":true}' };
  const key = method === "POST" ? {} : { idempotencyKey: "key-1" };
  return { ...how, ...key, method: "POST", body: "{}" };
}

/** Reads a body as far as a caller would. */
async function read({ body }: Response): Promise<void> {
  const reader = body?.getReader();
  let left = 200_000;
  while (left > 0) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return;
    left -= value.byteLength + 1;
  }
  await reader?.cancel();
}

function readerFor({ method }: Case): (answer: Response) => Promise<void> {
  return method === "a stream" ? readAll : read;
}

/** Reads a response as a stream of events, whatever it is. */
async function readAll(response: Response): Promise<void> {
  for await (const _event of readEvents(response, { inactivityMs: REQUEST_MS }));
}

/** The client, against hostile servers. */
export const client: Target<Case> = {
  cases,
  start: async () => {
    const server = await HostileServer.start();
    return { attempt: (given) => attempt(server, given), stop: () => server.stop() };
  },
};
