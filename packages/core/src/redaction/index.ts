/** Takes secrets that the caller knows out of texts. Also published as `@uhp-errors/core/redaction`, which loads little else. */
export { type Redact, redactorOf } from "./redactor.ts";
