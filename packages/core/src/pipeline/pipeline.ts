import type { AnyCatalog } from "../catalog/catalog.ts";
import type { ErrorObject } from "../errors/error-object.ts";
import { forgetMade } from "../errors/unanswered.ts";
import { type RequestContext, responseHeader } from "../http/request-context.ts";
import { Memory } from "../http/request-memory.ts";
import type { ErrorResponse, InterceptedResponse } from "../http/response.ts";
import type { Mapping, MappingContext } from "../recognize/index.ts";
import { errorObject, errorResponse } from "./answer.ts";
import type { Settings } from "./contract-options.ts";
import { mappingContextOf } from "./mapping-context.ts";
import { type ErrorReport, sendReport } from "./report.ts";
import { reportOf } from "./reporter.ts";
import { RequestState } from "./request-state.ts";
import { resolveError } from "./resolve.ts";
import { type ResolvedError, resolveMapping } from "./resolved-error.ts";

/** What a response to a resolved error may depend on beside the request. */
interface Origins {
  /** The value that was thrown, if any. */
  readonly thrown?: unknown;
  /** The response in whose place the contract's own leaves, if any. */
  readonly intercepted?: InterceptedResponse | undefined;
}

/** The steps from a failure to a response, bound to one catalog and one service's settings. */
export class Pipeline {
  readonly catalog: AnyCatalog;
  readonly settings: Settings;
  readonly #states = new Memory<RequestState>();

  constructor(catalog: AnyCatalog, settings: Settings) {
    this.catalog = catalog;
    this.settings = settings;
  }

  /** What is remembered of a request. */
  state(context: RequestContext): RequestState {
    const known = this.#states.get(context);
    if (known !== undefined) return known;
    const state = new RequestState(context, this.settings);
    this.#states.set(context, state);
    return state;
  }

  mappingContext(context: RequestContext): MappingContext {
    return mappingContextOf(context, this.settings);
  }

  /** Resolves anything that was thrown, in a task or while a request was handled. */
  resolve(thrown: unknown, context: RequestContext, inTask = false): ResolvedError {
    forgetMade(thrown);
    return resolveError(thrown, this.catalog, this.mappingContext(context), this.settings.recognize, inTask);
  }

  /** The five fields that the client sees, in the version that it asked for. */
  errorObject(resolved: ResolvedError, context: RequestContext): ErrorObject {
    return errorObject(resolved, this.state(context), this.catalog);
  }

  /** The response to a resolved error, which is reported. */
  respond(resolved: ResolvedError, context: RequestContext, { thrown, intercepted }: Origins = {}): ErrorResponse {
    const state = this.state(context);
    const error = errorObject(resolved, state, this.catalog);
    const alreadySet = (name: string) => intercepted?.header(name) ?? responseHeader(context, name);
    const response = errorResponse(resolved, error, state, context, this.settings, alreadySet);
    this.report(resolved, context, thrown, "answered", error.code);
    return response;
  }

  /** The response to a failure that nothing was thrown for, which is reported. */
  refuse(mapping: Mapping, context: RequestContext): ErrorResponse {
    return this.respond(resolveMapping(mapping, this.catalog), context);
  }

  /** Reports an error to the service's hook. `code` is what the client sees; null when the client left. */
  report(
    resolved: ResolvedError,
    context: RequestContext,
    thrown: unknown,
    outcome: ErrorReport["outcome"],
    code: string | null,
  ): void {
    sendReport(this.settings.onError, reportOf(resolved, this.state(context), context, thrown, outcome, code));
  }

  /** Reports that the client left, once for each request. */
  reportAborted(resolved: ResolvedError, context: RequestContext, thrown: unknown): void {
    const state = this.state(context);
    if (state.isClosedReported) return;
    state.isClosedReported = true;
    this.report(resolved, context, thrown, "aborted", null);
  }
}
