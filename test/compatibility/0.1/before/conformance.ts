import { type Audit, audits, type Level, type Need, type Outcome, type Seen } from "@uhp-errors/conformance";

/** What was heard of the service. */
export const seen: Seen[] = [];

export const needs: readonly Need[] = [];

/** Runs some audits, one after the other. */
export async function check(url: string, ids: readonly string[]): Promise<(readonly [string, Level, Outcome])[]> {
  const list = audits({
    url,
    token: "key",
    routes: { protected: "GET /v1/me" },
    onAnswer: (one) => void seen.push(one),
  });
  const outcomes: (readonly [string, Level, Outcome])[] = [];
  for (const audit of list.filter(({ id }: Audit) => ids.includes(id))) {
    outcomes.push([audit.id, audit.level, await audit.run()]);
  }
  return outcomes;
}
