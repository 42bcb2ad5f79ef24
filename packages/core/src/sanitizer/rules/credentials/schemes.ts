import { privateOf, type Span } from "../../engine/rule.ts";
import { contains, containsToken } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/characters.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { isStandIn, isTalk, isUuid, looksRandom } from "../shared/values.ts";
import { isProtocolId } from "./public-id.ts";

const TRAILING = ".,;:!?'\"`)]}>";

/** Returns the token after the name of an authentication scheme, unless the words are only about one. */
function spoken(match: RegExpExecArray): Span | undefined {
  const { start } = privateOf(match);
  const value = withoutTail(match[0].slice(start - match.index), TRAILING);
  const first = /^[A-Za-z]+/.exec(value)?.[0] ?? "";
  if (value.length < 4 || isStandIn(value) || (first === value && isTalk(value))) return undefined;
  // A word of ordinary length, or of a few capitals, is not a token: "bearer authentication", "Basic HTML".
  if (/^(?:[A-Za-z]?[a-z-]{0,14}|[A-Z]{2,5})$/.test(value)) return undefined;
  return { start, end: start + value.length };
}

/** Returns the whole value of a header, after its name. */
function headerValue(match: RegExpExecArray): Span | undefined {
  const { start } = privateOf(match);
  const value = withoutTail(match[0].slice(start - match.index), `${TRAILING} \t\\`);
  const [scheme = "", second = ""] = value.split(/\s+/, 2);
  const bare = withoutTail(scheme, ".,;:!?");
  if (value === "" || isStandIn(scheme) || isStandIn(withoutTail(second, TRAILING))) return undefined;
  const named =
    /^(?:bearer|basic|digest|token|apikey|api-key|negotiate|ntlm|hawk|ssws|oauth|aws4-hmac-sha256|signature|sharedkey|sharedaccesssignature|key|jwt|mac)$/i;
  if (!named.test(bare)) {
    // An unregistered scheme also counts if a token follows it.
    const token = withoutTail(second, TRAILING);
    if (isUuid(token) || looksRandom(token, 16))
      return { start, end: start + value.indexOf(second, scheme.length) + token.length };
    if (isTalk(bare) || bare.length < 4) return undefined;
    return { start, end: start + withoutTail(scheme, TRAILING).length };
  }
  if (second === "" || (isTalk(withoutTail(second, TRAILING)) && !/[\d=]/.test(second))) return undefined;
  const many = /^(?:digest|hawk|oauth|aws4-hmac-sha256|signature|sharedaccesssignature|mac)$/i.test(bare);
  const end = many ? value.length : value.indexOf(second, scheme.length) + withoutTail(second, TRAILING).length;
  return { start, end: start + end };
}

/** Authentication headers, and tokens after the name of a scheme (RFC 9110, section 11; RFC 6750). */
export const schemeRules = (): RuleTable => ({
  "authorization-header": {
    triggers: [contains("authorization", "x-auth")],
    pattern:
      /\b(?:proxy-)?(?:authorization|x-auth(?:orization)?)(?:\\?["'`])?\s*(?:[:=]|=>)\s*(?:\[\s*)?(?:\\?["'`])?(?<private>[^\r\n"'`]+)/gi,
    locate: headerValue,
  },
  "digest-credentials": {
    triggers: [contains("digest")],
    pattern: /\bdigest\s+(?<private>[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+)(?:,\s?[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+))*)/gi,
    // Without a response it is only the challenge, which is public.
    locate: (match) => (/\bresponse=/i.test(match[0]) ? privateOf(match) : undefined),
  },
  "scheme-and-token": {
    triggers: [contains("bearer", "basic", "negotiate", "ssws", "apikey", "token")],
    pattern:
      /(?<![\w-])(?:bearer|basic|negotiate|ssws|apikey|token)(?:,?\s+|%20|\+)["'`]?(?<private>(?!(?:realm|scope|error|charset)=)[\w.~+/=%:|-]{4,})/gi,
    locate: (match) => (/^(?:apikey|token)/i.test(match[0]) ? longOnly(match) : spoken(match)),
  },
  "signed-session-id": {
    triggers: [containsToken("s%3A", "s:")],
    pattern: /(?<![A-Za-z0-9])s(?:%3A|:)[\w-]{16,}\.[\w%+/=-]{16,}/g,
  },
  cookie: {
    triggers: [contains("cookie")],
    pattern:
      /\b(?:set-)?cookies?2?(?![\w-])(?:\\?["'`])?\s*(?:(?:[:=]|=>|header)\s*)?(?:\[\s*)?(?:\\?["'`])?(?<private>[\w!#$%&*+.^|~-]+=[^\s;,"'`]*(?:;\s*(?!and |or |but )[\w!#$%&*+.^|~-]+(?:=[^\s;,"'`]*)?)*)/gi,
    locate: cookiePairs,
  },
});

/** Returns several cookies, or one that is long enough to be a session. A single short pair is a preference. */
function cookiePairs(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const pairs = match.input.slice(start, end).split(/;\s*/);
  return pairs.length > 1 || (pairs[0]?.split("=")[1] ?? "").length >= 8 ? { start, end } : undefined;
}

function longOnly(match: RegExpExecArray): Span | undefined {
  const span = spoken(match);
  if (span === undefined) return undefined;
  const value = match.input.slice(span.start, span.end);
  const mixed = /\d/.test(value) && /[A-Za-z]/.test(value);
  return value.length >= 12 && mixed && !/^[a-z]{2,12}_[A-Za-z0-9]+$/.test(value) && !isProtocolId(value)
    ? span
    : undefined;
}
