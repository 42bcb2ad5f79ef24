/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { BearerHook } from "./bearer.ts";
export type { OutsideHandlers } from "./plugin.ts";
export type { UhpServerOptions } from "./server-options.ts";
