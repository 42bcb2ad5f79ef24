import type { BuiltInRule } from "../../engine/rule.ts";
import { AI } from "./ai.ts";
import { CLOUDS } from "./clouds.ts";
import { CODE_HOSTING } from "./code-hosting.ts";
import { COMMAND_LINE } from "./command-line.ts";
import { KEYS } from "./keys.ts";
import { MARKUP } from "./markup.ts";
import { MONITORING } from "./monitoring.ts";
import { NAMED } from "./named.ts";
import { PAIRS } from "./pairs.ts";
import { RANDOM } from "./random.ts";
import { SCHEMES } from "./schemes.ts";
import { SERVICES } from "./services.ts";
import { STORED } from "./stored.ts";
import { URLS } from "./urls.ts";

/** What gives access: passwords, keys, tokens, cookies, signatures. */
export const CREDENTIALS: readonly BuiltInRule[] = [
  ...URLS,
  ...KEYS,
  ...SCHEMES,
  ...PAIRS,
  ...COMMAND_LINE,
  ...MARKUP,
  ...NAMED,
  ...RANDOM,
  ...STORED,
  ...CODE_HOSTING,
  ...CLOUDS,
  ...AI,
  ...SERVICES,
  ...MONITORING,
];
