import type { Random } from "../random.ts";
import {
  base36,
  base62,
  base64,
  base64url,
  digits,
  either,
  encoded,
  hex,
  letters,
  lower,
  type Maker,
  shape,
  upperHex,
  uuid,
} from "./shape.ts";

const WORDS = (
  "sunshine Dragon letmein Welcome hunter monkey Summer qwerty master Shadow Winter football Batman trustno Pepper " +
  "ginger Liverpool princess Schalke Hamburg soleil azerty estrella Barcelona sakura admin changeme secret Passw0rd orders"
).split(" ");
const USERS = ["admin", "app", "api", "svc-orders", "deploy", "root", "reporting"];
const LETTERS_AND_DIGITS = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const SYMBOLS = "!#$%^&*-_+=?.~";

/** A password of 8 to 20 characters that holds each of the given ones and at least one ordinary symbol. */
const password =
  (holding: string): Maker =>
  (random) => {
    const special = [...holding, ...random.chars(SYMBOLS, random.int(1, 3))];
    const plain = random.int(8 - special.length, 20 - special.length);
    const text = [...random.chars(LETTERS_AND_DIGITS, plain)];
    for (const symbol of special) text.splice(random.int(1, text.length - 1), 0, symbol);
    return text.join("");
  };

const simplePassword: Maker = (random) => random.pick(WORDS) + String(random.int(1, 9999));

const PHRASE_WORDS = (
  "abandon ability orbit canyon velvet lunar harvest puzzle anchor timber ripple saddle meadow copper ginger tunnel arctic bamboo " +
  "cactus dolphin ember fabric glacier hollow insect jungle kitten lemon mango nectar olive pepper quarter ribbon salmon tiger"
).split(" ");

const listOf =
  (length: number, separator: string, maker: Maker): Maker =>
  (random) =>
    Array.from({ length }, () => maker(random)).join(separator);

const header = (algorithm: string): Maker => encoded(() => `{"alg":"${algorithm}","typ":"JWT"}`, true);
const claims = (random: Random) =>
  `{"sub":"${random.chars("0123456789", 10)}","iat":${random.int(1_600_000_000, 1_799_999_999)},"scope":"write"}`;

/** A JSON web token of three parts. */
export const jwt: Maker = either(
  shape(header("HS256"), ".", encoded(claims, true), ".", base64url(43)),
  shape(header("ES256"), ".", encoded(claims, true), ".", base64url(86)),
  shape(header("RS256"), ".", encoded(claims, true), ".", base64url(342)),
);

const pem =
  (label: string, start: string, lines: number): Maker =>
  (random) => {
    const dashes = "-".repeat(5);
    const body = Array.from({ length: lines }, (_, line) => (line === 0 ? start : "") + base64(64)(random));
    const rows = body.map((row) => row.slice(0, 64));
    return [
      `${dashes}BEGIN ${label}${dashes}`,
      ...rows,
      `${base64(38)(random)}==`,
      `${dashes}END ${label}${dashes}`,
    ].join("\n");
  };

const KEY = ["PRIVATE", "KEY"].join(" ");

/** Secrets that belong to no vendor. */
export const generic: Record<string, Maker> = {
  password: password(""),
  simplePassword,
  slashPassword: password("/@"),
  quotePassword: password(`'"`),
  colonPassword: password(":;"),
  spacePassword: shape(simplePassword, " ", simplePassword),
  passphrase: shape(simplePassword, "-", simplePassword, "-", simplePassword),
  mixedPassword: (random) =>
    `${letters(5, 7)(random)}${random.pick(["aXb", "qZr", "eWd", "kQ_m"])}${letters(2, 6)(random)}`,
  lowerPassword: lower(10, 14),
  chosenPassword: shape(
    (random) => random.pick(["kestrel", "osprey", "quartz", "velvet"]),
    "-",
    either(letters(4), lower(4)),
    digits(2),
  ),
  pin: digits(8),
  seedPhrase: listOf(12, " ", (random) => random.pick(PHRASE_WORDS)),
  bytes: listOf(16, " ", hex(2)),
  numbers: listOf(16, ", ", (random) => String(random.int(0, 255))),
  mysqlHash: upperHex(40),
  scram: shape(base64(22), "==$", base64(43), "=:", base64(43), "="),
  djangoToken: shape(base36(6), "-", hex(32)),
  samlResponse: encoded(shape("<samlp:Response ID=", base62(24), "><saml:Issuer>")),
  samlArtifact: shape("AAQAAM", base62(50)),
  oauthTicket: shape("AM", base62(9), "-", base62(20), "_", base62(8)),
  inviteCode: base62(22),
  jwt,
  pem: either(pem(KEY, "MII", 6), pem(`RSA ${KEY}`, "MII", 6), pem(`EC ${KEY}`, "MHc", 2)),
  rsaPem: pem(`RSA ${KEY}`, "MII", 8),
  ecPem: pem(`EC ${KEY}`, "MHc", 2),
  opensshPem: pem(`OPENSSH ${KEY}`, "b3BlbnNzaC1rZXktdjEA", 5),
  encryptedPem: pem(`ENCRYPTED ${KEY}`, "MII", 5),
  pgpPem: pem(`PGP ${KEY} BLOCK`, "lQOY", 5),
  basicAuth: encoded(shape((random) => random.pick(USERS), ":", password(""))),
  sessionCookie: shape("s%3A", base64url(32), ".", base62(43)),
  phpSession: base36(26),
  laravelSession: encoded(
    shape(`{"iv":"`, base64(22), `==","value":"`, base64(64), `","mac":"`, hex(64), `","tag":""}`),
  ),
  djangoSession: base36(32),
  railsSession: shape(base64(88), "--", base64(14), "%3D%3D"),
  csrfToken: base64url(43),
  signature: hex(64),
  totpSecret: (random) => random.chars("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 32),
  oauthCode: shape("4/0A", base64url(70)),
  hexKey32: hex(32),
  hexKey40: hex(40),
  hexKey64: hex(64),
  base64Key: shape(base64(43), "="),
  base62Key: base62(32),
  uuidKey: uuid,
};
