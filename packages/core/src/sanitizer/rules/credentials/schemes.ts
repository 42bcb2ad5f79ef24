import { privateOf, type Span } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import { locateIf } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isStandIn, isTalk, isUuid, looksRandom } from "../shared/values.ts";
import { isProtocolId } from "./public-id.ts";

const TRAILING = ".,;:!?'\"`)]}>";

/** Whether what follows the name of an authentication scheme is a token, and not a word of a sentence about one. */
function isToken(value: string): boolean {
  if (value.length < 4 || isStandIn(value) || (/^[A-Za-z]+$/.test(value) && isTalk(value))) return false;
  // A word of ordinary length, or of a few capitals, is not a token: "bearer authentication", "Basic HTML".
  return !/^(?:[A-Za-z]?[a-z-]{0,14}|[A-Z]{2,5})$/.test(value);
}

/** Whether what follows "apikey" or "token" is a token. Other words follow these two as well, so it must be long and mixed. */
function isLongToken(value: string): boolean {
  const isId = /^[a-z]{2,12}_[A-Za-z0-9]+$/.test(value) || isProtocolId(value);
  return isToken(value) && value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !isId;
}

/** Authentication schemes with a token after them, and of these, those with a list of parameters. */
const SCHEME =
  /^(?:bearer|basic|digest|token|apikey|api-key|negotiate|ntlm|hawk|ssws|oauth|aws4-hmac-sha256|signature|sharedkey|sharedaccesssignature|key|jwt|mac)$/i;
const WITH_PARAMETERS = /^(?:digest|hawk|oauth|aws4-hmac-sha256|signature|sharedaccesssignature|mac)$/i;

/** Returns the whole value of a header, after its name. */
function locateHeader(match: RegExpExecArray): Span | undefined {
  const { start } = privateOf(match);
  const value = withoutTail(match[0].slice(start - match.index), `${TRAILING} \t\\`);
  const [first = "", second = ""] = value.split(/\s+/, 2);
  const scheme = withoutTail(first, ".,;:!?");
  const token = withoutTail(second, TRAILING);
  if (value === "" || isStandIn(first) || isStandIn(token)) return undefined;
  const endOfToken = start + value.indexOf(second, first.length) + token.length;
  if (SCHEME.test(scheme)) {
    if (second === "" || (isTalk(token) && !/[\d=]/.test(second))) return undefined;
    return { start, end: WITH_PARAMETERS.test(scheme) ? start + value.length : endOfToken };
  }
  // An unregistered scheme also counts if a token follows it.
  if (isUuid(token) || looksRandom(token, 16)) return { start, end: endOfToken };
  // Without a scheme, the first word is the secret itself, unless it is a word of a sentence: `X-Auth: 5f4dcc3b`.
  return isTalk(scheme) || scheme.length < 4 ? undefined : { start, end: start + withoutTail(first, TRAILING).length };
}

/** Whether cookies are several, or one that is long enough to be a session. A single short pair is a preference. */
function areSecret(cookies: string): boolean {
  const [first = "", ...others] = cookies.split(/;\s*/);
  return others.length > 0 || (first.split("=")[1] ?? "").length >= 8;
}

/** Authentication headers, and tokens after the name of a scheme (RFC 9110, section 11; RFC 6750). */
export const schemeRules = (): RuleTable => ({
  "authorization-header": {
    triggers: [contains("authorization", "x-auth")],
    pattern:
      /\b(?:proxy-)?(?:authorization|x-auth(?:orization)?)(?:\\?["'`])?\s*(?:[:=]|=>)\s*(?:\[\s*)?(?:\\?["'`])?(?<private>[^\r\n"'`]+)/gi,
    locate: locateHeader,
  },
  "digest-credentials": {
    triggers: [contains("digest")],
    pattern: /\bdigest\s+(?<private>[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+)(?:,\s?[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+))*)/gi,
    // Without a response it is only the challenge, which is public.
    locate: locateIf((parameters) => /\bresponse=/i.test(parameters)),
  },
  "scheme-and-token": {
    triggers: [contains("bearer", "basic", "negotiate", "ssws", "apikey", "token")],
    pattern:
      /(?<![\w-])(?:bearer|basic|negotiate|ssws|apikey|token)(?:,?\s+|%20|\+)["'`]?(?<private>(?!(?:realm|scope|error|charset)=)[\w.~+/=%:|-]{4,})/gi,
    locate: locateIf(
      (value, match) => (/^(?:apikey|token)/i.test(match[0]) ? isLongToken(value) : isToken(value)),
      TRAILING,
    ),
  },
  "signed-session-id": {
    triggers: [containsToken("s%3A", "s:")],
    pattern: /(?<![A-Za-z0-9])s(?:%3A|:)[\w-]{16,}\.[\w%+/=-]{16,}/g,
  },
  cookie: {
    triggers: [contains("cookie")],
    pattern:
      /\b(?:set-)?cookies?2?(?![\w-])(?:\\?["'`])?\s*(?:(?:[:=]|=>|header)\s*)?(?:\[\s*)?(?:\\?["'`])?(?<private>[\w!#$%&*+.^|~-]+=[^\s;,"'`]*(?:;\s*(?!and |or |but )[\w!#$%&*+.^|~-]+(?:=[^\s;,"'`]*)?)*)/gi,
    locate: locateIf(areSecret),
  },
});
