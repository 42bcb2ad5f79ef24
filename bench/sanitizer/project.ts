/**
 * Everything that the benchmark takes from the project: its sanitizer, the corpus of messages and the judge of what still
 * shows in an output.
 */
export { sanitizeMessage } from "@uhp-errors/core";
export { encodeDetail } from "../../packages/core/src/errors/detail.ts";
export { redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
export { KINDS } from "../../packages/core/test-data/entry.ts";
export { isFalseAlarm, leaks } from "../../packages/core/test-data/judge.ts";
export { type Entry, loadCorpus } from "../../packages/core/test-data/load.ts";
export { random } from "../../packages/core/test-data/random.ts";
export { split } from "../../packages/core/test-data/split.ts";
