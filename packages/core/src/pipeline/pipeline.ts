import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { ErrorObject } from "../errors/error-object.ts";
import { noteAnswered } from "../errors/unanswered.ts";
import { privateStore } from "../http/private-store.ts";
import { phaseOf, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import type { Mapping } from "../recognize/index.ts";
import type { ErrorReport } from "../reports/report.ts";
import { errorObject, errorResponse } from "./answer.ts";
import { FactsOfCodes } from "./code-facts.ts";
import type { Settings } from "./contract-options.ts";
import { ProtocolAdvice } from "./protocol-advice.ts";
import { report } from "./reporter.ts";
import { RequestState } from "./request-state.ts";
import { type Purpose, resolveError } from "./resolve.ts";
import { type ResolvedError, resolveMapping } from "./resolved-error.ts";

/** The steps from a failure to a response, bound to one catalog and one service's settings. */
export class Pipeline {
  readonly catalog: AnyCatalog;
  readonly settings: Settings;
  readonly protocolAdvice = new ProtocolAdvice();
  readonly #facts: FactsOfCodes;
  readonly #states = privateStore<RequestContext, RequestState>();

  constructor(catalog: AnyCatalog, settings: Settings) {
    this.catalog = catalog;
    this.settings = settings;
    this.#facts = new FactsOfCodes(catalog, settings.deprecatedDetail);
  }

  /** Returns what is remembered about a request. */
  state(context: RequestContext): RequestState {
    const known = this.#states.get(context);
    if (known !== undefined) return known;
    const state = new RequestState(context, this.settings);
    this.#states.setOnce(context, state);
    return state;
  }

  /** Resolves anything that was thrown in a task or while handling a request. */
  resolve(thrown: unknown, context: RequestContext, purpose: Purpose = "report"): ResolvedError {
    noteAnswered(thrown);
    return resolveError(thrown, this.catalog, context, this.settings, purpose);
  }

  /** Returns the five fields that the client sees, in the version that it asked for. */
  errorObject(resolved: ResolvedError, context: RequestContext): ErrorObject {
    return errorObject(resolved, this.state(context), this.catalog);
  }

  /** Returns the code of a resolved error as the client sees it, in the version that it asked for. */
  shownCode(resolved: ResolvedError, context: RequestContext): string {
    return this.#facts.of(resolved, this.state(context).version).code;
  }

  /**
   * Makes the response to a resolved error and reports the error.
   *
   * @param thrown The value that was thrown, if any.
   * @param intercepted The response that this one replaces, if any.
   */
  respond(
    resolved: ResolvedError,
    context: RequestContext,
    thrown?: unknown,
    intercepted?: InterceptedResponse,
  ): ErrorResponse {
    const state = this.state(context);
    const facts = this.#facts.of(resolved, state.version);
    const response = errorResponse(resolved, facts, state, context, this.settings, intercepted);
    // For a thrown value, the phase was already checked.
    const isThrown = thrown !== undefined && intercepted === undefined;
    if (!isThrown && phaseOf(context) === "gone") this.reportAborted(resolved, context, thrown);
    else this.reportAnswered(resolved, context, thrown, facts.code, response);
    return response;
  }

  /** Reports an error whose response is ready. */
  protected reportAnswered(
    resolved: ResolvedError,
    context: RequestContext,
    thrown: unknown,
    code: string,
    _response: ErrorResponse,
  ): void {
    this.report(resolved, context, thrown, "answered", code);
  }

  /** Makes and reports the response to a failure for which nothing was thrown. */
  refuse(mapping: Mapping, context: RequestContext): ErrorResponse {
    return this.respond(resolveMapping(mapping, this.catalog), context);
  }

  /** Reports an error to the service's hook. `code` is the code that the client sees; null if the client left. */
  report(
    resolved: ResolvedError,
    context: RequestContext,
    thrown: unknown,
    outcome: ErrorReport["outcome"],
    code: string | null,
  ): void {
    report(this.settings, resolved, this.state(context), context, thrown, outcome, code);
  }

  /** Reports an error that is sent as the service wrote it. */
  reportPassed(resolved: ResolvedError, context: RequestContext): void {
    if (phaseOf(context) === "gone") this.reportAborted(resolved, context, undefined);
    else this.report(resolved, context, undefined, "passed", this.shownCode(resolved, context));
  }

  /** Reports that the client left, once per request. */
  reportAborted(resolved: ResolvedError, context: RequestContext, thrown: unknown): void {
    const state = this.state(context);
    if (state.isClosedReported) return;
    state.isClosedReported = true;
    this.report(resolved, context, thrown, "aborted", null);
  }
}
