/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */
export type { BearerMiddleware } from "./bearer.ts";
export type { UhpModuleAsyncOptions } from "./module.ts";
export type { NestRequest, NestResponse } from "./native.ts";
