import type { PrivateKind } from "@uhp-errors/core/sanitizer";
import { EXAMPLES } from "../../../packages/core/src/sanitizer/rules/index.examples.ts";
import { runnableRules } from "../../../packages/core/src/sanitizer/rules/runnable.ts";
import { found } from "../../corpus/reference.ts";
import { pick, type Random, randomOf } from "./random.ts";

/** A string that a rule promises to clean. */
export interface Planted {
  readonly text: string;
  /** The parts of it that must be removed. */
  readonly parts: readonly string[];
}

/** A rule's own example of something private. */
export interface Promised {
  /** The rule, and the index of the example among the rule's own. Cases use this name. */
  readonly name: string;
  readonly rule: string;
  readonly kind: PrivateKind;
  /** Whether it is a token that its rule finds anywhere, even without the sentence of the example. */
  readonly isToken: boolean;
  /** Returns the example with random parts, and what is private in it. */
  plant(seed: number): Planted;
}

const ALPHABETS: Readonly<Record<string, readonly string[]>> = {
  digits: ["0123456789"],
  hex: ["0123456789", "abcdef"],
  lower: ["abcdefghijklmnopqrstuvwxyz", "0123456789"],
  upper: ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"],
  base32: ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "234567"],
  alnum: ["abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"],
};

/** Takes random characters from each group of an alphabet in turn, since real tokens mix them. */
function randomPart(random: Random, name: string, length: number): string {
  const sorts = ALPHABETS[name];
  if (sorts === undefined) throw new RangeError(`there is no alphabet ${name}`);
  return Array.from({ length }, (_, index) => pick(random, [...(sorts[index % sorts.length] as string)])).join("");
}

/** Shorter parts also occur in ordinary words. */
const SHORTEST = 6;

/** The sentence around the token of an example. */
const AROUND_TOKEN = /^The key (.*) was refused\.$/;

const byId = new Map(runnableRules().map((rule) => [rule.id, rule]));

function promise(rule: string, example: string, index: number): Promised {
  const own = byId.get(rule);
  if (own === undefined) throw new RangeError(`there is no rule ${rule}`);
  const token = AROUND_TOKEN.exec(example)?.[1];
  return {
    name: `${rule} ${index}`,
    rule,
    kind: own.kind,
    isToken: token !== undefined,
    plant(seed) {
      const random = randomOf(seed);
      const filled: string[] = [];
      const text = (token ?? example).replace(/\{(\w+):(\d+)\}/g, (_, alphabet: string, length: string) => {
        filled.push(randomPart(random, alphabet, Number(length)));
        return filled.at(-1) as string;
      });
      const removed = found(text, [own]).map(({ start, end }) => text.slice(start, end));
      const parts = filled.length > 0 ? filled.filter((part) => removed.some((one) => one.includes(part))) : removed;
      return { text, parts: parts.filter((part) => part.length >= SHORTEST) };
    },
  };
}

/** All examples of all rules. */
export const PROMISED: readonly Promised[] = Object.entries(EXAMPLES).flatMap(([rule, { redacts }]) =>
  redacts.map((example, index) => promise(rule, example, index)),
);

const byName = new Map(PROMISED.map((promised) => [promised.name, promised]));

/** @throws {RangeError} if there is no such example, or no longer. */
export function promisedNamed(name: string): Promised {
  const found = byName.get(name);
  if (found === undefined) throw new RangeError(`no rule has an example ${name}`);
  return found;
}
