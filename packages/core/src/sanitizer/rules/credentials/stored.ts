import { privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { contains, word } from "../../engine/trigger.ts";
import { locateIf, textAfter, textBefore } from "../shared/match.ts";
import type { RuleTable } from "../shared/rule-table.ts";
import { looksRandom } from "../shared/values.ts";

/** Whether a word for a payment card is near. */
function isNearCard(match: RegExpExecArray): boolean {
  return /\b(?:card|cards|cvv2?|cvc2?|visa|mastercard|amex|maestro|pan)\b|card_?num/i.test(
    `${textBefore(match, 60)} ${textAfter(match, 60)}`,
  );
}

/** A card number, in the groups printed on a card or without spaces. */
const CARD_IN_GROUPS = /(?<!\d)(?=(?<number>\d{13,19}|\d{4}(?:[ -]\d{4}){3}|\d{4}[ -]\d{6}[ -]\d{4,5})(?!\d))/g;

/** Returns the number of a payment card. Other numbers may be beside it: how often, when it expires. */
function locateCard(match: RegExpExecArray): Span | undefined {
  if (!isNearCard(match)) return undefined;
  if (isCardNumber(match[0])) return wholeOf(match);
  for (const { groups, index } of match[0].matchAll(CARD_IN_GROUPS)) {
    const { number = "" } = groups ?? {};
    const start = match.index + index;
    if (isCardNumber(number)) return { start, end: start + number.length };
  }
  return undefined;
}

/** Whether the length and the check digit are those of a card's number (ISO/IEC 7812-1). */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length <= 19 && sum % 10 === 0;
}

/** Whether a token joins a machine to a cluster of Kubernetes: a word before it says so. */
function isBootstrapToken(token: string, match: RegExpExecArray): boolean {
  return /token|bootstrap|kubeadm/i.test(textBefore(match, 60)) && looksRandom(token.replace(/^.*?\./, ""), 16);
}

/** Whether a program is mentioned near a `secret id` that uses it as the secret itself. */
function isSecretId(match: RegExpExecArray): boolean {
  const { start, end } = privateOf(match);
  const near = match.input.slice(Math.max(0, start - 200), end + 200);
  return /Secret ?ID|consul|nomad|vault|approle|accessor|role_id/i.test(near);
}

/** Secrets that are stored or passed on, not typed: password hashes, cards, tokens to join a cluster, encoded content. */
export const storedRules = (): RuleTable => ({
  "password-hash": {
    triggers: [
      contains(
        ...(
          "$apr1$|$1$|$P$|$H$|$S$|$2a$|$2b$|$2x$|$2y$|$y$|$gy$|$argon2|$scrypt$|$bcrypt|$pbkdf2|pbkdf2_sha|bcrypt_sha|" +
          "sha2|sha$|md5|md$|scrypt|argon|scram-sha-"
        ).split("|"),
      ),
      word(TRAIT.longPart),
    ],
    // The last ones are MySQL's, Windows' two, and PostgreSQL's two.
    pattern:
      /(?<![\w$])(?:\$(?:apr1|[1567PHS]|2[abxy]|y|gy|argon2(?:id|i|d)|scrypt|bcrypt[\w-]{0,12}|pbkdf2[\w-]{0,12})|(?:pbkdf2_sha|bcrypt_sha|sha|md|scrypt|argon)\d{0,3})\$(?:[\w./+=,-]+\$){0,5}[\w./+-]{20,}={0,2}|(?<![\w$])(?:\*[\dA-F]{40}|[\da-f]{32}:[\da-f]{32}|md5[\da-f]{32}|SCRAM-SHA-\d{1,3}\$\d{1,9}:[\w+/=]{8,}\$[\w+/=]{20,}:[\w+/=]{20,})(?!\w)/g,
  },
  "directory-password-hash": {
    triggers: [contains("{SHA", "{SSHA", "{MD5", "{SMD5", "{CRYPT}", "{BCRYPT}", "{ARGON2}", "{PBKDF2")],
    pattern: /\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|BCRYPT|ARGON2|PBKDF2[\w-]{0,12})\}(?<private>[\w./+$=,-]{16,})/g,
  },
  "card-number": {
    triggers: [contains("card", "cvv", "cvc", "visa", "amex", "maestro", "pan")],
    pattern: /(?<![\w.-])\d(?:[ -]?\d){12,40}(?![\w-]|\.\d)/g,
    locate: locateCard,
  },
  "card-code": {
    triggers: [contains("cvv", "cvc", "csc", "card security code")],
    pattern:
      /\b(?:cvv2?|cvc2?|csc|card security code)(?:\\?["'])?(?:\s?[:=]\s?|\s)(?:\\?["'])?(?<private>\d{3,4})(?![\w.-])/gi,
  },
  "cluster-bootstrap-token": {
    triggers: [contains("token", "bootstrap", "kubeadm")],
    pattern: /(?<![\w.-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w-]|\.\w)/g,
    locate: locateIf(isBootstrapToken),
  },
  "secret-id": {
    triggers: [contains("secret id", "secret_id", "secret-id", "secretid")],
    pattern:
      /secret[ _-]?id\\?["']?(?:\s{0,20}[:=])?\s{0,20}\\?["']?(?<private>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/gi,
    locate: locateIf((_, match) => isSecretId(match)),
  },
  "encoded-text-url": {
    triggers: [contains("data:")],
    // Encoded text may contain anything; pictures, sounds and fonts are not secret.
    pattern:
      /\bdata:(?:(?:text|application|message|multipart)\/[\w.+-]+|image\/svg\+xml)?(?:;[\w-]+=[\w.-]+)*;base64,(?<private>[\w+/=%-]{4,})/gi,
  },
});
