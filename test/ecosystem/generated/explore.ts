import fc from "fast-check";
import type { Driver } from "../../conformance/drivers/driver.ts";
import { Crashes } from "./crashes.ts";
import { plans } from "./draw.ts";
import { type Mode, type Observed, type Target, target } from "./exchange.ts";
import { type Finding, judge, judgeEqual, judgeObserved, kindOf } from "./judge.ts";
import { type Plan, shown } from "./plan.ts";

/** Exchanges that run at the same time. */
const AT_ONCE = 32;

/** What is wrong with a run of a plan, compared with the bare framework's and with that under a contract in force. */
type Judgment = (bare: Observed, mounted: Observed, enforced: Observed) => Finding | undefined;

/** A framework twice: bare, and with a contract. If the contract only reports, there is a third server with it in force. */
export class Pair {
  readonly #bare: Target;
  readonly #mounted: Target;
  readonly #enforced: Target;
  readonly #crashes = new Crashes();
  /** How many runs there were of each kind. `crash` is a run that would have ended the bare framework's process. */
  readonly kinds = { success: 0, error: 0, late: 0, crash: 0 };

  readonly #judge: Judgment;
  /** Whether handlers reach Node's own response. */
  readonly #hasNodeResponse: boolean;

  private constructor(
    bare: Target,
    mounted: Target,
    enforced: Target,
    judgment: Judgment,
    { hasNodeResponse }: Driver,
  ) {
    this.#hasNodeResponse = hasNodeResponse;
    this.#bare = bare;
    this.#mounted = mounted;
    this.#enforced = enforced;
    this.#judge = judgment;
    this.#crashes.start();
  }

  /** @param mode `"bare"` compares the bare framework with itself. */
  static async of(driver: Driver, mode: Mode = "enforced"): Promise<Pair> {
    const mounted = await target(driver, mode);
    const enforced = mode === "observed" ? await target(driver, "enforced") : mounted;
    return new Pair(await target(driver, "bare"), mounted, enforced, JUDGES[mode], driver);
  }

  /** Runs a plan on both sides. Uncaught exceptions are collected only during that time. */
  async compareOnce(plan: Plan): Promise<Finding | undefined> {
    this.#crashes.stop();
    this.#crashes.start();
    try {
      return await this.compare(plan);
    } finally {
      this.#crashes.stop();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...new Set([this.#bare, this.#mounted, this.#enforced])].map((each) => each.close()));
    this.#crashes.stop();
  }

  /**
   * Runs a plan on both sides. `alone` means that no other plan runs at the same time, so an exception of an unknown run belongs to this
   * plan.
   */
  async compare(plan: Plan, alone = true): Promise<Finding | undefined> {
    if (!this.#hasNodeResponse && (plan.mode === "raw" || isUnread(plan))) return undefined;
    const { strays } = this.#crashes;
    const bare = await this.#bare.observe(plan, false);
    if (bare.run.crash !== undefined || (alone && this.#crashes.strays > strays)) {
      this.kinds.crash += 1;
      return undefined;
    }
    const kind = kindOf(bare);
    this.kinds[kind] += 1;
    const mustEnd = !bare.open || (kind === "error" && bare.run.failure !== undefined);
    const isEnforced = this.#mounted === this.#enforced && this.#judge === judge;
    const mounted = await this.#mounted.observe(plan, isEnforced ? mustEnd : !bare.open);
    const enforced = this.#mounted === this.#enforced ? mounted : await this.#enforced.observe(plan, mustEnd);
    const crash = mounted.run.crash ?? (this.#crashes.strays > strays ? "of neither run" : undefined);
    if (crash === undefined) return this.#judge(bare, mounted, enforced);
    return { what: "an exception that nothing catches", bare: undefined, mounted: String(crash) };
  }

  /**
   * Runs many plans, some at the same time, and returns the indexes of those that make a difference. A plan has to make it twice, the
   * second time alone, so that the machine's load does not matter.
   */
  async explore(many: readonly Plan[]): Promise<number[]> {
    const suspects: number[] = [];
    let next = 0;
    const worker = async () => {
      while (next < many.length) {
        const index = next;
        next += 1;
        if (await this.compare(many[index] as Plan, false)) suspects.push(index);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const failing: number[] = [];
    for (const index of suspects.sort((one, other) => one - other)) {
      if (await this.compare(many[index] as Plan)) failing.push(index);
    }
    return failing;
  }

  /** The smallest plan that still makes a difference, shrunk from one of a seed's, as a string. */
  async shrunk(seed: number, index: number): Promise<string> {
    const property = fc.asyncProperty(plans, async (plan) => (await this.compare(plan)) === undefined);
    const { counterexample } = await fc.check(property, { seed, path: String(index), numRuns: 1 });
    const plan = counterexample?.[0];
    if (plan === undefined) return "it did not happen again";
    const finding = await this.compare(plan);
    return `${shown(plan)}\n${finding?.what}\n  bare:    ${text(finding?.bare)}\n  mounted: ${text(finding?.mounted)}`;
  }
}

/** Whether a stream fails although nothing reads it, so that the server does not see the failure. */
function isUnread({ method, steps }: Plan): boolean {
  return steps.some((step) => {
    if (!("reply" in step) || !JSON.stringify(step).includes('"fails at once"')) return false;
    return method === "HEAD" || step.reply === 204 || step.reply === 304;
  });
}

const JUDGES = { bare: judgeEqual, observed: judgeObserved, enforced: judge } as const;

/** The plans of a seed. */
export function plansOf(seed: number, count: number): Plan[] {
  return fc.sample(plans, { seed, numRuns: count });
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
