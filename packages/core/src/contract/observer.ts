import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { replaceIntercepted } from "../pipeline/intercepted.ts";
import { ObservingPipeline } from "../pipeline/observing.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { respondToParserError, respondToThrown } from "../pipeline/thrown.ts";
import { quietly } from "../untrusted/attempt.ts";

/**
 * What an adapter calls if the contract only reports, instead of asking it for responses. Only the first failure of a request counts,
 * because the contract would have answered that one. No method throws.
 */
export interface Observer {
  /** Notes a request at its beginning, because its version may not be served. */
  begin(context: RequestContext): void;
  /** Notes a thrown value that the contract would answer. Reports it immediately if it would be too late for a response. */
  thrown(thrown: unknown, context: RequestContext): void;
  /** Notes that no route matched. `allow` lists the methods that the path accepts. */
  notFound(context: RequestContext, allow: readonly string[]): void;
  /** Notes a response that other code wrote, if the contract would replace it. */
  written(response: InterceptedResponse, context: RequestContext): void;
  /** Notes an error of Node's HTTP parser. */
  clientError(error: unknown, context: RequestContext): void;
  /** Whether a report waits for the end of the response. */
  isWaiting(context: RequestContext): boolean;
  /**
   * Reports what was noted, once the response has ended.
   *
   * @param sent What the service sent. The body is as it left, or empty if it was compressed. The status is 0 if nothing was sent.
   */
  ended(sent: InterceptedResponse, context: RequestContext): void;
}

/**
 * Makes the observer of a contract that only reports.
 *
 * @param pipeline The contract's own pipeline. The two share what is remembered about requests.
 * @param checkVersion Refuses a version that is not served.
 * @param notFound Answers a request that no route matched.
 */
export function observerOf(
  pipeline: Pipeline,
  checkVersion: (pipeline: Pipeline, context: RequestContext) => unknown,
  notFound: (pipeline: Pipeline, context: RequestContext, allow: readonly string[]) => ErrorResponse,
): Observer {
  const observing = new ObservingPipeline(pipeline);
  const noteFirst = (context: RequestContext, note: () => unknown) =>
    quietly(() => {
      if (!observing.isHolding(context)) note();
    });

  return Object.freeze<Observer>({
    begin(context) {
      // This runs for every request, so it creates no objects.
      try {
        checkVersion(observing, context);
      } catch {
        // Treat the version as served.
      }
    },
    thrown: (thrown, context) => quietly(() => noteThrown(observing, thrown, context)),
    notFound: (context, allow) => noteFirst(context, () => notFound(observing, context, allow)),
    written: (response, context) => noteFirst(context, () => replaceIntercepted(observing, response, context)),
    clientError: (error, context) => noteFirst(context, () => respondToParserError(observing, error, context)),
    isWaiting(context) {
      try {
        return observing.isHolding(context);
      } catch {
        return false;
      }
    },
    ended: (sent, context) => quietly(() => observing.release(sent, context)),
  });
}

/**
 * A framework may wrap or convert a thrown value before it answers, and throw the result again. So nothing more counts until it has
 * answered. Once a response was cut off, later failures of the same response do not count.
 */
function noteThrown(observing: ObservingPipeline, thrown: unknown, context: RequestContext): void {
  const state = observing.state(context);
  const phase = context.phase?.() ?? "open";
  const isAnswering = state.held !== undefined && phase === "open";
  const isCutOff = state.isCut && phase === "started";
  if (isAnswering || isCutOff) state.markSeen(thrown);
  else respondToThrown(observing, thrown, context);
}
