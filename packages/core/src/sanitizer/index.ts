/** Makes strings safe to show to a client. Also published as `@uhp-errors/core/sanitizer`, which loads nothing else. */

export type { SanitizedMessage } from "./engine/message.ts";
export type { RemovedPart } from "./engine/redact.ts";
export type { PrivateKind, SanitizerRule } from "./engine/rule.ts";
export { createSanitizer, type Sanitizer, sanitizeMessage } from "./engine/sanitizer.ts";
export type { SanitizerOptions } from "./engine/sanitizer-options.ts";
