import { aiExamples } from "./credentials/ai.examples.ts";
import { cloudExamples } from "./credentials/clouds.examples.ts";
import { codeHostingExamples } from "./credentials/code-hosting.examples.ts";
import { commandLineExamples } from "./credentials/command-line.examples.ts";
import { keyExamples } from "./credentials/keys.examples.ts";
import { markupExamples } from "./credentials/markup.examples.ts";
import { monitoringExamples } from "./credentials/monitoring.examples.ts";
import { namedExamples } from "./credentials/named.examples.ts";
import { pairExamples } from "./credentials/pairs.examples.ts";
import { randomExamples } from "./credentials/random.examples.ts";
import { schemeExamples } from "./credentials/schemes.examples.ts";
import { serviceExamples } from "./credentials/services.examples.ts";
import { storedExamples } from "./credentials/stored.examples.ts";
import { urlExamples } from "./credentials/urls.examples.ts";
import { addressExamples } from "./hosts/addresses.examples.ts";
import { labelExamples } from "./hosts/labels.examples.ts";
import { machineExamples } from "./hosts/machines.examples.ts";
import { nameExamples } from "./hosts/names.examples.ts";
import { portExamples } from "./hosts/ports.examples.ts";
import { systemErrorExamples } from "./hosts/system-errors.examples.ts";
import { hostUrlExamples } from "./hosts/urls.examples.ts";
import { posixExamples } from "./paths/posix.examples.ts";
import { runtimeExamples } from "./paths/runtime.examples.ts";
import { windowsExamples } from "./paths/windows.examples.ts";
import type { Examples } from "./proof.examples.ts";
import { compiledExamples } from "./stacks/compiled.examples.ts";
import { javascriptExamples } from "./stacks/javascript.examples.ts";
import { jvmExamples } from "./stacks/jvm.examples.ts";
import { otherExamples } from "./stacks/others.examples.ts";
import { pythonExamples } from "./stacks/python.examples.ts";
import { scriptedExamples } from "./stacks/scripted.examples.ts";

/** The proofs of all rules, by their ids. For tests and for the page of rules; nothing at run time reads them. */
export const EXAMPLES: Examples = {
  ...aiExamples,
  ...cloudExamples,
  ...codeHostingExamples,
  ...commandLineExamples,
  ...keyExamples,
  ...markupExamples,
  ...monitoringExamples,
  ...namedExamples,
  ...pairExamples,
  ...randomExamples,
  ...schemeExamples,
  ...serviceExamples,
  ...storedExamples,
  ...urlExamples,
  ...addressExamples,
  ...labelExamples,
  ...machineExamples,
  ...nameExamples,
  ...portExamples,
  ...systemErrorExamples,
  ...hostUrlExamples,
  ...posixExamples,
  ...runtimeExamples,
  ...windowsExamples,
  ...compiledExamples,
  ...javascriptExamples,
  ...jvmExamples,
  ...otherExamples,
  ...pythonExamples,
  ...scriptedExamples,
};
