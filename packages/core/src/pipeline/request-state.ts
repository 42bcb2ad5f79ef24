import { MadeErrors } from "../errors/unanswered.ts";
import { now } from "../http/clock.ts";
import { header, type RequestContext } from "../http/request-context.ts";
import { isObject } from "../untrusted/peek.ts";
import { VERSION_HEADER, type Version } from "../versions/known.ts";
import { negotiate } from "../versions/negotiate.ts";
import type { Settings } from "./contract-options.ts";
import { correlationIdOf } from "./correlation-id.ts";

/** What one contract remembers of one request. The readonly fields are decided once, so that every method agrees on them. */
export class RequestState extends MadeErrors {
  readonly version: Version;
  /** Whether the request names a version that is not served. The refusal is written in `version`. */
  readonly isVersionRefused: boolean;
  readonly correlationId: string;
  /** Whether the contract applies to the request. */
  readonly applies: boolean;
  /** When the contract first heard of the request, in milliseconds of the monotonic clock. */
  readonly startedAt = now();
  /** Whether a report has said that the client left. */
  isClosedReported = false;
  /** Whether anything was reported of the request. */
  isReported = false;
  /** The first value that was dealt with, and the others. A request seldom fails twice. */
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
   * Whether the very same value was dealt with before. A broken stream fails both the response that it was piped into
   * and the code that waits for it. Primitives have no identity, so each of them counts as new.
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
    return Boolean(settings.appliesTo(context));
  } catch {
    return true;
  }
}
