import { CODES, type ContractCode } from "../codes/index.ts";

/** Words that name a kind of error rather than a vendor. They are reserved, like the first words of the contract's codes. */
const GENERIC_WORDS = [
  "auth authentication authorization bad body client conflict error forbidden header http",
  "internal method network no not param permission protocol request route server",
  "stream task token too uhp unauthorized unexpected unknown upstream validation version",
] as const;

type WordIn<Text extends string> = Text extends `${infer Word} ${infer Rest}` ? Word | WordIn<Rest> : Text;

type FirstWord<Text extends string> = Text extends `${infer Word}_${string}` ? Word : Text;

/** A prefix that vendors cannot use, because it could be mistaken for one of the contract's own words. */
export type ReservedPrefix = FirstWord<ContractCode> | WordIn<(typeof GENERIC_WORDS)[number]>;

const RESERVED: ReadonlySet<string> = new Set([
  ...GENERIC_WORDS.flatMap((line) => line.split(" ")),
  ...Object.keys(CODES).map((code) => code.split("_", 1)[0] as string),
]);

const SHAPE = /^[a-z][a-z0-9]*$/;

/**
 * Checks a vendor prefix at start-up.
 *
 * @throws TypeError that names the prefix and the rule it breaks.
 */
export function assertVendorPrefix(vendor: unknown): asserts vendor is string {
  const written = typeof vendor === "string" ? `"${vendor}"` : String(typeof vendor);
  if (typeof vendor !== "string" || !SHAPE.test(vendor)) {
    throw new TypeError(
      `vendor ${written}: a vendor prefix is lower-case letters and digits and begins with a letter, for example "acme"`,
    );
  }
  if (RESERVED.has(vendor)) {
    throw new TypeError(
      `vendor ${written}: this word begins a code of the specification or names a kind of error, so no vendor may have it; use the name of your company or product`,
    );
  }
}

type CharacterIn<Text extends string> = Text extends `${infer One}${infer Rest}` ? One | CharacterIn<Rest> : never;
type LowerLetter = CharacterIn<"abcdefghijklmnopqrstuvwxyz">;
export type Digit = CharacterIn<"0123456789">;

/** Whether a name consists of words of lower-case letters and digits, joined by single underscores. */
export type IsWords<Name extends string> = string extends Name
  ? true
  : Name extends `${LowerLetter | Digit}${infer Rest}`
    ? IsRest<Rest>
    : false;

type IsRest<Rest extends string> = Rest extends ""
  ? true
  : Rest extends `${LowerLetter | Digit}${infer More}`
    ? IsRest<More>
    : Rest extends `_${infer More}`
      ? IsWords<More>
      : false;

/** Whether a name is one such word that begins with a letter. */
type HasShape<Text extends string> = Text extends `${string}_${string}`
  ? false
  : Text extends `${LowerLetter}${string}`
    ? IsWords<Text>
    : false;

/** The prefix itself if it is allowed, otherwise a sentence that the compiler shows in its error. */
export type CheckedPrefix<Vendor extends string> = string extends Vendor
  ? "a vendor prefix must be a literal, so that the compiler can check the codes"
  : Vendor extends ReservedPrefix
    ? `${Vendor} is reserved: it begins a code of the contract or names a kind of error`
    : HasShape<Vendor> extends true
      ? Vendor
      : "a vendor prefix is lower-case letters and digits and begins with a letter";
