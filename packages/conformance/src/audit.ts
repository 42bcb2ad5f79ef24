import type { Version } from "@uhp-errors/core";
import type { Outcome } from "./outcome.ts";
import type { Probe } from "./requests/probe.ts";
import type { RouteName } from "./routes.ts";

/** How much a rule binds: by the words of RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";

/** What an audit cannot do without: a token, raw sockets, or knowledge of a route. */
export type Need = "token" | "raw" | `routes.${RouteName}`;

/** The rule that an audit is about. */
export interface Clause {
  /** The chapter of the UHP specification and its section, such as `errors 1`; or an RFC and its section. */
  readonly name: string;
  /** Where it can be read. */
  readonly url: string;
}

/** One rule that a service either keeps or does not. */
export interface Audit {
  /** Permanent: it never changes its meaning, and it is never used again. */
  readonly id: string;
  readonly level: Level;
  /** The rule as a sentence that begins with its level. */
  readonly name: `${Level} ${string}`;
  readonly clause: Clause;
  /** What it cannot do without. */
  readonly needs: readonly Need[];
  /** Sends what it has to and judges the answers. Never rejects. What several audits ask is sent once. */
  run(): Promise<Outcome>;
}

/** An audit before it is bound to a service. */
export interface Definition {
  readonly id: string;
  readonly name: `${Level} ${string}`;
  /** The name of the clause. */
  readonly clause: string;
  readonly needs?: readonly Need[];
  /** Resolves when the rule is kept. @throws Fault where it is not, Unjudged where that cannot be told. */
  check(probe: Probe): Promise<void>;
}

const SPECIFICATION = "https://github.com/HarnessRouter/harnessrouter/blob/main/protocol/versions";

/** The place of a clause in a version of the specification. */
export function clauseOf(name: string, version: Version): Clause {
  const [, rfc, section] = /^RFC (\d+), section (.+)$/.exec(name) ?? [];
  if (rfc !== undefined) return { name, url: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` };
  return { name, url: `${SPECIFICATION}/${version}/${name.split(" ")[0]}.md` };
}
