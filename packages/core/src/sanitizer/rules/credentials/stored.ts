import { type BuiltInRule, privateOf, type Span, wholeOf } from "../../engine/rule.ts";
import { TRAIT } from "../../engine/traits.ts";
import { beginsWith, beginsWithWord, holds } from "../../engine/trigger.ts";
import { looksRandom } from "../shared/values.ts";

/** So far around a number is looked for what says that it is a card's. */
const CARD_REACH = 60;

const SAYS_CARD = /\b(?:card|cards|cvv2?|cvc2?|visa|mastercard|amex|maestro|pan)\b|card_?num/i;

/** A number of a payment card: near a word for one, and with the right check digit (ISO/IEC 7812). */
function cardNumber(match: RegExpExecArray): Span | undefined {
  const { start, end } = wholeOf(match);
  const before = match.input.slice(Math.max(0, start - CARD_REACH), start);
  const near = `${before} ${match.input.slice(end, end + CARD_REACH)}`;
  return SAYS_CARD.test(near) && hasCheckDigit(match[0].replace(/\D/g, "")) ? { start, end } : undefined;
}

function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** So far before a token of Kubernetes stands what says that it is one. */
const TOKEN_REACH = 60;

function bootstrapToken(match: RegExpExecArray): Span | undefined {
  const before = match.input.slice(Math.max(0, match.index - TOKEN_REACH), match.index);
  const secret = match[0].slice(match[0].indexOf(".") + 1);
  return /token|bootstrap|kubeadm/i.test(before) && looksRandom(secret, 16) ? wholeOf(match) : undefined;
}

/** So far around the id of a secret is looked for a program that means the secret itself by it. */
const PROGRAM_REACH = 200;

function secretId(match: RegExpExecArray): Span | undefined {
  const { start, end } = privateOf(match);
  const near = match.input.slice(Math.max(0, start - PROGRAM_REACH), end + PROGRAM_REACH);
  return /Secret ?ID|consul|nomad|vault|approle|accessor|role_id/i.test(near) ? { start, end } : undefined;
}

