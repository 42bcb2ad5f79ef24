/** What adapters use in addition to `Contract`, published as `@uhp-errors/core/adapter`. Not stable: it may change in any release. */
export type { AdapterContract, DryRun } from "../contract/adapter-contract.ts";
export {
  beginsAsError,
  EnvelopeDetector,
  MAX_ENVELOPE_BYTES,
  START_LENGTH,
  startsAsEnvelope,
  startsAsError,
} from "../http/envelope-start.ts";
export { isFromUpstream } from "../http/from-upstream.ts";
export { type HeaderField, REPRESENTATION_HEADERS } from "../http/header-fields.ts";
export { type Notes, notes } from "../http/notes.ts";
export { PIPE_ISSUES } from "../http/pipe-issues.ts";
export type { InterceptedResponse } from "../http/response.ts";
export { aside } from "./aside.ts";
export { defineOwn } from "./define-own.ts";
export { expectContract } from "./expect-contract.ts";
export { noteContract } from "./one-contract.ts";
export { pathOf } from "./path.ts";
export { Principals } from "./principals.ts";
export { shared, sharedSymbol } from "./shared.ts";
export { warnOnce } from "./warn-once.ts";
