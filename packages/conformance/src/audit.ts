import type { Version } from "@uhp-errors/core";
import type { AuditOutcome } from "./outcome.ts";
import type { Probe } from "./requests/probe.ts";
import type { RouteName } from "./routes.ts";

/** How binding a rule is, in the words of RFC 2119. */
export type AuditLevel = "MUST" | "SHOULD" | "MAY";

/** A requirement of an audit: raw sockets, or a known route. */
export type AuditNeed = "raw" | `routes.${RouteName}`;

/** The clause of a specification that states a rule. */
export interface Clause {
  /** The chapter of the UHP specification and its section, such as `errors 1`; or an RFC and its section. */
  readonly name: string;
  /** A link to it. */
  readonly url: string;
}

/** One rule that a service may follow or break. */
export interface Audit {
  /** Permanent: it never changes its meaning and is never reused. */
  readonly id: string;
  readonly level: AuditLevel;
  /** The rule as a sentence that begins with its level. */
  readonly name: `${AuditLevel} ${string}`;
  readonly clause: Clause;
  /** Its requirements. */
  readonly needs: readonly AuditNeed[];
  /** Sends the requests it needs and judges the responses. Never rejects. A request that several audits need is sent once. */
  run(): Promise<AuditOutcome>;
}

export interface Definition {
  readonly id: string;
  readonly name: `${AuditLevel} ${string}`;
  readonly clause: string;
  readonly needs?: readonly AuditNeed[];
  /** Resolves if the service follows the rule. @throws Fault if it does not, Unjudged if that cannot be determined */
  check(probe: Probe): Promise<void>;
}

const SPECIFICATION = "https://github.com/HarnessRouter/harnessrouter/blob/main/protocol/versions";

/** Returns a clause with a link to it: in a version of the specification, or in an RFC. */
export function linkClause(name: string, version: Version): Clause {
  const [, rfc, section] = /^RFC (\d+), section (.+)$/.exec(name) ?? [];
  if (rfc !== undefined) return { name, url: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` };
  return { name, url: `${SPECIFICATION}/${version}/${name.split(" ")[0]}.md` };
}
