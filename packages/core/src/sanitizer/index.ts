/** Makes strings safe to show to a client. Also published as `@uhp-errors/core/sanitizer`, which loads nothing else. */

export { createSanitizer, sanitizeMessage } from "./engine/create-sanitizer.ts";
export type { SanitizedMessage } from "./engine/message.ts";
export type { RemovedPart } from "./engine/redact.ts";
export type { PrivateKind, SanitizerRule } from "./engine/rule.ts";
export type { Sanitizer } from "./engine/sanitizer.ts";
export type { SanitizerOptions } from "./engine/sanitizer-options.ts";
