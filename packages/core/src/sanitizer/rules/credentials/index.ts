import type { BuiltInRule } from "../../engine/rule.ts";
import { aiRules } from "./ai.ts";
import { cloudRules } from "./clouds.ts";
import { codeHostingRules } from "./code-hosting.ts";
import { commandLineRules } from "./command-line.ts";
import { keyRules } from "./keys.ts";
import { markupRules } from "./markup.ts";
import { monitoringRules } from "./monitoring.ts";
import { namedRules } from "./named.ts";
import { pairRules } from "./pairs.ts";
import { randomRules } from "./random.ts";
import { schemeRules } from "./schemes.ts";
import { serviceRules } from "./services.ts";
import { storedRules } from "./stored.ts";
import { urlRules } from "./urls.ts";

/** What gives access: passwords, keys, tokens, cookies, signatures. */
export const credentialRules = (): readonly BuiltInRule[] => [
  ...urlRules(),
  ...keyRules(),
  ...schemeRules(),
  ...pairRules(),
  ...commandLineRules(),
  ...markupRules(),
  ...namedRules(),
  ...randomRules(),
  ...storedRules(),
  ...codeHostingRules(),
  ...cloudRules(),
  ...aiRules(),
  ...serviceRules(),
  ...monitoringRules(),
];
