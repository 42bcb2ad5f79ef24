import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { ErrorObject } from "../errors/error-object.ts";
import { privateStore } from "../http/private-store.ts";
import { phaseOf, REQUEST_STATE, type RequestContext } from "../http/request-context.ts";
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

/** A request context, which may have a place for the states of its request. */
type Stateful = RequestContext & { [REQUEST_STATE]?: RequestState | undefined };

/** The steps from a failure to a response, bound to one catalog and one service's settings. */
export class Pipeline {
  readonly catalog: AnyCatalog;
  readonly settings: Settings;
  readonly protocolAdvice = new ProtocolAdvice();
  readonly #facts: FactsOfCodes;
  /** The states of requests whose contexts have no place for them. */
  readonly #states = privateStore<RequestContext, RequestState>();

  constructor(catalog: AnyCatalog, settings: Settings) {
    this.catalog = catalog;
    this.settings = settings;
    this.#facts = new FactsOfCodes(catalog, settings);
  }

  /** Returns what is remembered about a request. */
  state(context: RequestContext): RequestState {
    try {
      for (let known = (context as Stateful)[REQUEST_STATE]; known !== undefined; known = known.next) {
        if (known.owner === this && known.context === context) return known;
      }
      if (Object.hasOwn(context, REQUEST_STATE)) return this.#remember(context);
    } catch {
      // Of a hostile context, such as a proxy whose traps throw, only the identity is needed.
    }
    return this.#find(context);
  }

  #remember(context: Stateful): RequestState {
    const state = new RequestState(this, context, this.settings, context[REQUEST_STATE]);
    context[REQUEST_STATE] = state;
    return state;
  }

  #find(context: RequestContext): RequestState {
    const known = this.#states.get(context);
    if (known !== undefined) return known;
    const state = new RequestState(this, context, this.settings);
    this.#states.setOnce(context, state);
    return state;
  }

  /** Resolves anything that was thrown in a task or while handling a request. */
  resolve(thrown: unknown, context: RequestContext, purpose: Purpose = "report"): ResolvedError {
    return resolveError(thrown, this.catalog, context, this.settings, purpose);
  }

  /** Returns the five fields that the client sees, in the version that it asked for. */
  errorObject(resolved: ResolvedError, state: RequestState): ErrorObject {
    return errorObject(resolved, state, this.catalog);
  }

  /** Returns the code of a resolved error as the client sees it, in the version that it asked for. */
  shownCode(resolved: ResolvedError, { version }: RequestState): string {
    return this.#facts.of(resolved, version).code;
  }

  /**
   * Makes the response to a resolved error and reports the error.
   *
   * @param thrown The value that was thrown, if any.
   * @param intercepted The response that this one replaces, if any.
   */
  respond(
    resolved: ResolvedError,
    state: RequestState,
    thrown?: unknown,
    intercepted?: InterceptedResponse,
  ): ErrorResponse {
    const facts = this.#facts.of(resolved, state.version);
    const response = errorResponse(resolved, facts, state, state.context, intercepted, this.settings);
    // For a thrown value, and for a written response, the phase was already checked.
    const isChecked = thrown !== undefined || intercepted !== undefined;
    if (!isChecked && phaseOf(state.context) === "gone") this.reportAborted(resolved, state, thrown);
    else this.reportAnswered(resolved, state, thrown, facts.code, response);
    return response;
  }

  /** Reports an error whose response is ready. */
  protected reportAnswered(
    resolved: ResolvedError,
    state: RequestState,
    thrown: unknown,
    code: string,
    _response: ErrorResponse,
  ): void {
    report(this.settings, resolved, state, thrown, "answered", code);
  }

  /** Makes and reports the response to a failure for which nothing was thrown. */
  refuse(mapping: Mapping, state: RequestState): ErrorResponse {
    return this.respond(resolveMapping(mapping, this.catalog), state);
  }

  /** Reports an error to the service's hook. `code` is the code that the client sees; null if the client left. */
  report(
    resolved: ResolvedError,
    state: RequestState,
    thrown: unknown,
    outcome: ErrorReport["outcome"],
    code: string | null,
  ): void {
    report(this.settings, resolved, state, thrown, outcome, code);
  }

  /** Reports an error that is sent as the service wrote it. */
  reportPassed(resolved: ResolvedError, state: RequestState): void {
    if (phaseOf(state.context) === "gone") this.reportAborted(resolved, state, undefined);
    else this.report(resolved, state, undefined, "passed", this.shownCode(resolved, state));
  }

  /** Reports that the client left, once per request. */
  reportAborted(resolved: ResolvedError, state: RequestState, thrown: unknown): void {
    if (state.isClosedReported) return;
    state.isClosedReported = true;
    this.report(resolved, state, thrown, "aborted", null);
  }
}
