import { redactorOf } from "@uhp-errors/core/internal";
import fc from "fast-check";
import { encoded, KNOWN_THROUGH, READ_THROUGH, readingsWith, ways } from "../support/encodings.ts";
import { randomOf } from "../support/random.ts";
import { PROMISED, promisedNamed } from "../support/secrets.ts";
import { joined, type Words, words } from "../support/words.ts";
import { type Target, Violation } from "../target.ts";

interface Case {
  readonly secret: string;
  readonly seed: number;
  readonly first: readonly string[];
  readonly encodings: readonly string[];
  readonly before: Words;
  readonly after: Words;
  /** Whether the words touch the secret without a space. */
  readonly touches: boolean;
}

const TOKENS = PROMISED.filter(({ kind, isToken }) => kind === "credential" && isToken);

/** Secrets that the caller knows, in every encoding that a reader could undo. */
export const redaction: Target<Case> = {
  cases: fc.record({
    secret: fc.constantFrom(...TOKENS.map(({ name }) => name)),
    seed: fc.nat(),
    first: fc.array(fc.constantFrom(...Object.keys(KNOWN_THROUGH)), { maxLength: 1 }),
    encodings: ways,
    before: words,
    after: words,
    touches: fc.boolean(),
  }),
  start: async () => ({
    attempt: ({ secret, seed, first, encodings, before, after, touches }) => {
      const known = promisedNamed(secret).plant(seed).text;
      const random = randomOf(seed);
      const written = encoded(encoded(known, first, KNOWN_THROUGH, random), encodings, READ_THROUGH, random);
      // After a character that begins an escape, an unescaped letter becomes part of that escape. If other letters are escaped, the result
      // is ambiguous.
      const begins = /(?<!\\)\\(?:\\\\)*$|[%&]$/.test(joined(before));
      const isClear = !begins || encodings.every((name) => name === "invisible");
      const text = [joined(before), written, joined(after)].join(touches && isClear ? "" : " ");
      const redacted = redactorOf(new Set([known]))(text);
      // The middle half counts as the secret, since a base64 digit at either end may depend on what is around it.
      const half = known.slice(known.length >> 2, -(known.length >> 2));
      for (const reading of readingsWith(redacted)) {
        if (reading.includes(half)) {
          throw new Violation("nothing private leaves", `${known} as ${written} is in ${redacted}`);
        }
      }
    },
  }),
};
