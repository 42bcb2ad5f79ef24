import { type Audit, type AuditLevel, type Definition, linkClause } from "./audit.ts";
import { type AuditOptions, checkOptions } from "./options.ts";
import type { AuditOutcome } from "./outcome.ts";
import { Probe } from "./requests/probe.ts";
import { ACCESS } from "./rules/access.ts";
import { ADDRESSES } from "./rules/addresses.ts";
import { BODIES } from "./rules/bodies.ts";
import { CODE_RULES } from "./rules/codes.ts";
import { ENVELOPE } from "./rules/envelope.ts";
import { FIELDS } from "./rules/fields.ts";
import { LEAKS } from "./rules/leaks.ts";
import { LIMITS } from "./rules/limits.ts";
import { RAW } from "./rules/raw.ts";
import { STREAMS } from "./rules/streams.ts";
import { VERSION_RULES } from "./rules/versions.ts";

const ALL: readonly Definition[] = /* @__PURE__ */ (() => [
  ...ENVELOPE,
  ...FIELDS,
  ...LEAKS,
  ...VERSION_RULES,
  ...ACCESS,
  ...ADDRESSES,
  ...BODIES,
  ...LIMITS,
  ...CODE_RULES,
  ...STREAMS,
  ...RAW,
])();

/**
 * Returns the rules of UHP's chapter on errors, as audits of one service. Nothing is sent before an audit runs. Audits
 * share their requests, so run those of one list one after the other.
 *
 * @throws TypeError that names the option and its allowed values.
 * @example
 * for (const audit of audits({ url: "http://127.0.0.1:3000", token: "test-key" })) {
 *   test(audit.name, async () => assert.notEqual((await audit.run()).status, "fail"));
 * }
 */
export function audits(options: AuditOptions): readonly Audit[] {
  const probe = new Probe(checkOptions(options));
  return ALL.map((definition) => bound(definition, probe));
}

function bound({ id, name, clause, needs = [], check }: Definition, probe: Probe): Audit {
  const level = name.slice(0, name.indexOf(" ")) as AuditLevel;
  const run = async (): Promise<AuditOutcome> => {
    try {
      await check(probe);
      return { status: "pass" };
    } catch (thrown) {
      return probe.outcome(thrown);
    }
  };
  return Object.freeze({ id, level, name, clause: linkClause(clause, probe.settings.version), needs, run });
}
