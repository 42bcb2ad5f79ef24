import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsAt, beginsWith, beginsWithWord } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { changesOfCase, entropy, isStandIn } from "../shared/values.ts";
import { isPublicId } from "./public-id.ts";
import { locateQuoted, QUOTED, startOfQuoted } from "./quoted.ts";
import { behindColon, PREFIXES, startOfPrefixed, startOfRandom, startOfStrong } from "./random-start.ts";

/** Where a long random value is said to be a hash, an id or public data. */
const HASH_BEFORE =
  /(?:\b|_)(?:page[ _]?token|next[ _]?token|sync[ _]?token|continuation(?:[ _]?token)?|commit|sha\d*|hash|digest|checksum|etag|integrity|revision|rev|fingerprint|ids?|uuid|ulid|trace|span|request|cursor|image|blob|tree|object|block|tx|transaction|address|public key|data|base64,)[\s:="'`(-]*$/i;

/** Letters of both cases and digits, evenly: nobody writes so, and ids carry a prefix or are shorter. */
function locateBare(match: RegExpExecArray): Span | undefined {
  const [text] = match;
  const value = withoutTail(text, "-_/+");
  // Words in CamelCase have few digits, and capitals only where a word begins.
  if (changesOfCase(value) < value.length / 4) return undefined;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value) || isPublicId(value)) return undefined;
  if (HASH_BEFORE.test(match.input.slice(Math.max(0, match.index - 24), match.index))) return undefined;
  if (value.includes("/") && value.split("/").some((part) => isPublicId(part) && /[_-]/.test(part))) return undefined;
  const parts = value.split(/[-_/]/);
  const longest = parts.reduce((one, other) => (other.length > one.length ? other : one), "");
  const dense = parts.length <= 1 + value.length / 10 || longest.length >= 20;
  return dense && entropy(value.slice(0, 120)) >= (value.length < 40 ? 3.9 : 4.2) ? wholeOf(match) : undefined;
}

/** The lengths of a password that nothing names, without the marks at its end. */
const LONGEST_PASSWORD = 64;
const SHORTEST_PASSWORD = 10;

