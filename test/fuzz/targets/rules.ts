import { createSanitizer } from "@uhp-errors/core/sanitizer";
import fc from "fast-check";
import { Memory } from "../../../packages/core/src/sanitizer/engine/memory.ts";
import { safeSentence } from "../../../packages/core/src/sanitizer/engine/message.ts";
import {
  createBuiltInSearch,
  findPrivate,
  foundIn,
  type Search,
} from "../../../packages/core/src/sanitizer/engine/redact.ts";
import type { RuleScanner } from "../../../packages/core/src/sanitizer/engine/rule-scanner.ts";
import { readOptions } from "../../../packages/core/src/sanitizer/engine/sanitizer-options.ts";
import { EXAMPLE_TEXTS, found, inOrder, plainly, SIGNS, triggered } from "../../corpus/reference.ts";
import { joined, words } from "../support/words.ts";
import { measured, type Target, Violation } from "../target.ts";

interface Case {
  readonly parts: readonly string[];
  readonly maxLength: number;
}

/** All traits, so that no step is left out. */
const ALL_TRAITS = -1;

/** Searches as the library does, but runs every rule on the whole text. */
const whole: Search = {
  scanner: { read: () => ALL_TRAITS, findings: (text: string) => [...found(text)] } as Pick<
    RuleScanner,
    "read" | "findings"
  > as RuleScanner,
  enabled: new Uint8Array(0),
  own: [],
  keep: [],
};

/** A memory that never remembers anything. */
class Forgetful extends Memory {
  override has(): boolean {
    return false;
  }
}

const forgetful = new Forgetful();

const LINE_BREAK = /[\n\v\f\r\u0085\u2028\u2029]/;

const example = fc.constantFrom(...EXAMPLE_TEXTS);

const piece = fc.oneof(
  { weight: 4, arbitrary: example },
  {
    weight: 4,
    arbitrary: fc
      .tuple(example, fc.nat(120), fc.nat(120))
      .map(([text, from, length]) => text.slice(from % (text.length + 1)).slice(0, length)),
  },
  { weight: 6, arbitrary: fc.constantFrom("|", ...SIGNS) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8, unit: "binary" }) },
  { weight: 1, arbitrary: words.map(joined) },
  // A part that repeats and repeats, which can make a regular expression slow.
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ minLength: 1, maxLength: 4 }), fc.constantFrom(50, 2_000))
      .map(([one, times]) => one.repeat(times)),
  },
);

/** Strings with everything that rules look for. The library must find what all rules find in the whole string, whatever work it saves. */
export const rules: Target<Case> = {
  cases: fc.record({
    parts: fc.array(piece, { maxLength: 10 }),
    maxLength: fc.constantFrom(40, 300, 500, 2_000),
  }),
  start: async () => {
    const search = createBuiltInSearch();
    const sanitizers = new Map([40, 300, 500, 2_000].map((maxLength) => [maxLength, createSanitizer({ maxLength })]));
    return {
      attempt: ({ parts, maxLength }) => {
        const text = parts.join("");
        const sanitizer = sanitizers.get(maxLength);
        if (sanitizer === undefined) throw new RangeError(`no sanitizer of ${maxLength}`);
        const expectLittleWork = measured();
        const { message, removed } = sanitizer.message(text);
        const detail = sanitizer.detailText(text);
        expectLittleWork();

        if (text.length < 8_000) {
          same("the rules find", triggered(text), plainly(text));
          same(
            "with escapes, they find",
            inOrder(findPrivate(text, search)),
            inOrder(foundIn(text, whole, ALL_TRAITS)),
          );
        }
        const settings = {
          ...readOptions({ maxLength }),
          search: () => whole,
          clean: forgetful,
          settled: forgetful,
        };
        const reference = safeSentence(text, settings);
        same("the message is", message, reference.message);
        same("removed is", removed, reference.removed);

        if (LINE_BREAK.test(message)) throw new Violation("a message is one line", message);
        if (message.length > maxLength) throw new Violation("a message is one line", `${message.length} units`);
        same("again, the message is", sanitizer.message(message).message, message);
        same("again, the detail is", sanitizer.detailText(detail), detail);
      },
    };
  },
};

function same(what: string, got: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(got), JSON.stringify(wanted)];
  if (one !== other) throw new Violation("saving work changes nothing", `${what} ${one}, not ${other}`);
}
