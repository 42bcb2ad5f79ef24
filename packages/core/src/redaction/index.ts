/** Removes secrets that the caller knows from strings. It loads little else. */
export { type Redact, redactorOf } from "./redactor.ts";
