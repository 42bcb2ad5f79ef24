import { now } from "../http/clock.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import { type ErrorReport, MAX_SENT_START } from "../reports/report.ts";
import { Pipeline } from "./pipeline.ts";
import { reportOf, send } from "./reporter.ts";
import type { RequestState } from "./request-state.ts";
import type { ResolvedError } from "./resolved-error.ts";

/**
 * The steps from a failure to a response for a contract that only reports. It makes the same responses at the time when they would have
 * been sent, and holds their reports until it knows what the service sent instead.
 */
export class ObservingPipeline extends Pipeline {
  readonly #pipeline: Pipeline;

  constructor(pipeline: Pipeline) {
    super(pipeline.catalog, pipeline.settings);
    this.#pipeline = pipeline;
  }

  override state(context: RequestContext): RequestState {
    return this.#pipeline.state(context);
  }

  /** Whether a report waits for the end of the response. There is at most one, because a request has one response. */
  isHolding(context: RequestContext): boolean {
    return this.state(context).held !== undefined;
  }

  protected override reportAnswered(
    resolved: ResolvedError,
    context: RequestContext,
    thrown: unknown,
    code: string,
    wouldSend: ErrorResponse,
  ): void {
    const state = this.state(context);
    state.isReported = true;
    const report = reportOf(this.heldAgainstOperation(resolved, context), state, context, thrown, "observed", code);
    state.held ??= { report, wouldSend };
  }

  /** Sends the report that was held, together with what the service sent. */
  release(sent: InterceptedResponse, context: RequestContext): void {
    const state = this.state(context);
    if (state.held === undefined) return;
    const { report, wouldSend } = state.held;
    state.held = undefined;
    send(this.settings, {
      ...report,
      durationMs: now() - state.startedAt,
      reportOnly: { sent: seen(sent), wouldSend },
    });
  }
}

function seen({ status, header, body }: InterceptedResponse): NonNullable<ErrorReport["reportOnly"]>["sent"] {
  const [mediaType = ""] = (header("content-type") ?? "").split(";", 1);
  return { status, mediaType: mediaType.trim().toLowerCase() || undefined, start: body.slice(0, MAX_SENT_START) };
}
