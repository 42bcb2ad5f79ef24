import { inspect } from "node:util";
import {
  type AbandonedRequest,
  type Attempt,
  type ClientInit,
  type ClientOptions,
  createClient,
  isApiError,
  isUnexpectedResponseError,
} from "@uhp-errors/client";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sized } from "../../support/effort.ts";
import { proves } from "../../support/proves.ts";
import { type FaultServer, startFaultServer } from "../fault-server.ts";
import { type Script, STEPS, type Step, scripts, success, waits } from "../steps.ts";

const TOKEN = "tok-0123456789abcdef.~+/SECRET==";

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

type Clock = NonNullable<ClientOptions["clock"]>;

/** Waits end at once and are recorded. The time limits for whole exchanges are real, and long. */
function impatientClock(): Clock {
  let waited = 0;
  return {
    now: () => Date.now() + waited,
    elapsed: () => performance.now() + waited,
    random: Math.random,
    after(ms, callback) {
      const isWait = ms < 100_000;
      const timer = setTimeout(
        () => {
          if (isWait) waited += ms;
          callback();
        },
        isWait ? 0 : ms,
      );
      return () => clearTimeout(timer);
    },
  };
}

interface Run {
  readonly id: string;
  readonly attempts: readonly Attempt[];
  readonly cancelled: readonly AbandonedRequest[];
  readonly value?: unknown;
  readonly thrown?: unknown;
}

async function run(script: Script): Promise<Run> {
  const id = server.script(script.steps);
  const attempts: Attempt[] = [];
  const cancelled: AbandonedRequest[] = [];
  const client = createClient({
    baseUrl: server.url,
    token: TOKEN,
    clock: impatientClock(),
    maxAttempts: script.maxAttempts,
    maxElapsedMs: Number.POSITIVE_INFINITY,
    requestTimeoutMs: 500_000,
    onAttempt(attempt) {
      attempts.push(attempt);
      throw new Error("a hook's own fault");
    },
    cancel(request) {
      cancelled.push(request);
      throw new Error("a hook's own fault");
    },
    ...(script.watched ? { waitForSession: async () => {} } : {}),
  });
  const init = initOf(script);
  try {
    const path = `${script.path}?run=${id}`;
    const value = script.reads === "json" ? await client.json(path, init) : await client.fetch(path, init);
    // Half a body is passed on for the reader to see.
    if (value instanceof Response) await value.text().catch(() => {});
    return { id, attempts, cancelled, value };
  } catch (thrown) {
    return { id, attempts, cancelled, thrown };
  }
}

function initOf({ method, key, body }: Script): ClientInit {
  const bodiless = method === "GET" || method === "HEAD" || body === "none";
  return {
    method,
    ...(key === "given" ? { idempotencyKey: "key-given" } : key === "false" ? { idempotencyKey: false } : {}),
    ...(key === "header" ? { headers: { "idempotency-key": "key-header" } } : {}),
    ...(bodiless ? {} : body === "text" ? { body: "{}" } : { body: streamOf("{}"), duplex: "half" }),
  } as ClientInit;
}

const streamOf = (text: string) => new Blob([text]).stream();

/** How many attempts the contract wants for a script: no more, and no fewer. */
function expectedAttempts(script: Script): number {
  const { method, path, key, body, watched, reads, maxAttempts, steps } = script;
  const bodiless = method === "GET" || method === "HEAD";
  const keyed = key !== "false" && (key !== "none" || (method === "POST" && path === "/v1/responses"));
  const repeatable = (bodiless || keyed) && (bodiless || body !== "stream");
  const again = (step: Step): boolean => {
    if (!repeatable) return false;
    if (method === "HEAD") return againByHead(step);
    if (step.fault === "half" && step.status === 200) return reads === "json";
    return step.retry === "yes" || (step.retry === "session" && watched);
  };
  const first = steps.findIndex((step) => !again(step));
  return Math.min(maxAttempts, first < 0 ? steps.length : first + 1);
}

/** Whether the caller should cancel the task, because some attempt got no response that rules a task out. */
function expectsCancel({ method, path, steps }: Script, attempts: number, thrown: unknown): boolean {
  if (method !== "POST" || path !== "/v1/responses" || thrown === undefined) return false;
  const isRefusal = (step: Step) => step.fault === undefined && /"type":"(?!server_error)\w+_error"/.test(step.body);
  return steps.slice(0, attempts).some((step) => !isRefusal(step));
}

