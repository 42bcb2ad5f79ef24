import { MadeErrors } from "../errors/unanswered.ts";
import { now } from "../http/clock.ts";
import { header, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { ErrorReport } from "../reports/report.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";
import { isObject } from "../untrusted/peek.ts";
import { VERSION_HEADER, type Version } from "../versions/known.ts";
import { negotiate } from "../versions/negotiate.ts";
import type { Settings } from "./contract-options.ts";
import { correlationIdOf } from "./correlation-id.ts";

/** What one contract remembers about one request. The readonly fields are set once, so that every method agrees on them. */
export class RequestState extends MadeErrors {
  readonly version: Version;
  /** Whether the request names a version that is not served. The refusal uses `version`. */
  readonly isVersionRefused: boolean;
  readonly correlationId: string;
  /** Whether the contract applies to the request. */
  readonly applies: boolean;
  /** When the contract first saw the request, in milliseconds of the monotonic clock. */
  readonly startedAt = now();
  /** Whether it was already reported that the client left. */
  isClosedReported = false;
  /** Whether a failure was reported that cut its response off. */
  isCut = false;
  /** Whether anything was reported about the request. */
  isReported = false;
  /**
   * A report that waits for the end of the service's own response, and the response that the contract would have sent. Only a contract that
   * only reports has one.
   */
  held: { readonly report: ErrorReport; readonly wouldSend: ErrorResponse } | undefined = undefined;
  /** The first value that was handled, kept apart from the others because a request rarely fails twice. */
  #first: object | undefined;
  #others: WeakSet<object> | undefined;

  constructor(context: RequestContext, settings: Settings) {
    super();
    const { version, refused } = negotiate(header(context, VERSION_HEADER.toLowerCase()), settings);
    this.version = version;
    this.isVersionRefused = refused;
    this.correlationId = correlationIdOf(context, settings);
    this.applies = appliesTo(context, settings);
  }

  /**
   * Whether the same value was handled before. A broken stream fails both the response that it was piped into and the code that waits for
   * it. Primitives have no identity, so each one counts as new.
   */
  hasSeen(thrown: unknown): boolean {
    return isObject(thrown) && (thrown === this.#first || this.#others?.has(thrown) === true);
  }

  markSeen(thrown: unknown): void {
    if (!isObject(thrown)) return;
    if (this.#first === undefined) {
      this.#first = thrown;
      return;
    }
    this.#others ??= new WeakSet();
    this.#others.add(thrown);
  }
}

function appliesTo(context: RequestContext, settings: Settings): boolean {
  try {
    const applies: unknown = settings.appliesTo(context);
    ignoreRejection(applies);
    return Boolean(applies);
  } catch {
    return true;
  }
}
