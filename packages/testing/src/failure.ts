import type { Answer } from "./answer.ts";
import { cutOf } from "./reports.ts";

/** Characters of a body that a failure shows. */
const MAX_SHOWN = 1_000;

/** Headers that say what went wrong. */
const SHOWN = ["content-type", "uhp-version", "x-request-id", "retry-after", "allow"];

/** Controls, and marks that turn the direction of a line: a terminal obeys them. Line breaks stay. */
const UNSEEN = /[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/gu;

/** One rule that a response breaks. */
export interface Broken {
  /** A sentence such as `expected the code "session_busy", got "file_not_found"`. */
  readonly says: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** What an assertion throws. Test runners print `expected` and `actual` side by side. */
export function failureOf(broken: readonly Broken[], answer: Answer): Error {
  const said = broken.map(({ says }) => says).join("\n");
  const first = broken.find((one) => "expected" in one);
  const cut = cutOf(answer);
  const told = cut === undefined ? said : `${said}\nA message is one sentence, so this was cut: ${cut}`;
  const error = new Error(`${told}\n\n${shown(answer)}`);
  return Object.assign(error, {
    name: "AssertionError",
    ...(first === undefined ? {} : { expected: first.expected, actual: first.actual }),
  });
}

/** A response as a test's output shows it: its status, the headers that matter, and the beginning of its body. */
export function shown({ status, header, body }: Answer): string {
  const fields = SHOWN.flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [`${name}: ${value}`];
  });
  const rest = body.length - MAX_SHOWN;
  const cut = rest > 0 ? `${body.slice(0, MAX_SHOWN)} … and ${rest} characters more` : body;
  const text = [`HTTP ${status}`, ...fields, cut === "" ? "(no body)" : cut].join("\n");
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
