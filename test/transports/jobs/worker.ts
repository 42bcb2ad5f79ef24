import { fromPglite, type Job, type JobResult, PgBoss } from "pg-boss";
import { contract, database } from "./contract.ts";

export const boss = new PgBoss({ db: fromPglite(database), backend: "pglite" });

boss.on("error", (thrown) => contract.handleError(thrown, { transport: "queue" }));

/** Escapes that PostgreSQL refuses. An escaped backslash before one makes it plain text. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

interface Work<Data extends object> {
  readonly run: (job: Job<Data>) => Promise<unknown>;
  readonly idempotent?: boolean;
}

export async function work<Data extends object>(queue: string, { run, idempotent = false }: Work<Data>) {
  // pg-boss also retries jobs whose worker crashed, so jobs that are not idempotent get no retries.
  const retries = { retryLimit: idempotent ? 3 : 0, retryDelay: 1, retryBackoff: true };
  await boss.createQueue(queue, { ...retries, expireInSeconds: 60 });
  const settle = async (job: Job<Data>): Promise<JobResult> => {
    try {
      const output = JSON.stringify((await run(job)) ?? null);
      if (UNSTORABLE.test(output)) throw new TypeError("PostgreSQL stores neither NUL nor half a character");
      return { id: job.id, status: "completed", output: JSON.parse(output) };
    } catch (thrown) {
      return failed(job, thrown, idempotent);
    }
  };
  const options = { perJobResults: true, pollingIntervalSeconds: 0.5 } as const;
  await boss.work<Data, unknown, typeof options>(queue, options, (jobs) => Promise.all(jobs.map(settle)));
}

async function failed(job: Job, thrown: unknown, idempotent: boolean): Promise<JobResult> {
  const call = { transport: "queue", name: job.name, correlationId: job.id, idempotent };
  const { error, retry } = contract.handleError(thrown, call);
  const output = { error, retry };
  if (!retry.automatic) return { id: job.id, status: "deadletter", output };
  if (retry.waitMs !== undefined) await postpone(job, output, retry.waitMs);
  return { id: job.id, status: "failed", output };
}

/** Fails the job now, so that its next attempt can be put off. */
async function postpone({ name, id, retryCount }: Job, output: object, waitMs: number) {
  try {
    await boss.fail(name, { id, retryCount }, output);
    await boss.update({ name, options: { id, startAfter: Math.ceil(waitMs / 1_000) } });
  } catch {
    // Then the delay of the queue applies.
  }
}
