import type { BuiltInRule } from "../engine/rule.ts";
import { aiRules } from "./credentials/ai.ts";
import { cloudRules } from "./credentials/clouds.ts";
import { codeHostingRules } from "./credentials/code-hosting.ts";
import { commandLineRules } from "./credentials/command-line.ts";
import { keyRules } from "./credentials/keys.ts";
import { markupRules } from "./credentials/markup.ts";
import { monitoringRules } from "./credentials/monitoring.ts";
import { namedRules } from "./credentials/named.ts";
import { pairRules } from "./credentials/pairs.ts";
import { randomRules } from "./credentials/random.ts";
import { schemeRules } from "./credentials/schemes.ts";
import { serviceRules } from "./credentials/services.ts";
import { storedRules } from "./credentials/stored.ts";
import { urlRules } from "./credentials/urls.ts";
import { addressRules } from "./hosts/addresses.ts";
import { labelRules } from "./hosts/labels.ts";
import { machineRules } from "./hosts/machines.ts";
import { nameRules } from "./hosts/names.ts";
import { portRules } from "./hosts/ports.ts";
import { systemErrorRules } from "./hosts/system-errors.ts";
import { hostUrlRules } from "./hosts/urls.ts";
import { posixRules } from "./paths/posix.ts";
import { runtimeRules } from "./paths/runtime.ts";
import { windowsRules } from "./paths/windows.ts";
import { compiledRules } from "./stacks/compiled.ts";
import { javascriptRules } from "./stacks/javascript.ts";
import { jvmRules } from "./stacks/jvm.ts";
import { otherRules } from "./stacks/others.ts";
import { pythonRules } from "./stacks/python.ts";
import { scriptedRules } from "./stacks/scripted.ts";

/**
 * The files of rules, by family. Findings that overlap are replaced together. If two rules find the same part, the first names
 * its kind.
 */
const FILES: readonly (() => readonly BuiltInRule[])[] = [
  // Frames and headings of stack traces, each on its own line or all on one line.
  javascriptRules,
  pythonRules,
  jvmRules,
  compiledRules,
  scriptedRules,
  otherRules,
  // Everything that gives access: passwords, keys, tokens, cookies, signatures.
  urlRules,
  keyRules,
  schemeRules,
  pairRules,
  commandLineRules,
  markupRules,
  namedRules,
  randomRules,
  storedRules,
  codeHostingRules,
  cloudRules,
  aiRules,
  serviceRules,
  monitoringRules,
  // Names and addresses of machines that strangers cannot reach.
  hostUrlRules,
  addressRules,
  nameRules,
  portRules,
  machineRules,
  labelRules,
  systemErrorRules,
  // File paths, which show how a machine is laid out.
  runtimeRules,
  windowsRules,
  posixRules,
];

/** Makes all rules of this package. */
export function builtInRules(): readonly BuiltInRule[] {
  return FILES.flatMap((rules) => rules());
}
