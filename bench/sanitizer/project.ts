/**
 * Everything that the benchmark takes from the project: its sanitizer, the corpus of messages and the judge of what still
 * shows in an output.
 */
export { sanitizeMessage } from "@uhp-errors/core";
export { encodeDetail } from "../../packages/core/src/errors/detail.ts";
export { redactText } from "../../packages/core/src/sanitizer/engine/redact.ts";
export { KINDS } from "../../test/corpus/entry.ts";
export { isFalseAlarm, leaks } from "../../test/corpus/judge.ts";
export { type Entry, loadCorpus } from "../../test/corpus/load.ts";
export { random } from "../../test/corpus/random.ts";
export { split } from "../../test/corpus/split.ts";
