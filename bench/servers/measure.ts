import { Child, type ChildOptions } from "../run/child.ts";
import { type Round, type Shot, shoot } from "./load.ts";
import type { Started } from "./questions.ts";

/** How much to measure. */
export interface Effort extends Shot {
  readonly rounds: number;
  /** How many seconds of requests come before the first round. */
  readonly warmUp: number;
}

/** A server to send load to. */
export interface Target extends ChildOptions {
  /** The status that it answers with. */
  readonly status: number;
  /** Checks one response before anything is measured. */
  check?(url: string): Promise<void>;
}

/** The rounds of each server, in the order of the run. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly Round[]>>;

/**
 * Starts servers, each in its own process, and sends load to them in turn, so that a slow moment of the machine hits all of them.
 * Each round begins with another server.
 */
export async function measure<Name extends string>(
  targets: Readonly<Record<Name, Target>>,
  effort: Effort,
): Promise<Rounds<Name>> {
  const servers: { readonly name: Name; readonly child: Child; readonly url: string }[] = [];
  const round = (index: number, seconds: number) => {
    const { name, child, url } = servers[index % servers.length] as (typeof servers)[number];
    return shoot(child, url, targets[name].status, { ...effort, seconds });
  };
  const rounds = {} as Record<Name, Round[]>;
  try {
    for (const [name, target] of Object.entries(targets) as [Name, Target][]) {
      const child = new Child(target);
      const { url } = await child.next<Started>();
      servers.push({ name, child, url });
      rounds[name] = [];
      await target.check?.(url);
      await round(servers.length - 1, effort.warmUp);
    }
    for (let number = 0; number < effort.rounds; number += 1) {
      for (const offset of servers.keys()) {
        const index = (number + offset) % servers.length;
        rounds[(servers[index] as (typeof servers)[number]).name].push(await round(index, effort.seconds));
      }
    }
  } finally {
    for (const { child } of servers) child.end();
  }
  return rounds;
}
