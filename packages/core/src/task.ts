import type { CatalogRows } from "./catalog/catalog.ts";
import { CODES } from "./codes/index.ts";
import type { ErrorObject } from "./contract-error.ts";
import { type Fault, faultOfMeaning } from "./fault.ts";
import type { RequestFacts } from "./wire.ts";

/** The response object of a task that failed: its own fields, and why it failed. */
export type FailedResponse<Response extends object> = Omit<Response, "status" | "error"> & {
  readonly status: "failed";
  readonly error: ErrorObject;
};

/** The response object of a task that the client cancelled; the error is null where the contract is told so. */
export type CancelledResponse<Response extends object> = Omit<Response, "status" | "error"> & {
  readonly status: "cancelled";
  readonly error: ErrorObject | null;
};

/**
 * Response objects, to be sent with status 200: the failure of a task is not a failure of the request. Neither throws, and
 * neither changes the object that it is given.
 */
export interface TaskVerbs {
  /**
   * The response of a task that failed, its error written for the client's version. Reports the failure.
   *
   * @param thrown What `catalog.taskError` made. Anything else that was thrown inside the task is `harness_error` with a fixed
   * text and the correlation id; a code that answers requests is so too, and the report says what to mend.
   * @example
   * response.json(contract.task.failed(task.response, acme.taskError("timeout"), facts));
   */
  failed<Response extends object>(response: Response, thrown: unknown, facts: RequestFacts): FailedResponse<Response>;
  /** The response of a task that the client cancelled. Nothing is reported, since nothing failed. */
  cancelled<Response extends object>(response: Response, facts: RequestFacts): CancelledResponse<Response>;
}

/** What a fault comes to where a task failed by it: a fault of a task as it is, and `harness_error` for any other. */
export function faultOfTask(fault: Fault, catalog: CatalogRows): Fault {
  if (fault.row.where === "failed_task") return fault;
  const { origin, producer, upstream, withheld } = fault;
  const misused = origin === "ours" && fault.problem === undefined;
  const problem = misused ? `"${fault.code}" ${MISUSE[fault.row.where] ?? ""}` : fault.problem;
  // Nothing of the cause is told, so there must be a way to find it.
  const row = { ...CODES.harness_error, correlated: true };
  return faultOfMeaning({ code: "harness_error" }, catalog, { row, origin, producer, upstream, withheld, problem });
}

const MISUSE: Readonly<Record<string, string>> = {
  request: "answers a request; a task cannot fail with it, so throw it before the task begins",
  cancelled_task: "is the code of a cancelled response; use contract.task.cancelled",
};

/** A response object with a status and an error in place of its own; its other fields as JSON would have them. */
export function endedResponse<Status extends string, Error>(
  response: object,
  status: Status,
  error: Error,
): { readonly status: Status; readonly error: Error } {
  return { ...Object.fromEntries(jsonFields(response)), status, error };
}

/** The client learns how the task ended whatever the object is: a field that throws, or is no JSON, is left out. */
function jsonFields(response: object): [name: string, value: unknown][] {
  try {
    const { toJSON } = response as { readonly toJSON?: unknown };
    const plain: unknown = typeof toJSON === "function" ? Reflect.apply(toJSON, response, [""]) : response;
    if (typeof plain !== "object" || plain === null) return [];
    return Object.keys(plain).flatMap((name) => jsonField(plain, name));
  } catch {
    return [];
  }
}

function jsonField(object: object, name: string): [name: string, value: unknown][] {
  try {
    const value: unknown = Reflect.get(object, name);
    return JSON.stringify(value) === undefined ? [] : [[name, value]];
  } catch {
    return [];
  }
}
