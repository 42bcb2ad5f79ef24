import { parseEnvelope } from "../errors/envelope.ts";
import { type ErrorReport, sanitizerOf } from "../reports/report.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { compareSentences, excerptFrom, type SentenceFate, sentenceIn } from "./sent-text.ts";
import { sharedName, sharedSentence } from "./shared-text.ts";
import type { AdoptionChange } from "./summary.ts";
import { classNameOf } from "./unknown-class.ts";

const LIMITS = { thrown: 80, mediaType: 60, code: 80 };
const MAX_READ = 300;

/** The recognizer that reports name for responses that something other than the contract wrote. */
const WRITTEN = "written response";

/** The change that one report shows. */
export interface Observation {
  readonly sentence: SentenceFate;
  readonly isSameStatus: boolean;
  readonly isUnknown: boolean;
  /** Values that are the same for changes of the same kind. They may be of any type. */
  readonly kind: readonly unknown[];
  /** Returns the change as the summary has it. Expensive, so called only once per kind. */
  readonly describe: () => Omit<AdoptionChange, "count">;
}

/** Reads the report of a contract that only reports; `undefined` for any other report. May throw for a value that is not a report. */
export function readObservation(report: ErrorReport): Observation | undefined {
  const sent = peek(peek(report, "reportOnly"), "sent");
  const wouldSend = peek(peek(report, "reportOnly"), "wouldSend");
  const status = peek(sent, "status");
  const statusAfter = peek(wouldSend, "status");
  if (typeof status !== "number" || typeof statusAfter !== "number") return undefined;
  const error = parseEnvelope(peek(wouldSend, "body"))?.error;
  const start = peekString(sent, "start") ?? "";
  const mediaType = peekString(sent, "mediaType")?.slice(0, MAX_READ);
  const isError = status === 0 || status >= 400;
  // The body of a success is data of the service, and its clients would read no sentence in it.
  const sentence = isError ? sentenceIn(start, mediaType) : undefined;
  const sanitizer = sanitizerOf(report);
  const thrown = peek(report, "thrown");
  const message = error?.message ?? "";
  const code = error?.code ?? "";
  const isUnknown = thrown !== undefined && peek(report, "origin") === "unknown";
  const source = thrown !== undefined ? "thrown" : peek(report, "recognizer") === WRITTEN ? "written" : "refused";
  const name = thrown === undefined ? null : classNameOf(thrown);
  const fate = compareSentences(sentence, message, sanitizer);
  return {
    sentence: fate,
    isSameStatus: status === statusAfter,
    isUnknown,
    kind: [status, mediaType, statusAfter, code, source, name, isUnknown, fate],
    describe: () => ({
      source,
      thrown: name === null ? null : sharedName(name, LIMITS.thrown),
      isUnknown,
      before: {
        status,
        mediaType: mediaType === undefined ? null : sharedName(mediaType, LIMITS.mediaType),
        text: isError ? sharedSentence(sentence ?? excerptFrom(start, mediaType), sanitizer) : "",
      },
      after: {
        status: statusAfter,
        code: sharedName(code, LIMITS.code),
        message: sharedSentence(message, sanitizer),
      },
      sentence: fate,
    }),
  };
}
