import { late } from "./late.ts";
import { createSearch, findPrivate } from "./redact.ts";
import { type PrivateKind, runnable, type SanitizerRule, toSearchExpression } from "./rule.ts";
import { createSettings, type Settings } from "./settings.ts";

/** Options that adapt the sanitizer to a company. */
export interface SanitizerOptions {
  /**
   * Domains that look public but are internal, such as `"acme.net"`. Their subdomains count too.
   *
   * @defaultValue none
   */
  readonly internalHosts?: readonly string[];
  /**
   * Strings that stay even if a rule finds them. A string matches only as whole words. A regular expression matches anywhere.
   *
   * @defaultValue none
   */
  readonly keep?: readonly (string | RegExp)[];
  /**
   * Custom rules, which run in addition to the built-in ones.
   *
   * @defaultValue none
   */
  readonly rules?: readonly SanitizerRule[];
  /**
   * The maximum length of a sent message, in UTF-16 code units, from 40 to 2,000.
   *
   * @defaultValue `500`
   */
  readonly maxLength?: number;
}

const NAMES = ["internalHosts", "keep", "rules", "maxLength"] as const satisfies readonly (keyof SanitizerOptions)[];

const KINDS: readonly PrivateKind[] = ["credential", "host", "path", "stack"];

const LONGEST = 2_000;
/** Room for a few words and the longest placeholder. */
const SHORTEST = 40;

/** Checks the options. @throws TypeError that names the option and the values it accepts. */
export function readOptions(options: SanitizerOptions): Settings {
  if (typeof options !== "object" || options === null) throw new TypeError("sanitizer options: expected an object");
  const unknown = Object.keys(options).filter((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new TypeError(`unknown sanitizer option ${unknown.join(", ")}; the options are ${NAMES.join(", ")}`);
  }
  const { internalHosts = [], keep = [], rules = [], maxLength } = options;
  const isLength = (value: number) => Number.isInteger(value) && value >= SHORTEST && value <= LONGEST;
  if (maxLength !== undefined && !isLength(maxLength)) {
    throw new TypeError(`maxLength: expected a whole number from ${SHORTEST} to ${LONGEST}`);
  }
  const own = [...listed("rules", rules).map(checkRule), ...hostRule(listed("internalHosts", internalHosts))];
  const keepPatterns = listed("keep", keep).map(keepPattern);
  return createSettings(own.map(runnable), keepPatterns, maxLength);
}

function listed<Item>(name: string, value: readonly Item[]): readonly Item[] {
  if (!Array.isArray(value)) throw new TypeError(`${name}: expected a list`);
  return value;
}

const HOST_NAME = late(String.raw`^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*$`, "u");

function hostRule(domains: readonly string[]): readonly Pick<SanitizerRule, "id" | "kind" | "pattern">[] {
  const names = domains.map((domain) => {
    const name = typeof domain === "string" ? domain.trim().replace(/^\*?\.|\.$/g, "") : "";
    if (!HOST_NAME().test(name)) {
      throw new TypeError(
        `internalHosts: ${JSON.stringify(domain)} is no host name; write "acme.net" for it and all below`,
      );
    }
    return name.replaceAll(".", "\\.");
  });
  if (names.length === 0) return [];
  const below = "(?:[\\p{L}\\p{N}_-]+\\.)*";
  // Matches the whole URL, as the rules for internal names do.
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_.@-])(?:[a-z][a-z0-9+.-]{0,40}://(?:[^\\s/@]*@)?)?${below}(?:${names.join("|")})(?::\\d{1,5})?(?:/[^\\s"'<>\`]*[\\w/])?(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    "giu",
  );
  return [{ id: "own-host", kind: "host", pattern }];
}

function keepPattern(item: string | RegExp): RegExp {
  if (typeof item === "string" && item !== "") {
    const exact = item.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${exact}(?![\\p{L}\\p{N}])`, "gu");
  }
  if (!(item instanceof RegExp)) throw new TypeError("keep: expected texts that are not empty, or expressions");
  // A copy, because the given one may have matched something before.
  if (new RegExp(item).test("")) {
    throw new TypeError(`keep: ${item} matches the empty text, and so would keep everything`);
  }
  return toSearchExpression(item);
}

/** Checks a custom rule: it must find something in each string of `redacts` and nothing in any string of `keeps`. */
function checkRule(rule: SanitizerRule): SanitizerRule {
  if (typeof rule !== "object" || rule === null) throw new TypeError("rules: expected rules, each an object");
  const { id, kind, pattern, redacts, keeps } = rule;
  const refuse = (mistake: string): never => {
    throw new TypeError(`rule ${JSON.stringify(id)}: ${mistake}`);
  };
  if (typeof id !== "string" || id === "") refuse("it needs an id");
  if (!KINDS.includes(kind)) refuse(`its kind is one of ${KINDS.join(", ")}`);
  if (!(pattern instanceof RegExp)) refuse("its pattern must be a regular expression");
  if (new RegExp(pattern.source, pattern.flags).test(""))
    refuse("its pattern matches the empty text; let it need a character");
  if (!isListOfTexts(redacts)) refuse("redacts: give at least one text in which it finds something");
  if (!isListOfTexts(keeps)) refuse("keeps: give at least one text in which it finds nothing");
  const own: SanitizerRule = Object.freeze({ id, kind, pattern, redacts, keeps });
  const search = createSearch([runnable(own)]);
  const missed = redacts.find((text) => findPrivate(text, search).length === 0);
  if (missed !== undefined) refuse(`it finds nothing in ${JSON.stringify(missed)}`);
  const spoilt = keeps.find((text) => findPrivate(text, search).length > 0);
  if (spoilt !== undefined) refuse(`it finds something in ${JSON.stringify(spoilt)}`);
  return own;
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === "string");
}
