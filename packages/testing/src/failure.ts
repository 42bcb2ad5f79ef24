import type { Answer } from "./answer.ts";
import { findCut } from "./reports.ts";

/** The maximum number of body characters that a failure shows. */
const MAX_SHOWN = 1_000;

/** The headers that are shown, because they help to find the cause. */
const SHOWN = ["content-type", "uhp-version", "x-request-id", "retry-after", "allow"];

/** Control characters and direction marks, which a terminal would act on. Line breaks stay. */
const UNSEEN = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** One rule that a response breaks. */
export interface Broken {
  /** A sentence such as `expected the code "session_busy", got "file_not_found"`. */
  readonly says: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** Makes the error that an assertion throws. Test runners print `expected` and `actual` side by side. */
export function makeFailure(broken: readonly Broken[], answer: Answer): Error {
  const rules = broken.map(({ says }) => says).join("\n");
  const first = broken.find((one) => "expected" in one);
  const cut = findCut(answer);
  const sentences = cut === undefined ? rules : `${rules}\nA message is one sentence, so this was cut: ${cut}`;
  const error = new Error(`${sentences}\n\n${describeAnswer(answer)}`);
  return Object.assign(error, {
    name: "AssertionError",
    ...(first === undefined ? {} : { expected: first.expected, actual: first.actual }),
  });
}

/** Returns a response for a test's output: its status, the headers that matter, and the start of its body. */
export function describeAnswer({ status, header, body }: Answer): string {
  const fields = SHOWN.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const rest = body.length - MAX_SHOWN;
  const cut = rest > 0 ? `${body.slice(0, MAX_SHOWN)} … and ${rest} characters more` : body;
  const text = [`HTTP ${status}`, ...fields, cut === "" ? "(no body)" : cut].join("\n");
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
