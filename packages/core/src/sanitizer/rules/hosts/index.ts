import type { BuiltInRule } from "../../engine/rule.ts";
import { ADDRESSES } from "./addresses.ts";
import { LABELS } from "./labels.ts";
import { MACHINES } from "./machines.ts";
import { NAMES } from "./names.ts";
import { PORTS } from "./ports.ts";
import { SYSTEM_ERRORS } from "./system-errors.ts";
import { HOST_URLS } from "./urls.ts";

/** Names and addresses of machines that strangers cannot reach. */
export const HOSTS: readonly BuiltInRule[] = [
  ...HOST_URLS,
  ...ADDRESSES,
  ...NAMES,
  ...PORTS,
  ...MACHINES,
  ...LABELS,
  ...SYSTEM_ERRORS,
];
