import { sanitizeMessage } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as locales from "zod/locales";

/** What a locale makes of an issue. */
type SentenceOf = (issue: object) => unknown;

const ORIGINS = ["string", "number", "array", "set", "map", "file", "date", "bigint"];
const TYPES = "string number boolean date array object undefined null nan bigint map set record tuple file".split(" ");
const FORMATS = (
  "email url emoji uuid uuidv4 nanoid guid cuid cuid2 ulid xid ksuid datetime date time duration ipv4 ipv6 mac cidrv4 " +
  "cidrv6 base64 base64url json_string e164 jwt template_literal lowercase uppercase"
).split(" ");

/** What a check finds wrong, of every kind that the locales have a sentence for. */
const ISSUES: readonly object[] = [
  ...TYPES.map((expected) => ({ code: "invalid_type", expected, input: expected === "string" ? 7 : "paid" })),
  ...TYPES.map((expected) => ({ code: "invalid_type", expected, input: undefined })),
  ...ORIGINS.flatMap((origin) =>
    [true, false].flatMap((inclusive) => [
      { code: "too_small", origin, minimum: 8, inclusive },
      { code: "too_big", origin, maximum: 120, inclusive },
    ]),
  ),
  ...FORMATS.map((format) => ({ code: "invalid_format", format })),
  { code: "invalid_format", format: "regex", pattern: "/^[a-z0-9-]{3,20}$/" },
  { code: "invalid_format", format: "starts_with", prefix: "order_" },
  { code: "invalid_format", format: "ends_with", suffix: ".pdf" },
  { code: "invalid_format", format: "includes", includes: "@" },
  { code: "invalid_value", values: ["plain"] },
  { code: "invalid_value", values: ["draft", "paid", "sent"] },
  { code: "not_multiple_of", divisor: 5 },
  { code: "unrecognized_keys", keys: ["newPassword"] },
  { code: "unrecognized_keys", keys: ["apiKey", "token", "zip"] },
  { code: "invalid_key", origin: "map" },
  { code: "invalid_element", origin: "set" },
  { code: "invalid_union", errors: [] },
];

/** The sentences of a locale, each once. */
function sentencesOf(locale: () => { readonly localeError: SentenceOf }): readonly string[] {
  const { localeError } = locale();
  return [...new Set(ISSUES.map((issue) => String(localeError(issue))))];
}

const LOCALES = Object.values(locales).filter((locale) => typeof locale === "function");

const SENTENCES = LOCALES.flatMap((locale) => sentencesOf(locale as () => { readonly localeError: SentenceOf }));

test("there are at least 3,000 sentences in 20 languages", () => {
  expect(LOCALES.length).toBeGreaterThanOrEqual(20);
  expect(new Set(SENTENCES).size).toBeGreaterThanOrEqual(3_000);
});

test.each<readonly [where: string, write: (sentence: string) => string]>([
  ["alone", (sentence) => sentence],
  ["after the name of a password", (sentence) => `password: ${sentence}`],
  ["before the place of a password", (sentence) => `${sentence} (#/user/password)`],
  ["after the name of a key", (sentence) => `Invalid "api_key" - ${sentence}`],
])("a sentence %s keeps all its words", (_, write) => {
  const changed = SENTENCES.map(write).filter((text) =>
    sanitizeMessage(text).removed.some(({ kind }) => kind !== "rest" && kind !== "control"),
  );
  expect(changed).toEqual([]);
});
