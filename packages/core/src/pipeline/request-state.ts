import { MadeErrors } from "../errors/unanswered.ts";
import { now } from "../http/clock.ts";
import { hasAnswered, header, type RequestContext } from "../http/request-context.ts";
import type { ErrorResponse } from "../http/response.ts";
import type { ErrorReport } from "../reports/report.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";
import { isObject, peek } from "../untrusted/peek.ts";
import { VERSION_HEADER, type Version } from "../versions/known.ts";
import { negotiate } from "../versions/negotiate.ts";
import type { Settings } from "./contract-options.ts";
import { correlationIdOf } from "./correlation-id.ts";

/**
 * Codes of the errors that a stream fails with when its response is closed: because the contract's response replaced it, or because the
 * contract cut it off.
 */
const CLOSED: ReadonlySet<unknown> = new Set(["ERR_STREAM_PREMATURE_CLOSE", "ERR_HTTP2_STREAM_ERROR"]);

/** What one contract remembers about one request. The readonly fields are set once, so that every method agrees on them. */
export class RequestState extends MadeErrors {
  readonly context: RequestContext;
  /** Whose state it is. Several contracts may see the same request. */
  readonly owner: object;
  /** The state of another contract. */
  readonly next: RequestState | undefined;
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
  wasTruncated = false;
  /** Whether anything was reported about the request. */
  isReported = false;
  /**
   * A report that waits for the end of the service's own response, and the response that the contract would have sent. Only a contract that
   * only reports has one.
   */
  pendingReport: { readonly report: ErrorReport; readonly wouldSend: ErrorResponse } | undefined = undefined;
  /** The first value that was handled, kept apart from the others because a request rarely fails twice. */
  #first: object | undefined;
  #others: WeakSet<object> | undefined;

  constructor(owner: object, context: RequestContext, settings: Settings, next?: RequestState) {
    super();
    this.context = context;
    this.owner = owner;
    this.next = next;
    const { version, refused } = negotiate(header(context, VERSION_HEADER.toLowerCase()), settings);
    this.version = version;
    this.isVersionRefused = refused;
    this.correlationId = correlationIdOf(context, settings);
    this.applies = settings.appliesTo === undefined || appliesTo(context, settings.appliesTo);
  }

  /**
   * Notes a thrown value. Returns whether it is neither to be answered nor to be reported again. Nothing else decides that. There are two
   * reasons:
   *
   * - The same value was handled before. A broken stream fails both the response that it was piped into and the code that waits for it.
   *   Primitives have no identity, so each one counts as new.
   * - It only says that its response was closed, and the contract has closed it: by a response of its own, or by cutting it off.
   */
  noteThrown(thrown: unknown): boolean {
    if (this.#first !== undefined && (thrown === this.#first || this.#others?.has(thrown as object))) return true;
    // A field is read only once, when the error is resolved, unless nothing is to be resolved any more.
    if (hasAnswered(this.context) && CLOSED.has(peek(thrown, "code"))) return true;
    if (!isObject(thrown)) return false;
    if (this.#first === undefined) this.#first = thrown;
    else {
      this.#others ??= new WeakSet();
      this.#others.add(thrown);
    }
    return false;
  }
}

function appliesTo(context: RequestContext, decide: NonNullable<Settings["appliesTo"]>): boolean {
  try {
    const applies: unknown = decide(context);
    if (typeof applies === "boolean") return applies;
    ignoreRejection(applies);
    return Boolean(applies);
  } catch {
    return true;
  }
}
