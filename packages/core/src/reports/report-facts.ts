import { RECOGNIZERS } from "../recognize/index.ts";
import { startOfMeaning } from "../sanitizer/engine/sentence.ts";
import { adviceFor, MAX_EXCERPT, reasons } from "./reasons.ts";
import { type ErrorReport, sanitizerOf } from "./report.ts";
import { cleanLine } from "./thrown-facts.ts";

let builtIn: ReadonlySet<string> | undefined;

/** Returns sentences that explain the response to an error, as `contract.explain` does, but without advice. */
export function because(report: ErrorReport): readonly string[] {
  const advice = adviceFor(report.thrown);
  return sentences(report)
    .filter((sentence) => sentence !== advice)
    .map((sentence) => cleanLine(sentence, 300, sanitizerOf(report)));
}

/**
 * Returns what the author can do about an error: fix a misuse, throw what was made, or make an unknown error recognized. `undefined` if
 * there is nothing to do.
 */
export function fix(report: ErrorReport): string | undefined {
  const { misuse, origin, thrown, outcome, code } = report;
  if (misuse !== undefined) return cleanLine(`${misuse}.`, 600, sanitizerOf(report));
  if (outcome === "unanswered") return ADVICE_FOR_UNANSWERED;
  return origin === "unknown" && code !== null ? adviceFor(thrown) : undefined;
}

const ADVICE_FOR_UNANSWERED =
  "Throw the error. If it is thrown in an async function, await that function's promise before the response is sent.";

function sentences(report: ErrorReport): readonly string[] {
  const { thrown, origin, recognizer, outcome } = report;
  if (outcome === "observed") {
    const first =
      recognizer === "written response"
        ? ["The service wrote an error response."]
        : sentences({ ...report, outcome: "answered" });
    return [
      ...first,
      "The contract only reports (option `reportOnly`): it changed nothing, and the service's own response was sent.",
    ];
  }
  if (outcome === "passed") return ["The service answered in JSON-RPC 2.0, and its answer left as it was written."];
  if (outcome === "unanswered") {
    return ["The request made this error, and no error was sent. Was a throw forgotten, or was the error returned?"];
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
  const excerpt = (text: string) => cleanLine(text, MAX_EXCERPT, sanitizerOf(report));
  return reasons(thrown, { origin, recognizer, isCustom, aborted: outcome === "aborted" }, excerpt);
}

/** Returns what neither the client sees nor the thrown value says. For the body of a replaced response, only its length. */
export function heldBack(report: ErrorReport): string | undefined {
  const { withheld, thrown } = report;
  const body = withheld.find(({ what }) => what === "body");
  if (body !== undefined) return `a body of ${body.text.length} characters, which report.withheld has`;
  const [message] = thrown === undefined ? withheld : [];
  return message === undefined ? undefined : cleanLine(message.text, 1_000, sanitizerOf(report));
}

/** UTF-16 code units of an author's message that are searched for the part that was cut off. */
const MAX_CUT_READ = 4_000;

/** Returns the part of the author's message that was not sent because a message is one sentence; `undefined` if all of it was sent. */
export function unsentText(report: ErrorReport): string | undefined {
  const { withheld, removed } = report;
  const text = withheld.find(({ what }) => what === "message")?.text.slice(0, MAX_CUT_READ);
  const rest = removed.filter(({ kind }) => kind === "rest");
  if (text === undefined || rest.length === 0) return undefined;
  // A byte order mark counts as white space, but it shows nothing: a space in its place would part a credential.
  const oneLine = (part: string) => part.replace(/[^\S\ufeff]+/g, " ").trim();
  const clean = (part: string) => cleanLine(oneLine(part), MAX_CUT_READ, sanitizerOf(report));
  const whole = clean(text);
  const ends = rest.flatMap(({ rule, index }) => (rule === "says-nothing" ? [] : [index]));
  const before = ends.length === rest.length ? "" : clean(text.slice(0, startOfMeaning(text)));
  const after = ends.length === 0 ? "" : clean(text.slice(Math.min(...ends)));
  // A message may be cut within a credential, and neither half looks like one. So only a part of the clean message is shown.
  const parts = [
    whole.startsWith(before) ? before : whole.slice(0, before.length),
    whole.endsWith(after) ? after : whole.slice(whole.lastIndexOf(" ", whole.length - after.length) + 1),
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : cleanLine(parts.join(" … "), 300, sanitizerOf(report));
}

/** Returns the kinds of data that the sanitizer removed from the message, each once. */
export function removedKinds({ removed }: ErrorReport): readonly string[] {
  return [...new Set(removed.map(({ kind }) => kind))];
}
