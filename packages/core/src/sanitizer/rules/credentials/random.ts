import type { Span } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf, textAfter, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { changesOfCase, entropy, isStandIn } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";
import { locateQuoted, QUOTED } from "./quoted-input.ts";

/** Words right before a long random value that show it is a hash, an id or public data. */
const HASH_BEFORE =
  /(?:(?:\b|_)(?:page[ _]?token|next[ _]?token|sync[ _]?token|continuation(?:[ _]?token)?|commit|sha\d*|hash|digest|checksum|etag|integrity|revision|rev|fingerprint|ids?|uuid|ulid|trace|span|request|cursor|image|blob|tree|object|block|tx|transaction|address|public key|data|base64,)[\s:="'`(-]*|\bW\/\\?")$/i;

/** Whether a run is letters of both cases and digits, evenly mixed. No word is like that, and ids have a prefix or are shorter. */
function isRandom(run: string, match: RegExpExecArray): boolean {
  const value = withoutTail(run, "-_/+");
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false;
  // CamelCase names have few digits, and capitals only where a word begins.
  if (changesOfCase(value) < value.length / 4 || isPublicId(value)) return false;
  if (HASH_BEFORE.test(textBefore(match, 24))) return false;
  if (value.includes("/") && value.split("/").some((part) => isPublicId(part) && /[_-]/.test(part))) return false;
  const parts = value.split(/[-_/]/);
  const isDense = parts.length <= 1 + value.length / 10 || parts.some(({ length }) => length >= 20);
  return isDense && entropy(value.slice(0, 120)) >= (value.length < 40 ? 3.9 : 4.2);
}

/** Whether a token has a digit, or changes case more often than words do, and has no ULID after its prefix, which makes it an id. */
function isMixed(token: string): boolean {
  return (/\d/.test(token) || changesOfCase(token) >= token.length / 4) && !/_[0-9A-HJKMNP-TV-Z]{26}$/.test(token);
}

/** The maximum and minimum length of a password that no word names, without punctuation at its end. */
const LONGEST_PASSWORD = 64;
const SHORTEST_PASSWORD = 10;

/**
 * Returns where a password may begin in a run of characters: with the run, or after the first equals sign that is near enough
 * to its end.
 */
function startOfPassword({ 0: run, input, index }: RegExpExecArray): number {
  const excess = withoutTail(run, ".!?").length - LONGEST_PASSWORD;
  const isAtStart = index === 0 || /[\s"'`([:,]/.test(input.charAt(index - 1));
  return isAtStart && excess <= 0 ? 0 : run.indexOf("=", Math.max(0, excess - 1)) + 1 || run.length;
}

/** Finds small letters, capitals and signs, mixed as in generated passwords. */
function locateStrong(match: RegExpExecArray): Span | undefined {
  const [run] = match;
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run) || !/[!#$%^&*?~=+@]/.test(run)) return undefined;
  const from = startOfPassword(match);
  // After quotes, brackets and punctuation, the word must end.
  if (run.length - from < SHORTEST_PASSWORD || !/^["'`)\]},;:.!?]*(?:\s|$)/.test(textAfter(match, 24)))
    return undefined;
  const value = withoutTail(run.slice(from), ".!?");
  const signs = value.match(/[!#$%^&*?~=+@](?=.)/g)?.length ?? 0;
  const changes = changesOfCase(value);
  const isMixedUp = /[a-z]/.test(value) && /[A-Z]/.test(value) && (/\d/.test(value) || signs > 1 || changes > 2);
  if (!isMixedUp || signs === 0 || changes + signs < value.length / 3) return undefined;
  if (isStandIn(value) || PLAIN_WITH_SIGNS.test(value)) return undefined;
  const start = match.index + from;
  return { start, end: start + withoutPlainPairs(value).length };
}

/** Returns a value without the other pairs of a query after it, if all are plain. */
function withoutPlainPairs(value: string): string {
  const [own = ""] = value.split(/&(?=[\w.-]{1,40}=)/, 1);
  return /^(?:&[\w.-]{1,40}=(?:[a-z-]{1,20}|\d{1,12}))+$/.test(value.slice(own.length)) ? own : value;
}

/** Email addresses, packages with versions, queries, escapes, expressions and formats. */
const PLAIN_WITH_SIGNS =
  /^[A-Za-z0-9_-]+={1,2}$|^(?:sha\d{1,3}|md5)-|^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$|^@?[\w-]+@[\w.^~*-]+$|^\w+=(?:(?:\w*&)?\w+=)*\w*&?$|^(?:\w+[+*=-])+\w+$|&\w+;|%[0-9A-Fa-f]{2}|\$\w+\$|^[\w.]+[*?]+\w*$|^\w+\$\w+$|^[\^]|\$$|^#\w+$|^@[A-Za-z]+$|^\w+#\w+$/;

/** Words that show that the value after the next colon was refused, and names of ids and of content that its hash identifies. */
const REFUSAL =
  /\b(?:[Ii]nvalid|[Uu]nknown|[Ii]ncorrect|[Rr]ejected|[Nn]o such|[Uu]nsupported|[Mm]alformed|[Bb]ad|[Uu]nexpected|[Uu]nrecogni[sz]ed) /g;
const ID_REFUSED =
  /^(?:[\w-]+ ){0,3}(?:id|uuid|hash|commit|digest|trace|checksum|etag|address|object|block|cursor)\b|\b(?:script|function|blob|image|layer|manifest|revision|tree|fingerprint|sha\d*)\s?$/;

/** Whether the words before a colon show that the value was refused, and do not call it an id. */
function isRefused(match: RegExpExecArray): boolean {
  const before = textBefore(match, 60);
  return [...before.matchAll(REFUSAL)].some((word) => {
    const subject = before.slice(word.index + word[0].length);
    return /^[\w -]{1,40}\s?$/.test(subject) && !ID_REFUSED.test(subject);
  });
}

/** The endings of a secret's prefix. */
const PREFIXES: readonly string[] = [
  ..."key token secret apikey api pat oat sk live prod console"
    .split(" ")
    .flatMap((word) => ["_", "~", "-"].map((sign) => word + sign)),
  "test_",
  "sha256~",
];

/** The most common words in lists of leaked passwords. With digits after them, except for years, they are passwords. */
const COMMON =
  "password|qwerty|azerty|letmein|welcome|dragon|monkey|football|baseball|princess|sunshine|iloveyou|trustno|hunter|shadow|superman|" +
  "batman|liverpool|barcelona|arsenal|chelsea|ginger|pepper|soccer|hockey|killer|jordan|michael|charlie|jessica|ashley|cheese|" +
  "starwars|pokemon|naruto|changeme";

/** Secrets that no word names, recognized by their shape. */
export const randomRules = (): RuleTable => ({
  "random-value": {
    triggers: [word(TRAIT.longRun)],
    pattern: /(?<![\w+/=.~@%-]|[A-Za-z0-9]:)[A-Za-z0-9_~+/-]{24,}={0,2}(?![\w@%]|\.\w)/g,
    locate: locateIf(isRandom),
  },
  "secret-by-prefix": {
    triggers: [contains(...PREFIXES)],
    pattern:
      /(?<![A-Za-z0-9])(?:(?:[A-Za-z]{2,12}[_-])?(?:(?:key|token|secret|apikey|api|pat|oat|sk|live|prod|console)[_~-](?:[A-Za-z0-9]{24,}|[\w-]{36,})|test_[A-Za-z0-9]{24,}|sha256~[\w-]{32,})|[A-Za-z]{2,12}_(?:live|prod|test)_[A-Za-z0-9]{16,})(?![\w-])/gi,
    locate: locateIf(isMixed),
  },
  "quoted-input": {
    triggers: [contains('"', "'", "`")],
    pattern: QUOTED,
    locate: locateQuoted,
  },
  "common-password": {
    triggers: [contains("passw0rd", ...COMMON.split("|"))],
    pattern: {
      source: String.raw`(?<![\w/.-])(?:passw0rd|${COMMON})(?!(?:19|20)\d\d\b)\d{4,8}(?:-[a-z0-9]*\d)*[!?$#@]?(?![\w.-])`,
      flags: "gi",
    },
  },
  "refused-value": {
    triggers: [word(TRAIT.longWord)],
    pattern: /: ["'`]?(?<private>(?:[0-9a-f]{32,}|[A-Z0-9]{32,})(?![\w-]))/g,
    locate: locateIf((_, match) => isRefused(match)),
  },
  "strong-password": {
    triggers: [contains("!", "#", "$", "%", "^", "&", "*", "?", "~", "=", "+", "@")],
    pattern: /(?<![^\s"'`()<>[\]{}\\/|,;:])[^\s"'`()<>[\]{}\\/|,;:]{10,}/g,
    locate: locateStrong,
  },
});
