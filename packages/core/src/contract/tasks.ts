import type { CatalogRows } from "../catalog/catalog.ts";
import { CODES } from "../codes/index.ts";
import type { ErrorObject } from "../contract-error.ts";
import { type Fault, faultOfMeaning } from "../fault.ts";
import { type CancelledResponse, endedResponse, type FailedResponse, faultOfTask, type TaskVerbs } from "../task.ts";
import type { RequestFacts } from "../wire.ts";

/** What the verbs of tasks need of their contract. */
interface TaskContext {
  readonly catalog: CatalogRows;
  readonly nullCancelledError: boolean;
  fault(thrown: unknown, facts: RequestFacts): Fault;
  error(fault: Fault, facts: RequestFacts): ErrorObject;
  report(fault: Fault, facts: RequestFacts, thrown: unknown, outcome: "answered", code: string): void;
}

export function taskVerbs(context: TaskContext): TaskVerbs {
  const { catalog } = context;

  function failure(thrown: unknown, facts: RequestFacts): ErrorObject {
    try {
      const fault = faultOfTask(context.fault(thrown, facts), catalog);
      const error = context.error(fault, facts);
      context.report(fault, facts, thrown, "answered", error.code);
      return error;
    } catch {
      return plain("harness_error");
    }
  }

  function cancellation(facts: RequestFacts): ErrorObject {
    try {
      return context.error(faultOfMeaning({ code: "cancelled" }, catalog), facts);
    } catch {
      return plain("cancelled");
    }
  }

  return Object.freeze({
    failed: <Response extends object>(response: Response, thrown: unknown, facts: RequestFacts) =>
      endedResponse(response, "failed", failure(thrown, facts)) as FailedResponse<Response>,
    cancelled: <Response extends object>(response: Response, facts: RequestFacts) => {
      const error = context.nullCancelledError ? null : cancellation(facts);
      return endedResponse(response, "cancelled", error) as CancelledResponse<Response>;
    },
  });
}

/** Only a broken adapter's facts make anything above throw, and the task still ended as it did. */
function plain(code: "harness_error" | "cancelled"): ErrorObject {
  const { type, message } = CODES[code];
  return { type, code, message, param: null, detail: null };
}
