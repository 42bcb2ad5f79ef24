import type { Case } from "./case.ts";
import { CODE_CASES } from "./codes.ts";
import { ENVELOPE_CASES } from "./envelopes.ts";
import { FOREIGN_CASES } from "./foreign.ts";
import { MESSAGE_CASES } from "./messages.ts";
import { SERVICE_CASES } from "./services.ts";
import { THROWN_CASES } from "./thrown.ts";
import { VERSION_CASES } from "./versions.ts";
import { WRITTEN_CASES } from "./written.ts";

export type { Case } from "./case.ts";

/** Every case; each runs on every framework. */
export const CASES: readonly Case[] = [
  ...CODE_CASES,
  ...VERSION_CASES,
  ...MESSAGE_CASES,
  ...THROWN_CASES,
  ...FOREIGN_CASES,
  ...WRITTEN_CASES,
  ...ENVELOPE_CASES,
  ...SERVICE_CASES,
];
