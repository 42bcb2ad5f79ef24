import type { Entry } from "./entry.ts";
import { hash, random } from "./random.ts";

const SEED = 7_919;

/** Messages that have all been read while rules were written: they measure nothing any more. */
const READ: ReadonlySet<string> = new Set(["node.jsonl", "npm.jsonl", "tools.jsonl", "kinds-credentials.jsonl"]);

/** The corpus in two: rules may be read off `tuning`; `heldOut` only measures them. */
export interface Split {
  readonly tuning: readonly Entry[];
  readonly heldOut: readonly Entry[];
}

/**
 * Splits what nobody has read all of by a hash of a fixed seed and each entry's id, about half and half, so that new
 * entries never move old ones. The same error in another form (its stack, flattened, as JSON, inspected) is of one family
 * with it, and a family is held out only when each of its members is.
 */
export function split(entries: readonly Entry[]): Split {
  const seen = new Set(entries.filter(isTuning).map(({ id }) => familyOf(id)));
  return {
    tuning: entries.filter(({ id }) => seen.has(familyOf(id))),
    heldOut: entries.filter(({ id }) => !seen.has(familyOf(id))),
  };
}

function isTuning({ id, origin }: Entry): boolean {
  return READ.has(origin) || random(hash(`${SEED}:${id}`)).next() < 0.5;
}

function familyOf(id: string): string {
  return id.replace(/(?:-(?:stack|flat|json|inspect))+$/, "");
}
