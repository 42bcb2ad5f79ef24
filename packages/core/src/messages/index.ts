/** Sentences for people, in their language. Published as `@uhp-errors/core/messages`, which loads neither codes nor catalogs. */
export { defineMessages, type Messages, type MessageTable } from "./define-messages.ts";
export type { MessageFormat, PluralForms } from "./format.ts";
export { placeholdersIn } from "./placeholders.ts";
export type { CodeSentences, ErrorFacts, Sentence, SentenceFunction } from "./sentences.ts";
