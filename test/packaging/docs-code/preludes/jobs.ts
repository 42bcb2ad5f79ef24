/** What the examples for jobs take for granted. */
export { acme, contract, database } from "../../../transports/jobs/contract.ts";
export { boss } from "../../../transports/jobs/worker.ts";
