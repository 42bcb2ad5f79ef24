import type { Random } from "../../random.ts";
import { cloud } from "../../secrets/cloud.ts";
import { development } from "../../secrets/development.ts";
import { models } from "../../secrets/models.ts";
import { plain } from "../../secrets/plain.ts";
import { services } from "../../secrets/services.ts";
import { secret } from "../../secrets.ts";
import { credential, type Draft, type Frame } from "../draft.ts";

/** A secret and what authors call it. */
export interface Key {
  readonly value: Draft;
  /** "github token" */
  readonly words: string;
  /** "githubToken" */
  readonly camel: string;
  /** "github_token" */
  readonly snake: string;
  /** "github-token" */
  readonly kebab: string;
  /** "GITHUB_TOKEN" */
  readonly upper: string;
}

/** A frame around a key. */
export type Carrier = (key: Key) => Frame;

/** Secrets that tell by their own looks what they are, so that they may stand in any text. */
export const MARKED_NAMES: readonly string[] = [cloud, development, services, models].flatMap(Object.keys);

/** Secrets that only their text gives away. */
export const PLAIN_NAMES: readonly string[] = [
  ...Object.keys(plain),
  ...["hexKey32", "hexKey40", "hexKey64", "base64Key", "base62Key", "uuidKey", "csrfToken", "totpSecret", "oauthCode"],
];

const NAMELESS = new Set(["hexKey32", "hexKey40", "hexKey64", "base64Key", "base62Key", "uuidKey"]);
const CALLED = [
  "apiKey",
  "clientSecret",
  "accessToken",
  "signingKey",
  "webhookSecret",
  "refreshToken",
  "encryptionKey",
];

/** A secret of a name, marked. */
export const of =
  (...names: readonly string[]): Frame =>
  (random) =>
    credential(secret(random.pick(names), random.int(1, 1_000_000)))(random);

/** A secret of a name as a writer puts it down, marked as it then stands. */
export const ofWritten =
  (write: (value: string) => string, ...names: readonly string[]): Frame =>
  (random) =>
    credential(write(secret(random.pick(names), random.int(1, 1_000_000))))(random);

/** A secret of a name with what authors call it. */
export function keyOf(name: string, random: Random): Key {
  const camel = NAMELESS.has(name) ? random.pick(CALLED) : name;
  const parts = camel.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(" ");
  return {
    value: of(name)(random),
    camel,
    words: parts.join(" "),
    snake: parts.join("_"),
    kebab: parts.join("-"),
    upper: parts.join("_").toUpperCase(),
  };
}
