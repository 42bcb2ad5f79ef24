/** Sentences for people, in their language. Published as `@uhp-errors/core/messages`, which loads neither codes nor catalogs. */
export { defineMessages, type Messages } from "./define-messages.ts";
export { placeholdersIn } from "./placeholders.ts";
export type { CodeSentences, Sentence } from "./sentences.ts";