/** What is stored or handed on instead of typed: hashes of passwords, cards, tokens to join a cluster, encoded texts. */
export const storedRules = (): readonly BuiltInRule[] => [
  {
    id: "password-hash",
    kind: "credential",
    needs: TRAIT.dollar,
    triggers: [
      beginsWith(
        ...(
          "$apr1$|$1$|$P$|$H$|$S$|$2a$|$2b$|$2x$|$2y$|$y$|$gy$|$argon2|$scrypt$|$bcrypt|$pbkdf2|pbkdf2_sha|bcrypt_sha|" +
          "sha2|sha$|md5|md$|scrypt|argon"
        ).split("|"),
      ),
    ],
    pattern:
      /(?<![\w$])(?:\$(?:apr1|[1567PHS]|2[abxy]|y|gy|argon2(?:id|i|d)|scrypt|bcrypt[\w-]{0,12}|pbkdf2[\w-]{0,12})|(?:pbkdf2_sha|bcrypt_sha|sha|md|scrypt|argon)\d{0,3})\$(?:[\w./+=,-]+\$){0,5}[\w./+-]{20,}={0,2}/g,
    redacts: [
      ["alice:", "apr1", "x7Jq1aB2", "{alnum:22}"],
      ["hash ", "2y", "10", "{alnum:53} is bad"],
      ["", "6", "rounds=5000", "saltsalt", "{alnum:86}"],
      ["", "argon2id", "v=19", "m=65536,t=3,p=4", "{alnum:22}", "{alnum:43}"],
      ["pbkdf2_sha256", "260000", "{alnum:12}", "{alnum:43}="],
      ["", "P", "B{alnum:30}"],
    ].map((parts) => parts.join("$")),
    keeps: ["It costs $1$ or $2$ each", "replace it by $1$2", "sha256$ is a prefix", "$ref$x"],
  },
  {
    id: "directory-password-hash",
    kind: "credential",
    needs: 0,
    triggers: [beginsWith("{SHA", "{SSHA", "{MD5", "{SMD5", "{CRYPT}", "{BCRYPT}", "{ARGON2}", "{PBKDF2")],
    pattern: /\{(?:S?SHA\d{0,3}|S?MD5|CRYPT|BCRYPT|ARGON2|PBKDF2[\w-]{0,12})\}(?<private>[\w./+$=,-]{16,})/g,
    redacts: ["{SHA}{alnum:27}= is bad", "userPassword: {SSHA}{alnum:32}"],
    keeps: ["Write it as {SHA}hash", "{MD5} is too weak"],
  },
  {
    id: "card-number",
    kind: "credential",
    needs: TRAIT.digit,
    triggers: [holds("card", "cvv", "cvc", "visa", "amex", "maestro", "pan")],
    hint: /card|cvv|cvc|visa|amex|maestro|\bpan\b/i,
    pattern: /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w-]|\.\d)/g,
    locate: cardNumber,
    redacts: [
      "Card 4111 1111 1111 1111 with cvv 123 was declined",
      "card=4111111111111111&cvv=123",
      '{"number":"5555555555554444","cvc":"123"}',
      "Amex 3782-822463-10005",
    ],
    keeps: [
      "The card 4111111111111112 has a typing error",
      "card on file since 1735689600000",
      "4111111111111111 items",
      "A discarded value of 4111111111111111",
    ],
  },
  {
    id: "card-code",
    kind: "credential",
    needs: TRAIT.digit,
    triggers: [beginsWith("cvv", "cvc", "csc", "card security code")],
    pattern:
      /\b(?:cvv2?|cvc2?|csc|card security code)(?:\\?["'])?(?:\s?[:=]\s?|\s)(?:\\?["'])?(?<private>\d{3,4})(?![\w.-])/gi,
    redacts: ["cvv 123 was refused", '"cvc":"1234"', "cvv=987"],
    keeps: ["The cvv has 3 digits", "cvc: required", "cvv must be 3-4 digits"],
  },
  {
    id: "cluster-bootstrap-token",
    kind: "credential",
    needs: TRAIT.innerDot | TRAIT.longWord | TRAIT.digit,
    triggers: [beginsWithWord(TRAIT.longWord, (text, at) => (text[at - 1] === "." ? at - 7 : -1))],
    pattern: /(?<![\w.-])[a-z0-9]{6}\.[a-z0-9]{16}(?![\w-]|\.\w)/g,
    locate: bootstrapToken,
    redacts: ["kubeadm join --token {lower:6}.{lower:16}", "token id abcdef.0123456789abcdef is invalid"],
    keeps: ["The token in module.authenticatorapp is missing", "abcdef.0123456789abcdef is a name"],
  },
  {
    id: "secret-id",
    kind: "credential",
    needs: TRAIT.digit | TRAIT.joint,
    triggers: [beginsWith("secret id", "secret_id", "secret-id", "secretid")],
    pattern:
      /secret[ _-]?id\\?["']?(?:\s{0,20}[:=])?\s{0,20}\\?["']?(?<private>[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/gi,
    locate: secretId,
    redacts: [
      "nomad secret id {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12} is bad",
      "AccessorID: x\nSecretID:   {hex:8}-{hex:4}-{hex:4}-{hex:4}-{hex:12}",
    ],
    keeps: ["There is no secret with id 550e8400-e29b-41d4-a716-446655440000", "secret_id is required"],
  },
  {
    id: "encoded-text-url",
    kind: "credential",
    needs: TRAIT.colon,
    triggers: [beginsWith("data:")],
    // A text may hold anything; pictures, sounds and fonts are no secrets.
    pattern:
      /\bdata:(?:(?:text|application|message|multipart)\/[\w.+-]+|image\/svg\+xml)?(?:;[\w-]+=[\w.-]+)*;base64,(?<private>[\w+/=%-]{4,})/gi,
    redacts: [
      "data:text/plain;base64,{alnum:24} is too long",
      "bad data:application/json;charset=utf-8;base64,{alnum:40}==",
    ],
    keeps: ["bad image data:image/png;base64,{alnum:60}==", "Use data:text/plain;base64, for it"],
  },
];
