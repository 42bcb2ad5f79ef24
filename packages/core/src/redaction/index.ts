/**
 * Removes secrets that the caller knows from strings. Also published as `@uhp-errors/core/redaction`, but only for our own packages. It
 * loads little else.
 */
export { type Redact, redactorOf } from "./redactor.ts";
