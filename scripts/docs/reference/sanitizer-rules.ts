import type { PrivateKind } from "@uhp-errors/core/sanitizer";

interface KindOfRule {
  readonly kind: PrivateKind;
  /** The heading of its section. It equals the word in `removed`, so that a link can be made from it. */
  readonly title: string;
  readonly says: string;
}

/** The kinds of rules, in the order of the page. */
export const KINDS: readonly KindOfRule[] = [
  {
    kind: "credential",
    title: "`credential`",
    says: "Passwords, keys, tokens, cookies and signatures. They leave `[credential]` in their place.",
  },
  { kind: "host", title: "`host`", says: "Machines of the service's own network. They leave `[host]` in their place." },
  { kind: "path", title: "`path`", says: "Files of the server. They leave `[path]` in their place." },
  { kind: "stack", title: "`stack`", says: "Lines of stack traces. They leave nothing." },
];

/** What `removed` names besides rules. */
export const RESTS = [
  { kind: "control", rule: "invisible-characters", says: "invisible characters, and those that color a terminal" },
  { kind: "rest", rule: "says-nothing", says: "a beginning without two words, such as `Error:`" },
  { kind: "rest", rule: "second-sentence", says: "everything after the first sentence" },
  { kind: "rest", rule: "further-lines", says: "everything after the first line" },
  { kind: "rest", rule: "too-long", says: "everything after 500 characters, or after your `maxLength`" },
  { kind: "rest", rule: "not-looked-at", says: "everything after the first 8,000 characters of the message" },
  { kind: "rest", rule: "unsettled", says: "the whole message, because no number of rounds made it safe" },
  { kind: "host", rule: "own-host", says: "a name of your option `internalHosts`, or one below it" },
] as const;

const LONGEST_EXAMPLE = 110;

/** Returns the item of a rule, with the shortest of its examples. */
export function itemOf(id: string, redacts: readonly string[]): string {
  return `- <a id="${id}"></a>\`${id}\`: ${code(exampleOf(redacts))}`;
}

/** Returns the shortest example without its random parts, because a page must not contain anything that looks like a token. */
function exampleOf(redacts: readonly string[]): string {
  const [shortest = ""] = redacts.toSorted((one, other) => one.length - other.length);
  const shown = shortest
    .replace(/\{\w+:\d+\}/g, "…")
    .trim()
    .replace(/\s*\n\s*/g, " ⏎ ")
    // The page says this once, for all tokens.
    .replace(/^The key (\S+) was refused\.$/, "$1");
  if (shown.length <= LONGEST_EXAMPLE) return shown;
  // The site interprets two braces as its own notation, and expects them in pairs.
  return `${shown.slice(0, LONGEST_EXAMPLE).replace(/\s*\S*\{\{[^}]*$/, "")} …`;
}

/** Returns a string as code. */
function code(text: string): string {
  const fence = text.includes("`") ? "``" : "`";
  const space = text.includes("`") ? " " : "";
  return `${fence}${space}${text}${space}${fence}`;
}
