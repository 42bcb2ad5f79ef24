import type { Labelled } from "./entry.ts";
import { random } from "./random.ts";
import { around } from "./synthetic/around.ts";
import { type Draft, holdsOf, isClear, textOf } from "./synthetic/draft.ts";
import { GROUPS, type Group } from "./synthetic/groups.ts";

const MOST_ATTEMPTS = 40;

/**
 * About `count` invented texts, the same ones for the same seed and count, each labelled by how it was made. An id
 * names the group, the frame and the turn: `synthetic/socket-12-140`. Throws an Error when a frame cannot be filled
 * without a private value standing outside its label too.
 */
export function synthetic(seed: number, count: number): Labelled[] {
  const seen = new Set<string>();
  return GROUPS.flatMap((group) =>
    Array.from({ length: Math.round((group.share * count) / 1_000) }, (_, turn) => entry(group, turn, seed, seen)),
  );
}

/** The first clear text that no entry has yet. Repeated attempts put an author's words around it, to differ. */
function entry(group: Group, turn: number, seed: number, seen: Set<string>): Labelled {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const choices = random(`${seed}/${group.name}/${turn}/${attempt}`);
    const { frame, draft } = group.make(turn, choices);
    const wrapped = choices.chance(group.around) || attempt > MOST_ATTEMPTS / 2;
    const whole: Draft = wrapped ? choices.pick(around)(draft)(choices) : draft;
    const text = textOf(whole);
    if (!isClear(whole) || seen.has(text)) continue;
    seen.add(text);
    return { id: `synthetic/${group.name}-${frame}-${turn}`, source: "synthetic", text, holds: holdsOf(whole) };
  }
  throw new Error(`No clear text for turn ${turn} of ${group.name}`);
}