/** Quotes, brackets and marks of a sentence, and then the end of the word. */
const BEHIND_PASSWORD = /^["'`)\]},;:.!?]*(?:\s|$)/;
const BEHIND_REACH = 24;

/** Where a password may begin in a run of characters: with the run, or behind the first equals sign near enough its end. */
function startOfPassword({ 0: run, input, index }: RegExpExecArray): number {
  const fit = withoutTail(run, ".!?").length - LONGEST_PASSWORD;
  const leads = index === 0 || /[\s"'`([:,]/.test(input.charAt(index - 1));
  return leads && fit <= 0 ? 0 : run.indexOf("=", Math.max(0, fit - 1)) + 1 || run.length;
}

/** Small letters, capitals and signs mixed as only a made password has them. */
function locateStrong(match: RegExpExecArray): Span | undefined {
  const [run] = match;
  if (!/[A-Z]/.test(run) || !/[a-z]/.test(run)) return undefined;
  const from = startOfPassword(match);
  const start = match.index + from;
  const end = match.index + run.length;
  if (end - start < SHORTEST_PASSWORD || !BEHIND_PASSWORD.test(match.input.slice(end, end + BEHIND_REACH)))
    return undefined;
  const value = withoutTail(run.slice(from), ".!?");
  const signs = value.match(/[!#$%^&*?~=+@](?=.)/g)?.length ?? 0;
  const mixed =
    /[a-z]/.test(value) && /[A-Z]/.test(value) && (/\d/.test(value) || signs > 1 || changesOfCase(value) > 2);
  if (signs === 0 || !mixed || isStandIn(value) || PLAIN_WITH_SIGNS.test(value)) return undefined;
  return changesOfCase(value) + signs >= value.length / 3 ? { start, end: start + value.length } : undefined;
}

/** Mail addresses, packages with versions, queries, escapes, expressions and formats. */
const PLAIN_WITH_SIGNS =
  /^[A-Za-z0-9_-]+={1,2}$|^(?:sha\d{1,3}|md5)-|^[\w.+-]+@[\w-]+(?:\.[\w-]+)*$|^@?[\w-]+@[\w.^~*-]+$|^\w+=(?:(?:\w*&)?\w+=)*\w*&?$|^(?:\w+[+*=-])+\w+$|&\w+;|%[0-9A-Fa-f]{2}|\$\w+\$|^[\w.]+[*?]+\w*$|^\w+\$\w+$|^[\^]|\$$|^#\w+$|^\w+#\w+$/;

/** Words that refuse what stands behind the colon that follows, and what they refuse if it is an id. */
const REFUSAL =
  /\b(?:[Ii]nvalid|[Uu]nknown|[Ii]ncorrect|[Rr]ejected|[Nn]o such|[Uu]nsupported|[Mm]alformed|[Bb]ad|[Uu]nexpected|[Uu]nrecogni[sz]ed) /g;
const ID_REFUSED = /^(?:[\w-]+ ){0,3}(?:id|uuid|hash|commit|digest|trace|checksum|etag|address|object|block|cursor)\b/;
const REFUSAL_REACH = 60;

/** Whether the words before a colon say that what stands behind it was refused, and do not call it an id. */
function isRefused(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - REFUSAL_REACH), match.index);
  return [...before.matchAll(REFUSAL)].some((word) => {
    const what = before.slice(word.index + word[0].length);
    return /^[\w -]{1,40}\s?$/.test(what) && !ID_REFUSED.test(what);
  });
}

/** Secrets that nothing names, by how they look. */
export const randomRules = (): readonly BuiltInRule[] => [
  {
    id: "random-value",
    kind: "credential",
    needs: TRAIT.digit,
    triggers: [beginsWithWord(TRAIT.longRun, startOfRandom)],
    pattern: /(?<![\w+/=.~@%-]|[A-Za-z0-9]:)[A-Za-z0-9_~+/-]{24,}={0,2}(?![\w@%]|\.\w)/g,
    locate: locateBare,
    redacts: ["retry with {alnum:64} failed", "rnd_{alnum:28} is refused", "got {alnum:43}="],
    keeps: [
      "No such response resp_68a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5",
      "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
      "java.lang.NoSuchFieldExceptionInSomeVeryLongClassName2",
      "claude-sonnet-4-5-20250929-thinking-max",
    ],
  },
  {
    id: "secret-by-prefix",
    kind: "credential",
    needs: TRAIT.longWord,
    triggers: [beginsAt(startOfPrefixed, ...PREFIXES)],
    pattern:
      /(?<![A-Za-z0-9])(?:[A-Za-z]{2,12}[_-])?(?:key|token|secret|apikey|api|pat|sk|live|prod)[_~-](?:[A-Za-z0-9]{24,}|[\w-]{36,})(?![\w-])/gi,
    // With a ULID behind it, the prefix is an id's.
    locate: (match) => (/\d/.test(match[0]) && !/_[0-9A-HJKMNP-TV-Z]{26}$/.test(match[0]) ? wholeOf(match) : undefined),
    redacts: ["key_{hex:64} is refused", "API-{upper:26} is wrong", "live_{alnum:40}"],
    keeps: ["token_type_hint_for_introspection", "key_value_store_2"],
  },
  {
    id: "quoted-input",
    kind: "credential",
    needs: TRAIT.quote,
    triggers: [beginsAt(startOfQuoted, '"', "'", "`")],
    pattern: QUOTED,
    locate: locateQuoted,
    redacts: [
      'strconv.Atoi: parsing "master2200": invalid syntax',
      'For input string: "{hex:32}"',
      "Unexpected token 'W', \"football3978\" is not valid JSON",
      'invalid "football3978"',
      `Unexpected token 'H', "{"a":Hunter2!abc" is not valid JSON`,
    ],
    keeps: [
      'parsing "12ab": invalid syntax',
      "Unknown option '--verbose-all'",
      "invalid id '507f1f77bcf86cd799439011'",
      "Invalid value 'gpt-4o-2024-08-06'",
    ],
  },
  {
    id: "common-password",
    kind: "credential",
    needs: TRAIT.digit | TRAIT.oddWord,
    triggers: [
      beginsWith(
        ...(
          "password|passw0rd|qwerty|azerty|letmein|welcome|dragon|monkey|football|baseball|princess|sunshine|iloveyou|" +
          "trustno|hunter|shadow|superman|batman|liverpool|barcelona|arsenal|chelsea|ginger|pepper|soccer|hockey|killer|" +
          "jordan|michael|charlie|jessica|ashley|cheese|starwars|pokemon|naruto|changeme"
        ).split("|"),
      ),
    ],
    // The words that lists of leaked passwords begin with; with digits behind them they are passwords, years aside.
    pattern:
      /(?<![\w/.-])(?:passw[o0]rd|qwerty|azerty|letmein|welcome|dragon|monkey|football|baseball|princess|sunshine|iloveyou|trustno|hunter|shadow|superman|batman|liverpool|barcelona|arsenal|chelsea|ginger|pepper|soccer|hockey|killer|jordan|michael|charlie|jessica|ashley|cheese|starwars|pokemon|naruto|changeme)(?!(?:19|20)\d\d\b)\d{4,8}(?:-[a-z0-9]*\d)*[!?$#@]?(?![\w.-])/gi,
    redacts: ["no such column: qwerty2780", "argument 'Dragon3017' is invalid"],
    keeps: ["welcome2026", "the dragon 301", "football"],
  },
  {
    id: "refused-value",
    kind: "credential",
    needs: TRAIT.colon | TRAIT.longWord,
    triggers: [beginsWithWord(TRAIT.longWord, behindColon)],
    pattern: /: ["'`]?(?<private>(?:[0-9a-f]{32,}|[A-Z0-9]{32,})(?![\w-]))/g,
    locate: (match) => (isRefused(match) ? privateOf(match) : undefined),
    redacts: ["Unknown signal: {hex:40}", "Invalid currency code : {base32:32}"],
    keeps: ["Invalid commit hash: 9fceb02d0ae598e95dc970b74767f19372d61af8", "Unknown trace id: {hex:32}"],
  },
  {
    id: "strong-password",
    kind: "credential",
    needs: 0,
    triggers: [beginsAt(startOfStrong, "!", "#", "$", "%", "^", "&", "*", "?", "~", "=", "+", "@")],
    pattern: /(?<![^\s"'`()<>[\]{}\\/|,;:])[^\s"'`()<>[\]{}\\/|,;:]{10,}/g,
    locate: locateStrong,
    redacts: ['value was "jFno&u_zZXqm"', "no such column: Xk9$wq!7Lp2", "bad /x=Xk9$wq!7Lp2"],
    keeps: [
      "a@Example1.com",
      "Total=Sum1+Sum2",
      "name=John&age=3",
      "^[a-zA-Z0-9]+$",
      "@types/node@20.1.0",
      "C++17&C++20",
    ],
  },
];
