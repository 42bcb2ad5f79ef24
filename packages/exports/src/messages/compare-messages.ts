import { type AnyCatalog, ERROR_TYPES } from "@uhp-errors/core";
import { attempt, isRecord, peek } from "@uhp-errors/core/internal";
import type { Messages } from "@uhp-errors/core/messages";
import { placeholdersIn } from "@uhp-errors/core/messages";
import { type CodeJson, toJson } from "../json/catalog-json.ts";
import { escapeHidden } from "../json/visible.ts";

/** Something in the messages of a language that does not fit the catalog. */
export interface MessageGap {
  /** The code; null if the gap concerns a type or the language. */
  readonly code: string | null;
  /**
   * - `missing`: one of the catalog's own codes, or a type, has no sentence
   * - `unknown`: a sentence is for a code that the catalog does not have
   * - `placeholder`: a placeholder names no field of the code's detail
   * - `locale`: the language is not well-formed
   */
  readonly what: "missing" | "unknown" | "placeholder" | "locale";
  /** Says, in plain text, what does not fit and what readers see instead. */
  readonly sentence: string;
}

/**
 * Returns the gaps between the messages of a language and the catalog, for example after the catalog changed. Empty if everything fits. A
 * code of the specification and a built-in code need no sentence. Sentences that are functions are not called.
 *
 * @throws TypeError if `messages` are not those of `defineMessages`, or `catalog` is not a catalog.
 * @example
 * test("the German messages fit the catalog", () => expect(compareMessages(german, acme)).toEqual([]));
 */
export function compareMessages(messages: Messages, catalog: AnyCatalog): MessageGap[] {
  const sentences = peek(messages, "codes");
  const types = peek(messages, "types");
  if (!isRecord(sentences) || !isRecord(types)) throw new TypeError("messages: expected what defineMessages returns");
  const codes = new Map(toJson(catalog).codes.map((code) => [code.code, code]));
  const gaps: MessageGap[] = [
    ...localeGaps(messages.locale),
    ...[...codes.values()].flatMap((code) => missingGaps(code, sentences)),
    ...Object.entries(sentences).flatMap(([code, sentence]) => sentenceGaps(code, sentence, codes.get(code))),
    ...Object.keys(ERROR_TYPES).flatMap((type) => typeGaps(type, types)),
  ];
  return gaps.map((gap) => ({ ...gap, sentence: escapeHidden(gap.sentence) }));
}

function localeGaps(locale: string): MessageGap[] {
  const isWellFormed = attempt(
    () => Intl.getCanonicalLocales(locale).length > 0,
    () => false,
  );
  const sentence = `The language ${JSON.stringify(locale)} is not well-formed: numbers and dates are written as on the reader's machine.`;
  return isWellFormed ? [] : [{ code: null, what: "locale", sentence }];
}

function missingGaps({ code, origin }: CodeJson, sentences: Readonly<Record<string, unknown>>): MessageGap[] {
  if (origin !== "vendor" || isSentence(sentences, code)) return [];
  return [{ code, what: "missing", sentence: `"${code}" has no sentence: readers see that of its type.` }];
}

function sentenceGaps(code: string, sentence: unknown, known: CodeJson | undefined): MessageGap[] {
  if (known === undefined) {
    return [
      { code, what: "unknown", sentence: `"${code}" is not a code of the catalog: its sentence is never shown.` },
    ];
  }
  const fields = known.detail?.["properties"];
  if (typeof sentence !== "string" || !isRecord(fields)) return [];
  const lost = placeholdersIn(sentence).filter((name) => !Object.hasOwn(fields, name));
  return lost.map((name) => ({
    code,
    what: "placeholder",
    sentence: `{${name}} in the sentence of "${code}" names no field of its detail: readers see the sentence of its type.`,
  }));
}

function typeGaps(type: string, types: Readonly<Record<string, unknown>>): MessageGap[] {
  const sentence = types[type];
  if (!isSentence(types, type)) {
    return [
      {
        code: null,
        what: "missing",
        sentence: `The type "${type}" has no sentence: readers see the service's own message.`,
      },
    ];
  }
  const shown = typeof sentence === "string" ? placeholdersIn(sentence) : [];
  return shown.map((name) => ({
    code: null,
    what: "placeholder",
    sentence: `{${name}} in the sentence of the type "${type}" is shown as it is: types have no fields.`,
  }));
}

function isSentence(sentences: Readonly<Record<string, unknown>>, name: string): boolean {
  const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
  return typeof sentence === "function" || (typeof sentence === "string" && sentence !== "");
}
