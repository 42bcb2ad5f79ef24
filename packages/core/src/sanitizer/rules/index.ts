import type { BuiltInRule, PrivateKind } from "../engine/rule.ts";
import { commandLineRules } from "./credentials/command-line.ts";
import { markupRules } from "./credentials/markup.ts";
import { pairRules } from "./credentials/pairs.ts";
import { randomRules } from "./credentials/random.ts";
import { schemeRules } from "./credentials/schemes.ts";
import { sentenceRules } from "./credentials/sentences.ts";
import { storedRules } from "./credentials/stored.ts";
import { tokenRules } from "./credentials/tokens.ts";
import { urlRules } from "./credentials/urls.ts";
import { addressRules } from "./hosts/addresses.ts";
import { dottedNameRules } from "./hosts/dotted-names.ts";
import { labelRules } from "./hosts/labels.ts";
import { portRules } from "./hosts/ports.ts";
import { systemErrorRules } from "./hosts/system-errors.ts";
import { hostUrlRules } from "./hosts/urls.ts";
import { posixRules } from "./paths/posix.ts";
import { runtimeRules } from "./paths/runtime.ts";
import { windowsRules } from "./paths/windows.ts";
import type { RuleTable } from "./shared/rule-table.ts";
import { javascriptRules } from "./stacks/javascript.ts";
import { languageRules } from "./stacks/languages.ts";
import { nativeRules } from "./stacks/native.ts";

/**
 * The tables of rules by family, one for each file. Findings that overlap are replaced together. If two rules find the same
 * part, the first names its kind.
 */
const FAMILIES = {
  /** Frames and headings of stack traces, each on its own line or all on one line. */
  stack: [javascriptRules, languageRules, nativeRules],
  /** Everything that gives access: passwords, keys, tokens, cookies, signatures. */
  credential: [
    urlRules,
    tokenRules,
    schemeRules,
    pairRules,
    commandLineRules,
    markupRules,
    sentenceRules,
    randomRules,
    storedRules,
  ],
  /** Names and addresses of machines that strangers cannot reach. */
  host: [hostUrlRules, addressRules, dottedNameRules, portRules, labelRules, systemErrorRules],
  /** File paths, which show how a machine is laid out. */
  path: [runtimeRules, windowsRules, posixRules],
} satisfies Record<PrivateKind, readonly (() => RuleTable)[]>;

/** Makes all rules of this package. */
export function builtInRules(): readonly BuiltInRule[] {
  return (Object.keys(FAMILIES) as PrivateKind[]).flatMap((kind) =>
    FAMILIES[kind].flatMap((table) => Object.entries(table()).map(([id, rule]) => ({ id, kind, ...rule }))),
  );
}
