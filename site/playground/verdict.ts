import { createContract, type Explanation } from "@uhp-errors/core";
import { recognizeDatabaseErrors } from "@uhp-errors/core/databases";
import { type Answer, answerToThrown } from "./answer.ts";
import { plainShelf } from "./catalog.ts";
import type { PastedError } from "./pasted.ts";
import { type RecordedError, recordedLike } from "./recorded.ts";

export interface Verdict {
  /** Whether a recognizer knows what was pasted. Else the codes are those of recorded errors that look like it. */
  readonly isRecognized: boolean;
  /** The codes that it may get, the likeliest first, and none if nothing is known. Null stands for no answer. */
  readonly codes: readonly (string | null)[];
  readonly explanation: Explanation;
  /** The recorded errors that look like it. */
  readonly recorded: readonly RecordedError[];
  /** The names of what text cannot hold, and what was put back. */
  readonly restored: readonly string[];
  /** The code without `recognizeDatabaseErrors`, if that differs. */
  readonly withoutDatabases: string | undefined;
  /** The response with the likeliest code; `undefined` if nothing is sent. */
  readonly answer: Answer | undefined;
}

const { catalog } = plainShelf("acme");
const databases = recognizeDatabaseErrors();
const contract = createContract(catalog, { recognize: [databases], onError: () => {} });
const without = createContract(catalog, { onError: () => {} });

/** What text cannot hold of an error, by the name of the error. */
const LOST: readonly (readonly [
  name: RegExp,
  key: PropertyKey,
  original: (name: string, value: unknown) => unknown,
])[] = [
  [/^(?:Axios|Canceled)Error$/, "isAxiosError", () => true],
  [/^PrismaClient\w+Error$/, Symbol.toStringTag, (name) => name],
  [/^Mongo\w*Error$/, "hasErrorLabel", () => () => false],
  [/^TokenExpiredError$/, "expiredAt", (_name, value) => (value === undefined ? undefined : new Date(String(value)))],
  [/^NotBeforeError$/, "date", (_name, value) => (value === undefined ? undefined : new Date(String(value)))],
];

/** Puts back what the text lost, and returns the names of it. */
function restore({ name, value }: PastedError): readonly string[] {
  return LOST.flatMap(([names, key, original]) => {
    const given: unknown = Reflect.get(value, key);
    if (!names.test(name) || (given !== undefined && typeof given !== "string")) return [];
    const lost = original(name, given);
    if (lost === undefined) return [];
    Object.defineProperty(value, key, { value: lost, configurable: true });
    return [String(key)];
  });
}

/** What the library answers to a pasted error, by its own recognizers, and else by the recorded errors. */
export function verdictOn(pasted: PastedError, rows: readonly RecordedError[]): Verdict {
  const restored = restore(pasted);
  const explanation = contract.explain(pasted.value);
  const recorded = recordedLike(pasted, rows);
  const answer = answerToThrown(catalog, pasted.value, [databases]);
  const own = answer === undefined ? null : explanation.code;
  const isOfDatabase = explanation.recognizer === databases.name;
  const known = new Set(isOfDatabase ? [] : recorded.map(({ code }) => code));
  // A recorded error was whole, so it counts for more than what is left of the pasted one.
  const isRecognized = explanation.origin === "recognized" && (known.size === 0 || known.has(own));
  const codes = [...new Set([...(isRecognized ? [own] : []), ...known])];
  const bare = without.explain(pasted.value).code;
  return {
    isRecognized,
    codes,
    explanation,
    recorded,
    restored,
    withoutDatabases: isOfDatabase && bare !== explanation.code ? bare : undefined,
    answer: isRecognized || codes.length === 0 ? answer : answerWith(codes[0] ?? null),
  };
}

/** The response with a code of a recorded error, without the details that only the whole error has. */
function answerWith(code: string | null): Answer | undefined {
  if (code === null) return undefined;
  return answerToThrown(catalog, new Error("recorded"), [
    { name: "recorded", recognize: () => ({ code: code.replace(/^acme_/, "") }) },
  ]);
}

/** Says whose failure a code stands for; empty if the code itself makes that clear. */
export function meaningOf(code: string): string {
  if (code.endsWith("_internal_error")) return "It counts as a bug of your own service.";
  return /_upstream_(?:error|timeout)$/.test(code) ? "So another service failed, and not yours." : "";
}
