import { commandLineExamples } from "./credentials/command-line.examples.ts";
import { markupExamples } from "./credentials/markup.examples.ts";
import { pairExamples } from "./credentials/pairs.examples.ts";
import { randomExamples } from "./credentials/random.examples.ts";
import { schemeExamples } from "./credentials/schemes.examples.ts";
import { sentenceExamples } from "./credentials/sentences.examples.ts";
import { storedExamples } from "./credentials/stored.examples.ts";
import { tokenExamples } from "./credentials/tokens.examples.ts";
import { urlExamples } from "./credentials/urls.examples.ts";
import { addressExamples } from "./hosts/addresses.examples.ts";
import { dottedNameExamples } from "./hosts/dotted-names.examples.ts";
import { labelExamples } from "./hosts/labels.examples.ts";
import { portExamples } from "./hosts/ports.examples.ts";
import { systemErrorExamples } from "./hosts/system-errors.examples.ts";
import { hostUrlExamples } from "./hosts/urls.examples.ts";
import { posixExamples } from "./paths/posix.examples.ts";
import { runtimeExamples } from "./paths/runtime.examples.ts";
import { windowsExamples } from "./paths/windows.examples.ts";
import type { Examples } from "./proof.examples.ts";
import { javascriptExamples } from "./stacks/javascript.examples.ts";
import { languageExamples } from "./stacks/languages.examples.ts";
import { nativeExamples } from "./stacks/native.examples.ts";

/** The proofs of all rules, by their ids. For tests and for the page of rules; nothing at run time reads them. */
export const EXAMPLES: Examples = {
  ...commandLineExamples,
  ...markupExamples,
  ...sentenceExamples,
  ...pairExamples,
  ...randomExamples,
  ...schemeExamples,
  ...storedExamples,
  ...tokenExamples,
  ...urlExamples,
  ...addressExamples,
  ...labelExamples,
  ...dottedNameExamples,
  ...portExamples,
  ...systemErrorExamples,
  ...hostUrlExamples,
  ...posixExamples,
  ...runtimeExamples,
  ...windowsExamples,
  ...javascriptExamples,
  ...languageExamples,
  ...nativeExamples,
};
