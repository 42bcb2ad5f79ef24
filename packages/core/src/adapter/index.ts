/** What adapters have in common. Also published as `@uhp-errors/core/adapter`, which loads nothing else. */
export {
  couldStartEnvelope,
  ENVELOPE_START_LENGTH,
  isUndecidedStart,
  MAX_ENVELOPE_BYTES,
  mayStartJsonRpc,
  startsAsEnvelope,
  startsAsError,
} from "./envelope-start.ts";
export { expectContract } from "./expect-contract.ts";
export { sourceOfFields } from "./field-source.ts";
export { type Notes, notes } from "./notes.ts";
export { noteContract } from "./one-contract.ts";
export { pathOf } from "./path.ts";
export { shared, sharedSymbol } from "./shared.ts";
export { warnOnce } from "./warn-once.ts";
