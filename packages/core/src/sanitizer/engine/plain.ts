import { SECRET_PREFIXES } from "../rules/credentials/public-id.ts";
import { SPACE, TRAIT } from "./traits.ts";

/** What a text looks like at first sight. */
export type Shape = "plain" | "ordinary" | "other";

/**
 * A word of small letters, or with a capital before them; not one of the three at which a rule finds something without any sign
 * beside it. Only words with the first letter of one of these are held against them.
 */
const WORD = "(?:[ABD-KM-Zabd-km-z]|(?![Ll]ocalhost|[Cc]ertificate|[Cc]all at)[CLcl])[a-z]{0,12}";

const NUMBER = "\\d{1,6}";
const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

/** An id long enough to be no number of a machine, with a prefix that says what it is of. */
const PREFIXED_ID = `(?!(?:${SECRET_PREFIXES})_)[a-z]{2,12}_[A-Za-z0-9]{8,27}`;

/** A public host of one name, and what often stands before it. The rule `internal-url` takes three such names for internal. */
const HOST =
  "(?:(?:api|developers?|docs|help|learn|status|support|www)\\.)?(?!svc|privatelink|lacolhost)[a-z]{2,13}\\.(?:com|dev|io|org)";

/** A page of the web. Of a part of its path, each piece is letters or a short number: names of machines and tokens mix the two. */
const PAGE = `https:\\/\\/${HOST}(?:\\/[a-z]{1,13}(?:[-_](?:[a-z]{1,13}|\\d{1,6})){0,2}){0,8}\\/?`;

const END = "[.!?]?$";

const WORDS = new RegExp(`(?:${WORD}(?:,? |${END}))*`, "y");
const WORDS_AND_IDS = new RegExp(`(?:(?:${UUID}|${PAGE}|${PREFIXED_ID}|${WORD}|${NUMBER})(?:[,;]? |${END}))+$`, "y");

/**
 * Tells the shape of a text sooner than rules find out that nothing in it is private, and most messages have one of two:
 *
 * - `plain`: a sentence of words with a space between each two, in which no rule of this package finds anything
 * - `ordinary`: one that also has numbers, ids and public addresses of pages in it, in which rules find something only
 *   where a word stands that they wait for. What a rule finds there without a word must be left out of the expression
 */
export function shapeOf(text: string): Shape {
  if (text === "" || text.charCodeAt(text.length - 1) === SPACE) return "other";
  WORDS.lastIndex = 0;
  WORDS.test(text);
  if (WORDS.lastIndex === text.length) return "plain";
  WORDS_AND_IDS.lastIndex = WORDS.lastIndex;
  // An id alone may be the name of a machine.
  return WORDS_AND_IDS.test(text) && text.includes(" ") ? "ordinary" : "other";
}

/** The traits that no ordinary text has. */
export const NOT_ORDINARY = ~(
  TRAIT.colon |
  TRAIT.slash |
  TRAIT.innerDot |
  TRAIT.digit |
  TRAIT.longWord |
  TRAIT.oddWord |
  TRAIT.numbered |
  TRAIT.separator |
  TRAIT.mark |
  TRAIT.joint |
  TRAIT.longPart |
  TRAIT.longRun
);
