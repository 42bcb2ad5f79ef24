/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { DryRunResponder } from "./dry-run.ts";
export { dryRunOf, intercept } from "./intercept.ts";
export type { Framework, Read, WebRequestContext } from "./request-context.ts";
export { watchReaders } from "./request-context.ts";
export { isResponse } from "./runtime.ts";
