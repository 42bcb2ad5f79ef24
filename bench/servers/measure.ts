import { Child } from "../run/child.ts";
import type { Node } from "../run/nodes.ts";
import { checkAnswer, expectedStatus } from "./expected.ts";
import { type Round, type Shot, shoot } from "./load.ts";
import { type Case, type Framework, VARIANTS, type Variant } from "./names.ts";
import type { Started } from "./server.ts";

/** How much to measure. */
export interface Effort extends Shot {
  readonly rounds: number;
  /** Seconds of requests before the first round. */
  readonly warmUp: number;
}

/** What to measure, and in which builds. */
export interface Subject {
  readonly node: Node;
  readonly framework: Framework;
  readonly name: Case;
  readonly packages?: string | undefined;
}

/** The rounds of each variant, in the order in which they were run. */
export type Rounds = Readonly<Record<Variant, readonly Round[]>>;

const SERVER = new URL("server.ts", import.meta.url);

/**
 * Serves one case of one framework in four processes, one for each variant, and shoots at them in turn: a slow moment of the
 * machine hits all. Each round begins with another variant, so that none always comes after the same one.
 */
export async function measure(subject: Subject, effort: Effort): Promise<Rounds> {
  const children = new Map<Variant, Child>();
  const urls = new Map<Variant, string>();
  const rounds: Record<Variant, Round[]> = { bare: [], headers: [], hand: [], ours: [] };
  const round = (variant: Variant, seconds: number) =>
    shoot(children.get(variant) as Child, urls.get(variant) ?? "", expectedStatus(subject.name, variant), {
      ...effort,
      seconds,
    });
  try {
    for (const variant of VARIANTS) {
      const { node, framework, name, packages } = subject;
      const child = new Child({ node, packages, file: SERVER, args: [framework, variant, name] });
      children.set(variant, child);
      const { url } = await child.next<Started>();
      urls.set(variant, url);
      await checkAnswer(url, name, variant);
      await round(variant, effort.warmUp);
    }
    for (let number = 0; number < effort.rounds; number += 1) {
      for (const index of VARIANTS.keys()) {
        const variant = VARIANTS[(index + number) % VARIANTS.length] as Variant;
        rounds[variant].push(await round(variant, effort.seconds));
      }
    }
  } finally {
    for (const child of children.values()) child.end();
  }
  return rounds;
}
