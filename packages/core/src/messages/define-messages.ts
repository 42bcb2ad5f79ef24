import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { Inferred } from "../catalog/checked-definition.ts";
import type { ErrorType } from "../codes/index.ts";
import { tryOr } from "../untrusted/attempt.ts";
import { isRecord, ownFields, peek, peekString } from "../untrusted/peek.ts";
import { createFormat, type MessageFormat, writeValue } from "./format.ts";
import { PLACEHOLDER } from "./placeholders.ts";
import type {
  AnyFields,
  CheckedSentences,
  CodeSentences,
  ErrorFacts,
  Sentence,
  SentenceFunction,
} from "./sentences.ts";

/** The sentences of a language, as {@link defineMessages} takes them. */
export interface MessageTable<Catalog extends { readonly codes: object }, Sentences> {
  /** A sentence for each of the catalog's own codes, and for any of the specification's and the built-in codes. */
  readonly codes: CheckedSentences<Catalog, Sentences> | Inferred<Sentences>;
  /** A sentence for each type: for codes without a sentence, and for details that lack a value. Plain text, without placeholders. */
  readonly types: Readonly<Record<ErrorType, Sentence>>;
}

/** The sentences of a service's errors in one language. */
export interface Messages {
  /** The language, as it was given. */
  readonly locale: string;
  /** The sentences by code, as they were given. */
  readonly codes: Readonly<Record<string, Sentence>>;
  /** The sentences by type, as they were given. */
  readonly types: Readonly<Record<string, Sentence>>;
  /**
   * Returns the sentence for an error: plain text, in which values of the detail appear as they came. Show it as text, never as HTML. It is
   * the sentence of the code; else that of the type; for a type that is not known, the error's own message. Anything that is not an error
   * of the service, such as a failed connection or a proxy's page, gets the sentence of `server_error`. Never throws.
   *
   * @param error What `@uhp-errors/client` threw or parsed, the `error` of an envelope, or anything else.
   * @example
   * status.textContent = german.of(thrown);
   */
  of(error: unknown): string;
}

/**
 * Makes the function that defines the messages of a catalog. It takes the catalog only as a type, so a page loads neither the catalog nor
 * its schemas. Never throws, not even for a wrong sentence or language: a page must not stay empty for that. The compiler finds such
 * mistakes, and `compareMessages` of `@uhp-errors/exports`.
 *
 * @example
 * import type { acme } from "@acme/errors";
 *
 * export const german = defineMessages<typeof acme>()("de", {
 *   codes: { acme_too_many_seats: "Höchstens {max_seats} Plätze sind möglich." },
 *   types: {
 *     invalid_request_error: "Die Anfrage ist so nicht möglich.",
 *     authentication_error: "Bitte melden Sie sich an.",
 *     permission_error: "Das dürfen Sie nicht.",
 *     rate_limit_error: "Das waren zu viele Anfragen. Versuchen Sie es später noch einmal.",
 *     server_error: "Das hat nicht geklappt. Versuchen Sie es später noch einmal.",
 *     harness_error: "Die Aufgabe ist gescheitert.",
 *   },
 * });
 */
export function defineMessages<Catalog extends { readonly codes: object } = AnyCatalog>(): <
  const Sentences extends CodeSentences<Catalog>,
>(
  locale: string,
  table: MessageTable<Catalog, Sentences>,
) => Messages {
  return messagesIn;
}

function messagesIn(locale: string, table: unknown): Messages {
  const codes = Object.freeze(fieldsOf(peek(table, "codes"))) as Messages["codes"];
  const types = Object.freeze(fieldsOf(peek(table, "types"))) as Messages["types"];
  const format = createFormat(locale);
  return Object.freeze({
    locale,
    codes,
    types,
    of(error: unknown): string {
      const facts = factsOf(error);
      const detail = fieldsOf(peek(error, "detail"));
      const complete = (sentence: Sentence | undefined, isOfType: boolean): string | undefined =>
        typeof sentence === "string" && isOfType ? sentence : withValues(sentence, detail, format, facts);
      const { code = "", type } = facts;
      return (
        // An older client sees a newer code with the vendor's prefix, as in acme_environment_busy.
        complete(codes[code] ?? codes[code.slice(code.indexOf("_") + 1)], false) ??
        (type === undefined ? undefined : (complete(types[type], true) ?? peekString(error, "message"))) ??
        complete(types["server_error"], true) ??
        ""
      );
    },
  });
}

/** Copies an object's own fields, so that no name of `Object.prototype` is found in it. One that cannot be read has none. */
function fieldsOf(value: unknown): AnyFields {
  return tryOr(() => ownFields(isRecord(value) ? value : {}), {});
}

/** Returns a sentence with its values; `undefined` if there is none, or if it lacks a value. */
function withValues(
  sentence: Sentence | undefined,
  detail: AnyFields,
  format: MessageFormat,
  facts: ErrorFacts,
): string | undefined {
  const made: unknown = tryOr(
    () =>
      typeof sentence === "string"
        ? sentence.replace(PLACEHOLDER, (_, name: string) => writeValue(detail[name], format))
        : (sentence as SentenceFunction)(detail, format, facts),
    undefined,
  );
  return typeof made === "string" && made !== "" ? made : undefined;
}

function factsOf(error: unknown): ErrorFacts {
  const retryAfter = peek(error, "retryAfter");
  return {
    type: peekString(error, "type"),
    code: peekString(error, "code"),
    param: peekString(error, "param"),
    retryAfter: Number.isFinite(retryAfter) ? (retryAfter as number) : undefined,
    requestId: peekString(error, "requestId"),
  };
}
