import fc from "fast-check";
import { EXAMPLES } from "../../../packages/core/src/sanitizer/rules/index.examples.ts";
import { filled } from "../../corpus/reference.ts";

const KEPT = Object.values(EXAMPLES).flatMap(({ keeps }) => keeps.map((text) => filled(text)));

const word = fc.constantFrom(
  ..."the store failed: key at from order 7 was refused by upstream, while reading config (again) for user 42 e.g. node".split(
    " ",
  ),
);

const noise = fc.constantFrom(
  ..."( ) [ ] { } < > \" ' ` = == : :: , ; . ... / // \\ \\\\ | # $ % ^ ~ ! ? * & + - -- _ @ %20 %2520 %0A \\n \\u0020 &amp; &#10; é 密码 😀".split(
    " ",
  ),
  "\n",
  "\t",
  "  ",
  "\u200b",
);

/** Words, and how often each is repeated, so that a short case describes a long string. */
export type Words = readonly (readonly [word: string, times: number])[];

const once = (one: string): Words[number] => [one, 1];

/** Words, characters, escapes and harmless strings that a message may have around something private. */
export const words: fc.Arbitrary<Words> = fc.oneof(
  { weight: 6, arbitrary: fc.array(word.map(once), { maxLength: 8 }) },
  {
    weight: 6,
    arbitrary: fc.array(
      fc
        .oneof(
          { weight: 5, arbitrary: word },
          { weight: 3, arbitrary: noise },
          { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
          { weight: 1, arbitrary: fc.constantFrom(...KEPT) },
        )
        .map(once),
      { maxLength: 12 },
    ),
  },
  // More than the sanitizer looks at.
  { weight: 1, arbitrary: fc.tuple(fc.tuple(word, fc.constantFrom(300, 3_000))) },
);

export function joined(list: Words): string {
  return list.flatMap(([one, times]) => Array<string>(times).fill(one)).join(" ");
}
