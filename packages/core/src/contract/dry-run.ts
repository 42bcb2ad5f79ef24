import { now } from "../http/clock.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { noRequest } from "../pipeline/fallback.ts";
import { replaceIntercepted } from "../pipeline/intercepted.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import { reportOf, send } from "../pipeline/reporter.ts";
import type { RequestState } from "../pipeline/request-state.ts";
import type { ResolvedError } from "../pipeline/resolved-error.ts";
import { respondToParserError, respondToThrown } from "../pipeline/thrown.ts";
import { type ErrorReport, MAX_SENT_START } from "../reports/report.ts";
import { attempt, quietly } from "../untrusted/attempt.ts";
import type { DryRun } from "./adapter-contract.ts";

/**
 * Makes the dry run of a contract that only reports.
 *
 * @param pipeline The contract's own pipeline. The two share what is remembered about requests.
 * @param refuseVersion Refuses the version of a request.
 * @param notFound Answers a request that no route matched.
 */
export function dryRunOf(
  pipeline: Pipeline,
  refuseVersion: (pipeline: Pipeline, state: RequestState) => unknown,
  notFound: (pipeline: Pipeline, context: RequestContext, allow: readonly string[]) => ErrorResponse,
): DryRun {
  const dry = new DryRunPipeline(pipeline);
  const first = (context: RequestContext, respond: () => unknown) =>
    quietly(() => {
      if (dry.state(context).pendingReport === undefined) respond();
    });

  return Object.freeze<DryRun>({
    checkVersion(context) {
      // This runs for every request, so it creates no objects.
      try {
        const state = dry.state(context);
        if (state.isVersionRefused) refuseVersion(dry, state);
      } catch {
        // Treat the version as served.
      }
    },
    respond: (thrown, context) => quietly(() => respondOnce(dry, thrown, context)),
    notFound: (context, allow = []) => first(context, () => notFound(dry, context, allow)),
    replace: (response, context) => first(context, () => replaceIntercepted(dry, response, context)),
    clientError: (error, context = noRequest()) => first(context, () => respondToParserError(dry, error, context)),
    isWaiting: (context) =>
      attempt(
        () => dry.state(context).pendingReport !== undefined,
        () => false,
      ),
    ended: (sent, context) => quietly(() => dry.release(sent, context)),
  });
}

/**
 * A framework may wrap or convert a thrown value before it answers, and throw the result again. So nothing more counts until it has
 * answered. Once a response was cut off, later failures of the same response do not count.
 */
function respondOnce(dry: DryRunPipeline, thrown: unknown, context: RequestContext): void {
  const state = dry.state(context);
  const phase = context.phase?.() ?? "open";
  const isAnswering = state.pendingReport !== undefined && phase === "open";
  const isCutOff = state.wasTruncated && phase === "started";
  if (isAnswering || isCutOff) state.noteThrown(thrown);
  else respondToThrown(dry, thrown, context);
}

/** Makes the responses of a pipeline, and holds their reports. */
class DryRunPipeline extends Pipeline {
  readonly #pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    super(pipeline.catalog, pipeline.settings);
    this.#pipeline = pipeline;
  }

  override state(context: RequestContext): RequestState {
    return this.#pipeline.state(context);
  }

  protected override reportAnswered(
    resolved: ResolvedError,
    state: RequestState,
    thrown: unknown,
    code: string,
    wouldSend: ErrorResponse,
  ): void {
    state.isReported = true;
    const report = reportOf(resolved, state, thrown, "observed", code);
    // A request has one response, and so at most one report that waits.
    state.pendingReport ??= { report, wouldSend };
  }

  /** Sends the report that was held, together with what the service sent. */
  release(sent: InterceptedResponse, context: RequestContext): void {
    const state = this.state(context);
    if (state.pendingReport === undefined) return;
    const { report, wouldSend } = state.pendingReport;
    state.pendingReport = undefined;
    send(this.settings, {
      ...report,
      durationMs: now() - state.startedAt,
      reportOnly: { sent: startOf(sent), wouldSend },
    });
  }
}

function startOf({ status, header, body }: InterceptedResponse): NonNullable<ErrorReport["reportOnly"]>["sent"] {
  const mediaType = header("content-type")?.replace(/;.*/s, "").trim().toLowerCase();
  return { status, mediaType: mediaType || undefined, start: body.slice(0, MAX_SENT_START) };
}
