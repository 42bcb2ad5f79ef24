import { CODES } from "../codes/index.ts";
import { type ErrorObject, makeErrorObject } from "../errors/error-object.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { resolveMapping } from "../pipeline/resolved-error.ts";
import { attempt } from "../untrusted/attempt.ts";
import { endedResponse } from "./ended-response.ts";
import { taskFailure } from "./task-failure.ts";

/** The response object of a task that failed: its own fields, and the error. */
export type FailedTaskResponse<Response extends object> = Omit<Response, "status" | "error"> & {
  readonly status: "failed";
  readonly error: ErrorObject;
};

/** The response object of a task that the client cancelled. Its error is null with `compat: { nullCancelledError: true }`. */
export type CancelledTaskResponse<Response extends object> = Omit<Response, "status" | "error"> & {
  readonly status: "cancelled";
  readonly error: ErrorObject | null;
};

/**
 * Makes the response objects of tasks that ended without a result. Send them with status 200, because the failure of a task is not a
 * failure of the request. Neither method throws or changes the object that it receives.
 */
export interface TaskResponses {
  /**
   * Makes the response object of a task that failed, with its error written for the client's version. Reports the failure.
   *
   * @param thrown The error that `catalog.taskError` made. Anything else becomes `harness_error` with a fixed message and the correlation
   * id. So does a code that answers requests; the report then says what to fix.
   * @example
   * response.json(contract.task.failed(task.response, acme.taskError("timeout"), requestContext(request, response)));
   */
  failed<Response extends object>(
    response: Response,
    thrown: unknown,
    context: RequestContext,
  ): FailedTaskResponse<Response>;
  /** Makes the response object of a task that the client cancelled. Nothing is reported, because nothing failed. */
  cancelled<Response extends object>(response: Response, context: RequestContext): CancelledTaskResponse<Response>;
}

export function taskResponses(pipeline: Pipeline): TaskResponses {
  const { catalog, settings } = pipeline;

  function failure(thrown: unknown, context: RequestContext): ErrorObject {
    const resolved = taskFailure(pipeline.resolve(thrown, context, "task"), catalog);
    const state = pipeline.state(context);
    const error = pipeline.errorObject(resolved, state);
    pipeline.report(resolved, state, thrown, "answered", error.code);
    return error;
  }

  const cancellation = (context: RequestContext) =>
    pipeline.errorObject(resolveMapping({ code: "cancelled" }, catalog), pipeline.state(context));

  return Object.freeze({
    failed: <Response extends object>(response: Response, thrown: unknown, context: RequestContext) => {
      const error = attempt(
        () => failure(thrown, context),
        () => plain("harness_error"),
      );
      return endedResponse(response, "failed", error) as FailedTaskResponse<Response>;
    },
    cancelled: <Response extends object>(response: Response, context: RequestContext) => {
      const error = attempt(
        () => (settings.nullCancelledError ? null : cancellation(context)),
        () => plain("cancelled"),
      );
      return endedResponse(response, "cancelled", error) as CancelledTaskResponse<Response>;
    },
  });
}

/** Makes the error for when the code above throws, which only a broken adapter can cause. */
function plain(code: "harness_error" | "cancelled"): ErrorObject {
  const { type, message } = CODES[code];
  return makeErrorObject(type, code, message);
}
