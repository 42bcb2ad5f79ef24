import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { assertCatalog } from "../catalog/catalog.ts";
import { assertCleanMessages } from "../cleaning/clean-definitions.ts";
import { cleanError } from "../cleaning/clean-error.ts";
import { provideCleanJson } from "../errors/own-json.ts";
import { runHandler } from "../errors/unanswered.ts";
import { allowValue } from "../http/allow.ts";
import { refusalHeaders } from "../http/cross-origin.ts";
import { isRouted, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import { standingHeaders } from "../pipeline/answer.ts";
import { type ContractOptions, settingsOf } from "../pipeline/contract-options.ts";
import { traceHeaders } from "../pipeline/correlation-id.ts";
import { fallbackResponse, noRequest } from "../pipeline/fallback.ts";
import { handleError } from "../pipeline/handled-error.ts";
import { replaceIntercepted, reportTooLate, reportUnanswered } from "../pipeline/intercepted.ts";
import { assertCodes } from "../pipeline/named-code.ts";
import { Pipeline } from "../pipeline/pipeline.ts";
import type { RequestState } from "../pipeline/request-state.ts";
import { internalError } from "../pipeline/resolved-error.ts";
import { respondToParserError, respondToThrown } from "../pipeline/thrown.ts";
import { endsTask, failStream } from "../stream/failed-stream.ts";
import { openStream } from "../stream/writer.ts";
import { taskResponses } from "../tasks/task-responses.ts";
import { attempt, quietly } from "../untrusted/attempt.ts";
import type { AdapterContract } from "./adapter-contract.ts";
import type { Contract } from "./contract.ts";
import { dryRunOf } from "./dry-run.ts";
import { explanationOf } from "./explain.ts";

/** The time that an error response written by other code may stay unfinished. A response that takes longer is stuck. */
const BUFFER_TIMEOUT_MS = 1_000;

/**
 * Makes the contract of one service from a catalog and the service's options.
 *
 * @throws TypeError that names the option if its value is invalid, or the code if a recognizer names one that the catalog does not have or
 * if its own message is not fit to be sent.
 * @example
 * const contract = createContract(acme, { onError: (report) => log.error(report) });
 */
export function createContract(catalog: AnyCatalog, options: ContractOptions = {}): Contract {
  assertCatalog(catalog);
  const settings = settingsOf(options);
  assertCodes(settings.recognize, catalog);
  assertCleanMessages(catalog);
  provideCleanJson(cleanError);
  const pipeline = new Pipeline(catalog, settings);
  const fallback = (failure: unknown) => fallbackResponse(pipeline, failure);
  const nothing = () => undefined;
  const noHeaders = () => ({});

  return Object.freeze<AdapterContract>({
    versions: settings.versions,
    defaultVersion: settings.defaultVersion,
    reportOnly: settings.reportOnly,
    dryRun: settings.reportOnly ? dryRunOf(pipeline, refuseVersion, notFound) : undefined,
    ends: settings.ends,
    bufferTimeoutMs: BUFFER_TIMEOUT_MS,
    keepsHeader: settings.keepsHeader,
    task: taskResponses(pipeline),
    // These four run for every request, so they make no objects if the request succeeds.
    appliesTo(context) {
      try {
        return pipeline.state(context).applies;
      } catch {
        return true;
      }
    },
    headers(context) {
      try {
        return standingHeaders(pipeline.state(context), settings);
      } catch {
        return {};
      }
    },
    checkVersion(context) {
      try {
        const state = pipeline.state(context);
        return state.isVersionRefused ? refuseVersion(pipeline, state) : undefined;
      } catch (failure) {
        return fallback(failure);
      }
    },
    handle(context, handler) {
      const state = pipeline.state(context);
      try {
        return runHandler(state, handler);
      } finally {
        if (state.hasUnanswered) reportUnansweredAtEnd(pipeline, state);
      }
    },
    traceHeaders: (context) =>
      attempt(() => traceHeaders(pipeline.state(context), pipeline.settings, context), noHeaders),
    respond(thrown, context) {
      try {
        return respondToThrown(pipeline, thrown, context);
      } catch (failure) {
        return fallback(failure);
      }
    },
    handleError: (thrown, call) =>
      attempt(
        () => handleError(pipeline, thrown, call),
        (failure) => handleError(pipeline, failure, { transport: "unknown" }),
      ),
    notFound: (context, allow = []) => attempt(() => notFound(pipeline, context, allow), fallback),
    replace(intercepted, context) {
      try {
        return replaceIntercepted(pipeline, intercepted, context);
      } catch (failure) {
        return fallback(failure);
      }
    },
    reportTooLate: (intercepted, context) => quietly(() => reportTooLate(pipeline, intercepted, context)),
    clientError: (error, context = noRequest()) =>
      attempt(() => respondToParserError(pipeline, error, context), fallback),
    explain: (thrown, context = noRequest()) =>
      attempt(
        () => explanationOf(thrown, pipeline.resolve(thrown, context)),
        () => explanationOf(thrown, internalError(catalog, { origin: "unknown" })),
      ),
    failStream: (thrown, context, stream) =>
      attempt(() => failStream(pipeline, thrown, context, stream, "open"), nothing),
    stream: (sink, context, streamOptions) =>
      openStream(
        sink,
        streamOptions,
        (thrown, { state, ...stream }) => attempt(() => failStream(pipeline, thrown, context, stream, state), nothing),
        (thrown) =>
          attempt(
            () => endsTask(thrown, catalog),
            () => false,
          ),
      ),
  });
}

function refuseVersion(pipeline: Pipeline, state: RequestState): ErrorResponse {
  const detail = { supported: pipeline.settings.versions };
  const refusal = pipeline.refuse({ code: "unsupported_protocol_version", detail }, state);
  return { ...refusal, headers: { ...refusal.headers, ...refusalHeaders(state.context) } };
}

/** Reports what is unanswered once the response has ended, if the adapter can tell. Neither may break the response. */
function reportUnansweredAtEnd(pipeline: Pipeline, state: RequestState): void {
  quietly(() => state.context.onEnd?.(() => quietly(() => reportUnanswered(pipeline, state))));
}

function notFound(pipeline: Pipeline, context: RequestContext, allow: readonly string[]) {
  const state = pipeline.state(context);
  if (allow.length > 0) return pipeline.refuse({ code: "method_not_allowed", allow: allowValue(allow) }, state);
  // A route may have matched the request and passed it on.
  return pipeline.refuse({ code: isRouted(context) === true ? "not_found" : "route_not_found" }, state);
}
