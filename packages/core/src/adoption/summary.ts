import type { ErrorReport } from "../reports/report.ts";
import type { SentenceFate } from "./sent-text.ts";

/**
 * What would change with the contract, as plain data that can be written as JSON. Each string is on one line, of limited length, and
 * without anything that the sanitizer removes. The lists are sorted: the most frequent first, then by name.
 */
export interface AdoptionSummary {
  /** Failures for which the contract would have sent a response of its own. */
  readonly failures: number;
  /** How many of them would have the same status. */
  readonly sameStatus: number;
  /** What would happen to the sentences that clients read. */
  readonly sentences: Readonly<Record<SentenceFate, number>>;
  /** The routes on which something would change. */
  readonly routes: readonly AdoptionRoute[];
  /** Responses of other protocols, each with the option that leaves them unchanged. */
  readonly otherProtocols: readonly OtherProtocol[];
  /** Error classes that no recognizer knows, each with the code that makes the contract recognize it. */
  readonly unknownClasses: readonly UnknownClass[];
  /** Mistakes in the service's use of the contract (`misuse` of a report). */
  readonly mistakes: readonly { readonly text: string; readonly count: number }[];
  /** Reports without a response that would change, by outcome. They are not counted as failures. */
  readonly otherReports: readonly { readonly outcome: ErrorReport["outcome"] | "unreadable"; readonly count: number }[];
  /** Whether a contract with the option `exposeMessages` made one of the reports. */
  readonly exposesMessages: boolean;
  /** The number of items that were counted but not listed, because of a limit. */
  readonly notKept: {
    /** Failures on routes that are not in `routes`. */
    readonly failures: number;
    /** Findings that are not in `otherProtocols`, `unknownClasses` and `mistakes`. */
    readonly findings: number;
  };
}

/** What would change on one route. */
export interface AdoptionRoute {
  /** The request method, as sent. */
  readonly method: string;
  /** The framework's pattern, or, without one, the path with its ids written as `:id`. */
  readonly route: string;
  /** Whether `route` is the framework's pattern. */
  readonly isPattern: boolean;
  /** Failures on this route. */
  readonly count: number;
  /** What would change: one entry for each kind of failure, at most twenty. */
  readonly changes: readonly AdoptionChange[];
  /** Failures on this route that are not in `changes`, because of a limit. */
  readonly notKept: number;
}

/** Failures of one kind on one route. The strings are those of the first failure. */
export interface AdoptionChange {
  /** Failures of this kind. */
  readonly count: number;
  /**
   * Where the failure came from. `"thrown"`: the contract got the error. `"written"`: a handler or the service's own error handler wrote
   * the response. `"refused"`: the contract itself would refuse the request, for example because the address is unknown.
   */
  readonly source: "thrown" | "written" | "refused";
  /** The class of the thrown value; null if none was seen. */
  readonly thrown: string | null;
  /** Whether no recognizer knows the thrown value. It would then be an internal error. */
  readonly isUnknown: boolean;
  /** What the service sent. */
  readonly before: {
    /** The status as sent; 0 if nothing was sent. */
    readonly status: number;
    /** The media type as sent; null if there was none. */
    readonly mediaType: string | null;
    /** The sentence that was sent, or the beginning of a body without one; "" for a page, an empty body or a success. */
    readonly text: string;
  };
  /** What the contract would have sent. */
  readonly after: { readonly status: number; readonly code: string; readonly message: string };
  /** What would happen to the sentence that was sent. */
  readonly sentence: SentenceFate;
}

/** A protocol whose clients cannot read the contract's responses. */
export interface OtherProtocol {
  /** What would be replaced, such as `"an answer of GraphQL over HTTP"`. */
  readonly replaced: string;
  /** The option of `createContract` that leaves these responses unchanged, as code. */
  readonly line: string;
  /** The routes that sent such responses, such as `"POST /graphql"`; at most ten. */
  readonly routes: readonly string[];
}

/** An error class that no recognizer knows. */
export interface UnknownClass {
  /** The service's own class that is nearest to `Error`. `recognizeClass` knows its subclasses too. */
  readonly name: string;
  /** The element of the option `recognize` that makes the contract recognize the class, as code. */
  readonly line: string;
  /** Failures with an error of this class. */
  readonly count: number;
  /** The statuses of its errors, at most ten. */
  readonly statuses: readonly number[];
  /** The codes of its errors, at most ten. */
  readonly codes: readonly string[];
}
