import { parseErrorObject } from "@uhp-errors/client";
import { acme } from "./contract.ts";
import { boss } from "./worker.ts";

/** The state of a job, and the error of its last attempt. */
export async function outcomeOf(queue: string, id: string) {
  const [job] = await boss.findJobs(queue, { id });
  return { state: job?.state, error: parseErrorObject(job?.output, { catalog: acme }) };
}
