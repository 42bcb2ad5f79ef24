/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export { builtin } from "./builtin.ts";
export type { NodeRequest } from "./request/exchange.ts";
export { type DryRunResponder, dryRunOf } from "./response/dry-run.ts";
export { abortResponse, handOverResponse, hasResponded, heldResponse, isBuffering } from "./response/responder.ts";
export { watchStream } from "./response/watch-stream.ts";
export { attachToServersOf, type ListenableApp, warnUnlessAttached } from "./server/attach.ts";
export { clientErrorListener } from "./server/client-error.ts";
export { hasHead } from "./written/sent-field.ts";
