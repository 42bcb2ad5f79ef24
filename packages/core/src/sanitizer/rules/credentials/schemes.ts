import { type BuiltInRule, privateOf, type Span } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, beginsWithToken, holds } from "../../engine/trigger.ts";
import { withoutTail } from "../shared/around.ts";
import { isStandIn, isTalk, isUuid, looksRandom } from "../shared/values.ts";
import { isProtocolId } from "./public-id.ts";

const TRAILING = ".,;:!?'\"`)]}>";

/** A token behind the name of an authentication scheme, unless the words only speak of one. */
function spoken(match: RegExpExecArray): Span | undefined {
  const { start } = privateOf(match);
  const value = withoutTail(match[0].slice(start - match.index), TRAILING);
  const first = /^[A-Za-z]+/.exec(value)?.[0] ?? "";
  if (value.length < 4 || isStandIn(value) || (first === value && isTalk(value))) return undefined;
  // One lower-case or capitalised word of ordinary length is a word, and a few capitals are one: "bearer authentication", "Basic HTML".
  if (/^(?:[A-Za-z]?[a-z-]{0,14}|[A-Z]{2,5})$/.test(value)) return undefined;
  return { start, end: start + value.length };
}

/** A whole header value, behind the header's name. */
function headerValue(match: RegExpExecArray): Span | undefined {
  const { start } = privateOf(match);
  const value = withoutTail(match[0].slice(start - match.index), `${TRAILING} \t\\`);
  const [scheme = "", second = ""] = value.split(/\s+/, 2);
  const bare = withoutTail(scheme, ".,;:!?");
  if (value === "" || isStandIn(scheme) || isStandIn(withoutTail(second, TRAILING))) return undefined;
  const named =
    /^(?:bearer|basic|digest|token|apikey|api-key|negotiate|ntlm|hawk|ssws|oauth|aws4-hmac-sha256|signature|sharedkey|sharedaccesssignature|key|jwt|mac)$/i;
  if (!named.test(bare)) {
    // A scheme that nobody registered is one all the same when a token follows it.
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

/** So far around a part of a Digest header the others are looked for. */
const DIGEST_REACH = 300;

/** A part of the answer to a Digest challenge: others of its parts stand near it. */
function digestPart(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const near = match.input.slice(Math.max(0, start - DIGEST_REACH), end + DIGEST_REACH);
  return /\b(?:nonce|realm|qop|nc)=/.test(near) ? { start, end } : undefined;
}

/** Authentication headers and what follows the name of a scheme (RFC 9110, section 11; RFC 6750). */
export const schemeRules = (): readonly BuiltInRule[] => [
  {
    id: "authorization-header",
    kind: "credential",
    needs: TRAIT.separator,
    triggers: [holds("authorization", "x-auth")],
    pattern:
      /\b(?:proxy-)?(?:authorization|x-auth(?:orization)?)(?:\\?["'`])?\s*(?:[:=]|=>)\s*(?:\[\s*)?(?:\\?["'`])?(?<private>[^\r\n"'`]+)/gi,
    locate: headerValue,
    redacts: [
      "Header Authorization: Bearer {alnum:12} was refused",
      '{"authorization":"Basic {alnum:20}"}',
      "authorization=Token {alnum:20}",
      "Authorization: AWS4-HMAC-SHA256 Credential=AKIA{upper:16}/x, SignedHeaders=host, Signature={hex:64}",
    ],
    keeps: ["Authorization: required", "Header authorization: Bearer token expected"],
  },
  {
    id: "digest-credentials",
    kind: "credential",
    needs: TRAIT.equals,
    triggers: [beginsWith("digest")],
    pattern: /\bdigest\s+(?<private>[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+)(?:,\s?[\w-]+\*?=(?:\\?"[^"\n]*"|[^\s,"]+))*)/gi,
    // Without a response it is the challenge, which everybody may see.
    locate: (match) => (/\bresponse=/i.test(match[0]) ? privateOf(match) : undefined),
    redacts: ['Digest username="a", realm="x", nonce="{hex:32}", nc=00000001, response="{hex:32}" was refused'],
    keeps: ['The server asks for Digest realm="x", qop="auth"', "Digest authentication is missing"],
  },
  {
    id: "digest-part",
    kind: "credential",
    needs: TRAIT.equals,
    triggers: [beginsWith("response=", "cnonce=")],
    pattern: /\b(?:response|cnonce)=\\?["']?(?<private>[0-9a-f]{8,128})(?!\w)/gi,
    locate: digestPart,
    redacts: ['realm="x", cnonce="{hex:8}", response="{hex:32}"'],
    keeps: ["response=cafebabe was not valid", 'response="ok", nonce=1'],
  },
  {
    id: "scheme-and-token",
    kind: "credential",
    needs: 0,
    triggers: [beginsWith("bearer", "basic", "negotiate", "ssws", "apikey", "token")],
    pattern:
      /(?<![\w-])(?:bearer|basic|negotiate|ssws|apikey|token)(?:\s+|%20|\+)["'`]?(?<private>(?!(?:realm|scope|error|charset)=)[\w.~+/=%:|-]{4,})/gi,
    locate: (match) => (/^(?:apikey|token)/i.test(match[0]) ? longOnly(match) : spoken(match)),
    redacts: ["Refused Bearer {alnum:16}", "Basic dXNlcjpw{alnum:8}== is wrong", "bearer {hex:32}"],
    keeps: [
      "Basic authentication is not supported.",
      'Bearer realm="api"',
      "Use a bearer token.",
      "token validation failed",
      "The token expired",
    ],
  },
  {
    id: "signed-session-id",
    kind: "credential",
    needs: TRAIT.longWord,
    triggers: [beginsWithToken("s%3A", "s:")],
    pattern: /(?<![A-Za-z0-9])s(?:%3A|:)[\w-]{16,}\.[\w%+/=-]{16,}/g,
    redacts: ["Session s%3A{alnum:32}.{alnum:43} not found"],
    keeps: ["s:short"],
  },
  {
    id: "cookie",
    kind: "credential",
    needs: TRAIT.equals,
    triggers: [holds("cookie")],
    pattern:
      /\b(?:set-)?cookies?2?(?![\w-])(?:\\?["'`])?\s*(?:(?:[:=]|=>|header)\s*)?(?:\[\s*)?(?:\\?["'`])?(?<private>[\w!#$%&*+.^|~-]+=[^\s;,"'`]*(?:;\s*(?!and |or |but )[\w!#$%&*+.^|~-]+(?:=[^\s;,"'`]*)?)*)/gi,
    locate: cookiePairs,
    redacts: ["Cookie: sid={alnum:24}; theme=dark", '"set-cookie":"a={hex:8}; Path=/; HttpOnly"'],
    keeps: ["The Cookie header is missing.", "cookie: required", "The cookie consent=yes is missing."],
  },
];

/** Several cookies, or one that is long enough to be a session. A single short pair is a preference. */
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
