import type { Job } from "pg-boss";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { acme, database, reports } from "./contract.ts";
import { outcomeOf } from "./producer.ts";
import { boss, work } from "./worker.ts";

const SECRET = "postgres://admin:hunter2@db.internal:5432/x";
const PAGE = page("transports", "Jobs of a queue");

/** What a run of a job throws, by the name in the job. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  timeout: () => acme.taskError("timeout", { context: { note: SECRET } }),
  stuck: () => acme.taskError("acme_printer_stuck"),
  unknown: () => acme.error("acme_order_unknown", { context: { note: SECRET } }),
  down: () => acme.error("acme_unavailable"),
  waiting: () => acme.error("acme_unavailable", { retryAfter: 2, context: { note: SECRET } }),
  bug: () => new TypeError(SECRET),
};

/** Fails on as many attempts as the job states. */
async function run({ data, retryCount }: Job<{ readonly what: string; readonly failures?: number }>) {
  if (retryCount < (data.failures ?? 1)) throw THROWN[data.what]?.();
  return { printed: true };
}

beforeAll(async () => {
  await boss.start();
  await work("once", { run });
  await work("again", { run, idempotent: true });
  await work("careless", {
    run: () => {
      throw new TypeError(SECRET);
    },
  });
  await work("unwritable", {
    run: async () => ({
      toJSON() {
        throw new TypeError(SECRET);
      },
    }),
  });
  await work("unstorable", { run: async () => ({ printed: "\u0000" }) });
  await work("half", { run: async () => ({ "\\\ud83d": 1 }) });
  await work("escaped", { run: async () => ({ printed: ["\\u0000", "\\ud83d", "😀"] }) });
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.close();
});
beforeEach(() => void reports.splice(0));

const send = async (queue: string, data: object, options = {}): Promise<string> =>
  (await boss.send(queue, data, options)) ?? "";

/** Waits until the running attempt has ended. */
async function ended(queue: string, id: string) {
  return vi.waitFor(
    async () => {
      const [job] = await boss.findJobs(queue, { id });
      if (job === undefined || job.state === "created" || job.state === "active") throw new Error("it still runs");
      return job;
    },
    { timeout: 30_000, interval: 50 },
  );
}

test("the page shows the code of the worker as it is run", () => {
  expect(PAGE).toContain(shownCode(new URL("worker.ts", import.meta.url)));
});

const ROWS: readonly (readonly [failure: string, code: string, once: string, again: string, what: string])[] = [
  ['acme.taskError("timeout")', "timeout", "failed", "failed", "timeout"],
  ['acme.taskError("acme_printer_stuck")', "acme_printer_stuck", "failed", "failed", "stuck"],
  ['acme.error("acme_order_unknown")', "acme_order_unknown", "failed", "failed", "unknown"],
  ['acme.error("acme_unavailable")', "acme_unavailable", "failed", "retry", "down"],
  ['acme.error("acme_unavailable", { retryAfter: 2 })', "acme_unavailable", "failed", "retry", "waiting"],
  ["anything else, such as a bug", "acme_internal_error", "failed", "retry", "bug"],
];

test("the page has a row for each failure that is tried", () => {
  const state = (cell = "") => cell.split(",")[0];
  const rows = rowsOf(PAGE, "failure").map(([failure, code, once, again]) => [
    failure,
    code,
    state(once),
    state(again),
  ]);
  expect(rows).toEqual(ROWS.map((row) => row.slice(0, 4)));
});

describe.each(ROWS)("%s", (_failure, code, once, again, what) => {
  test.each([
    ["once", once],
    ["again", again],
  ])("in a job that may run %s", async (queue, state) => {
    // With such a delay, no other attempt begins during the test.
    const id = await send(queue, { what }, { retryDelay: 600 });
    const job = await ended(queue, id);
    expect(job).toMatchObject({ state, output: { error: { code }, retry: { automatic: state === "retry" } } });
    expect(Object.keys(job.output).sort()).toEqual(["error", "retry"]);
    expect(JSON.stringify(job)).not.toContain("hunter2");
    expect(await outcomeOf(queue, id)).toMatchObject({ state, error: { code } });
    expect(reports).toMatchObject([{ transport: "queue", path: queue, code, correlationId: id }]);
    await boss.cancel(queue, id);
  });
});

test("a wait that the error states replaces the delay of the queue", async () => {
  const id = await send("again", { what: "waiting" }, { retryDelay: 600 });
  const { startAfter, startedOn } = await ended("again", id);
  const waited = startAfter.getTime() - startedOn.getTime();
  expect(waited).toBeGreaterThanOrEqual(2_000);
  expect(waited).toBeLessThan(600_000);
  await boss.cancel("again", id);
});

test("each attempt is reported, and a success leaves no error", async () => {
  const id = await send("again", { what: "down", failures: 2 }, { retryBackoff: false });
  await vi.waitFor(async () => expect(await outcomeOf("again", id)).toEqual({ state: "completed", error: undefined }), {
    timeout: 30_000,
  });
  expect(reports.map(({ correlationId, code }) => [correlationId, code])).toEqual([
    [id, "acme_unavailable"],
    [id, "acme_unavailable"],
  ]);
});

test("a job that has no attempts left has failed for good", async () => {
  const id = await send("again", { what: "waiting", failures: 9 }, { retryLimit: 0 });
  expect(await ended("again", id)).toMatchObject({ state: "failed", output: { error: { code: "acme_unavailable" } } });
});

test("a run that throws at once is handled like one that rejects", async () => {
  const id = await send("careless", {});
  expect(await ended("careless", id)).toMatchObject({ output: { error: { code: "acme_internal_error" } } });
});

test.each(["unwritable", "unstorable", "half"])("a result that is %s fails the job, and is reported", async (queue) => {
  const id = await send(queue, {});
  const job = await ended(queue, id);
  expect(job).toMatchObject({ state: "failed", output: { error: { code: "acme_internal_error" } } });
  expect(JSON.stringify(job)).not.toContain("hunter2");
  expect(reports).toHaveLength(1);
});

test("a result that only looks unstorable is stored", async () => {
  const job = await ended("escaped", await send("escaped", {}));
  expect(job).toMatchObject({ state: "completed", output: { printed: ["\\u0000", "\\ud83d", "😀"] } });
  expect(reports).toEqual([]);
});

test.each([
  ["has failed for good", 0, "failed"],
  ["runs again if the queue allows it", 1, "retry"],
])("a job whose worker crashed %s, and has no error of the contract", async (_what, retryLimit, state) => {
  const queue = `crashing-${retryLimit}`;
  await boss.createQueue(queue, { retryLimit, retryDelay: 600, expireInSeconds: 1 });
  const id = await send(queue, {});
  // What a worker leaves behind that took a job and disappeared, a minute later.
  expect(await boss.fetch(queue)).toHaveLength(1);
  await database.query("UPDATE pgboss.job SET started_on = started_on - interval '1 minute' WHERE id = $1", [id]);
  await boss.supervise(queue);
  expect(await outcomeOf(queue, id)).toEqual({ state, error: undefined });
  expect(reports).toEqual([]);
});