/** A response to HEAD has no body, so only its status and headers count. */
function againByHead({ name, status, fault }: Step): boolean {
  if (fault !== undefined && fault !== "half") return true;
  if (name.includes("forbidden")) return false;
  const hasTime = /seconds|ms|both|date|clock|a time/.test(name);
  return [500, 502, 503, 504].includes(status) || (status === 429 && hasTime);
}

const COUNT = sized(5_000);

describe(`RET-1, RET-3, RET-4: ${COUNT} scripted runs`, () => {
  const seed = 20_261_004;

  const many = async () => {
    const samples = fc.sample(scripts, { numRuns: COUNT, seed });
    const tally: Record<string, number> = {};
    const count = (name: string) => {
      tally[name] = (tally[name] ?? 0) + 1;
    };
    const queue = samples.values();
    const work = async () => {
      for (const script of queue) check(script, await run(script), count);
    };
    await Promise.all(Array.from({ length: 24 }, work));
    expect(tally["runs"]).toBe(COUNT);
    // The scripts are worth something only if they reach every kind of end.
    for (const end of ["value", "ApiError", "UnexpectedResponseError", "NetworkError", "repeated"]) {
      expect(tally[end], end).toBeGreaterThan(COUNT / 50);
    }
  };
  const title = `of seed ${seed} send what the table allows, with one key, and show no token`;
  proves(["RET-1", "RET-3", "RET-4"], title, many, undefined, { timeout: 180_000 });

  function check(script: Script, result: Run, count: (name: string) => void): void {
    const seen = server.seen(result.id);
    const shown = `${JSON.stringify(script)}\n${inspect(result.thrown)}`;
    count("runs");
    count(result.thrown === undefined ? "value" : (result.thrown as Error).name);
    if (seen.length > 1) count("repeated");
    expect(seen.length, shown).toBe(expectedAttempts(script));
    expect(result.attempts.length, shown).toBe(seen.length);
    expect(new Set(seen.map(({ key }) => key)).size, shown).toBe(1);
    if (seen.length > 1 && !["GET", "HEAD"].includes(script.method)) expect(seen[0]?.key, shown).toBeTruthy();
    for (const request of seen) {
      expect(request).toMatchObject({ authorization: `Bearer ${TOKEN}`, version: "2026-10-04" });
    }
    checkWaits(script, result, shown);
    // Half a body may end in the middle.
    const beginning = TOKEN.slice(0, 8);
    expect(everythingOf(result.thrown), shown).not.toContain(beginning);
    expect(everythingOf(result.attempts), shown).not.toContain(beginning);
    for (const request of result.cancelled) expect(request.reason, shown).toBe(result.thrown);
    expect(result.cancelled.length, shown).toBe(expectsCancel(script, seen.length, result.thrown) ? 1 : 0);
  }

  function checkWaits({ steps }: Script, { attempts }: Run, shown: string): void {
    for (const [index, { waitMs = -1 }] of attempts.slice(0, -1).entries()) {
      expect(waitMs, shown).toBeGreaterThanOrEqual(steps[index]?.asks ?? 0);
    }
  }
});

/** Everything that an operator's log could print of a value. */
function everythingOf(value: unknown): string {
  const { message = "", stack = "" } = (value ?? {}) as Partial<Error>;
  return [inspect(value, { depth: 20, showHidden: true }), String(message), String(stack), JSON.stringify(value)].join(
    "\n",
  );
}

describe("RET-1: each step by itself, as a task with a key", () => {
  test.each(STEPS.map((step) => [step.name, step] as const))("%s", async (_, step) => {
    const script: Script = {
      method: "POST",
      path: "/v1/responses",
      key: "none",
      body: "text",
      watched: true,
      reads: "json",
      maxAttempts: 2,
      steps: [step, success],
    };
    const { id, value, thrown } = await run(script);
    expect(server.seen(id)).toHaveLength(step.retry === "no" ? 1 : 2);
    if (step.retry !== "no" || step.body === success.body) expect(value).toEqual({ ok: true });
    else expect(isApiError(thrown) || isUnexpectedResponseError(thrown)).toBe(true);
  });
});

test.each(waits.filter(({ retry }) => retry === "yes").map((step) => [step.name, step] as const))(
  "RET-2: the client waits as long as %s asks",
  async (_, step) => {
    const attempts: Attempt[] = [];
    const id = server.script([step, success]);
    const clock = { ...impatientClock(), random: () => 0 };
    const client = createClient({ baseUrl: server.url, clock, onAttempt: (attempt) => attempts.push(attempt) });
    await client.json(`/v1/x?run=${id}`);
    expect(attempts.map(({ waitMs }) => waitMs)).toEqual([step.asks, undefined]);
  },
);
