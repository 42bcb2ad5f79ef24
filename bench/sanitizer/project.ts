/**
 * Everything that the benchmark uses from the project: its sanitizer, the corpus of messages, and the judge of what an
 * output still shows.
 */
export { sanitizeMessage } from "@uhp-errors/core";
export { KINDS } from "../../corpus/entry.ts";
export { type Entry, loadCorpus } from "../../corpus/load.ts";
export { random } from "../../corpus/random.ts";
export { split } from "../../corpus/split.ts";
export { redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
export { isFalseAlarm, leaks } from "../../test/corpus/judge.ts";
export { sentDetail } from "../../test/support/sent.ts";
