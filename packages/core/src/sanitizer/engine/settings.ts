import { once } from "../../untrusted/once.ts";
import { Memory } from "./memory.ts";
import { createBuiltInSearch, type Search } from "./redact.ts";
import type { PrivateKind, RunnableRule } from "./rule.ts";

/** How one sanitizer works. */
export interface Settings {
  /** Returns the search of a message. It is made for the first message. */
  search(): Search;
  /** Returns the search of a string of `detail`, for credentials and stacks only. */
  detailSearch(): Search;
  /** Returns the search of a string for a log, for credentials only. */
  logSearch(): Search;
  readonly maxLength: number;
  /** Recent messages that had nothing to hide. */
  readonly clean: Memory;
  /** Recent strings of `detail` that had nothing to hide. */
  readonly cleanDetail: Memory;
}

/** The only kinds that `detail` must not contain: its author chose the hosts and paths in it. */
const KINDS_OF_DETAIL: ReadonlySet<PrivateKind> = new Set(["credential", "stack"]);

/** The only kind that logs must not contain: their readers need hosts, paths and frames. */
const KINDS_OF_LOGS: ReadonlySet<PrivateKind> = new Set(["credential"]);

const DEFAULT_LENGTH = 500;

/**
 * Makes the settings of a sanitizer.
 *
 * @param own Rules in addition to the built-in ones.
 * @param keep Expressions for what stays even if a rule finds it.
 */
export function createSettings(
  own: readonly RunnableRule[] = [],
  keep: readonly RegExp[] = [],
  maxLength = DEFAULT_LENGTH,
): Settings {
  return Object.freeze({
    search: once(() => createBuiltInSearch(own, keep)),
    detailSearch: once(() => createBuiltInSearch(own, keep, KINDS_OF_DETAIL)),
    logSearch: once(() => createBuiltInSearch(own, keep, KINDS_OF_LOGS)),
    maxLength,
    clean: new Memory(),
    cleanDetail: new Memory(),
  });
}
