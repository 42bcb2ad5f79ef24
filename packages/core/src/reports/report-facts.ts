import { RECOGNIZERS } from "../recognize/index.ts";
import { firstTelling } from "../sanitizer/engine/telling.ts";
import { ADVICE, reasons } from "./reasons.ts";
import { type ErrorReport, sanitizerOf } from "./report.ts";
import { cleanLine } from "./thrown-facts.ts";

/** Recognizers that are no custom ones. */
let builtIn: ReadonlySet<string> | undefined;

/** Sentences that say why an error is answered as it is, as `contract.explain` does, without what to do about it. */
export function why(report: ErrorReport): readonly string[] {
  return sentences(report)
    .filter((sentence) => sentence !== ADVICE)
    .map((sentence) => cleanLine(sentence, 300, sanitizerOf(report)));
}

/** What its author can do about an error: mend a misuse, or make an unknown error known. `undefined` when there is nothing to do. */
export function toMend(report: ErrorReport): string | undefined {
  const { misuse, origin, thrown } = report;
  if (misuse !== undefined) return cleanLine(`${misuse}.`, 600, sanitizerOf(report));
  return origin === "unknown" && thrown !== undefined ? ADVICE : undefined;
}

function sentences({ thrown, origin, recognizer, outcome }: ErrorReport): readonly string[] {
  if (outcome === "passed") return ["The service answered in JSON-RPC 2.0, and its answer left as it was written."];
  if (outcome === "unanswered") {
    return [
      "The request made this error, and its response is a success. Was a throw forgotten, or was the error returned?",
    ];
  }
  if (recognizer === "written response") {
    return ["Something else wrote an error response. The contract's own was sent in its place."];
  }
  if (origin === "recognized" && recognizer === undefined) {
    return [
      thrown === undefined
        ? "Nothing was thrown. The contract refused the request by itself."
        : "Node's HTTP parser refused the request.",
    ];
  }
  builtIn ??= new Set(RECOGNIZERS.map(({ name }) => name));
  const isCustom = recognizer !== undefined && !builtIn.has(recognizer);
  return reasons(thrown, { origin, recognizer, isCustom, aborted: outcome === "aborted" });
}

/** What the client does not see and the thrown value does not say. Of the body of a response that was replaced, its length alone. */
export function heldBack(report: ErrorReport): string | undefined {
  const { withheld, thrown } = report;
  const body = withheld.find(({ what }) => what === "body");
  if (body !== undefined) return `a body of ${body.text.length} characters, which report.withheld has`;
  const [message] = thrown === undefined ? withheld : [];
  return message === undefined ? undefined : cleanLine(message.text, 1_000, sanitizerOf(report));
}

/** UTF-16 code units of an author's message that are looked at for what was cut off it. */
const MAX_CUT_READ = 4_000;

/** What of the author's message did not leave because a message is one sentence; `undefined` when all of it left. */
export function cutText(report: ErrorReport): string | undefined {
  const { withheld, removed } = report;
  const text = withheld.find(({ what }) => what === "message")?.text.slice(0, MAX_CUT_READ);
  const rest = removed.filter(({ kind }) => kind === "rest");
  if (text === undefined || rest.length === 0) return undefined;
  const clean = (part: string) => cleanLine(part.replace(/\s+/g, " ").trim(), MAX_CUT_READ, sanitizerOf(report));
  const whole = clean(text);
  const ends = rest.flatMap(({ rule, index }) => (rule === "says-nothing" ? [] : [index]));
  const before = ends.length === rest.length ? "" : clean(text.slice(0, firstTelling(text)));
  const after = ends.length === 0 ? "" : clean(text.slice(Math.min(...ends)));
  // A message may be cut within a credential, and neither half looks like one. So what is shown is a part of the clean message.
  const parts = [
    whole.startsWith(before) ? before : whole.slice(0, before.length),
    whole.endsWith(after) ? after : whole.slice(whole.lastIndexOf(" ", whole.length - after.length) + 1),
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : cleanLine(parts.join(" … "), 300, sanitizerOf(report));
}

/** Kinds of what the sanitizer took out of the message, each once. */
export function removedKinds({ removed }: ErrorReport): readonly string[] {
  return [...new Set(removed.map(({ kind }) => kind))];
}
