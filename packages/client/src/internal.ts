/** What only our own packages use, and types that nobody needs to name. Nothing here is promised: it may change in any release. */

export type { Clock } from "./clock.ts";
export type { ApiErrorParts, Retriable, UnexpectedParts } from "./errors.ts";
export type { ExcerptSanitizer, Hooks, Limits, LogicalRequest, SessionWait } from "./options.ts";
export type { CodesFor, ErrorsOf, ErrorsWith } from "./types.ts";
