import type { OwnCode } from "../catalog/catalog-codes.ts";
import type { DetailValue } from "../codes/detail.ts";
import type { MessageFormat } from "./format.ts";

/** What a sentence may say about an error, besides its detail. */
export interface ErrorFacts {
  /** The broad class of the error. */
  readonly type: string | undefined;
  /** The exact reason. */
  readonly code: string | undefined;
  /** The dotted path of the field at fault. */
  readonly param: string | undefined;
  /** Seconds after which a retry makes sense, if the response states a wait. */
  readonly retryAfter: number | undefined;
  /** The id by which the operator finds the request. */
  readonly requestId: string | undefined;
}

/** The detail of a code that names no fields. */
export type AnyFields = Readonly<Record<string, unknown>>;

/**
 * Makes a sentence from an error. A field of `detail` may be missing, because it comes from outside. Put each value through `format`: if it
 * is missing, the sentence of the error's type is shown.
 *
 * @example
 * const closed: SentenceFunction<{ closed_at?: string }> = (detail, format) => `Zu seit ${format.date(detail.closed_at)}.`;
 */
export type SentenceFunction<Detail = AnyFields> = (detail: Detail, format: MessageFormat, error: ErrorFacts) => string;

/**
 * A sentence for people: plain text in which `{max_bytes}` stands for that field of the detail, or a function.
 *
 * @example
 * const tooLarge: Sentence = "Die Datei darf höchstens {max_bytes} Bytes groß sein.";
 */
export type Sentence<Detail = AnyFields> = string | SentenceFunction<Detail>;

/** The fields that a definition names. Each may be missing, and an open detail has no others. Any field if the definition names none. */
export type FieldsOf<Definition> = Definition extends { readonly detail: infer Shape }
  ? Named<DetailValue<Shape, "output">>
  : AnyFields;

type Named<Detail> = { readonly [Name in keyof Detail as string extends Name ? never : Name]?: Detail[Name] };

/** The codes that need a sentence of their own. */
export type Demanded<Catalog extends { readonly codes: object }> = OwnCode<Catalog> & keyof Catalog["codes"];

/**
 * The sentences of a catalog's codes: all of its own, and any of the specification's and the built-in ones.
 *
 * @example
 * const codes: CodeSentences<typeof acme> = { acme_gpu_cold: "Noch kalt.", session_busy: "Es läuft schon eine Aufgabe." };
 */
export type CodeSentences<Catalog extends { readonly codes: object }> = {
  readonly [Code in Demanded<Catalog>]: Sentence<FieldsOf<Catalog["codes"][Code]>>;
} & {
  readonly [Code in Exclude<keyof Catalog["codes"], Demanded<Catalog>>]?: Sentence<FieldsOf<Catalog["codes"][Code]>>;
};

/** The sentences that the compiler accepts. A code that does not exist and a placeholder without a field appear as a complaint. */
export type CheckedSentences<Catalog extends { readonly codes: object }, Sentences> = {
  readonly [Code in keyof Sentences]: Code extends keyof Catalog["codes"]
    ? Sentences[Code] extends string
      ? CheckedText<Sentences[Code], FieldsOf<Catalog["codes"][Code]>>
      : Sentence<FieldsOf<Catalog["codes"][Code]>>
    : `${Code & string} is not a code of this catalog`;
};

type CheckedText<Text extends string, Fields> = string extends keyof Fields
  ? Text
  : [Unknown<Text, keyof Fields & string>] extends [never]
    ? Text
    : NoInfer<`{${Unknown<Text, keyof Fields & string>}} names no field of the code's detail`>;

type Unknown<Text extends string, Known extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? Inside extends `${string}{${infer Inner}`
    ? Unknown<`{${Inner}}${Rest}`, Known>
    : Exclude<Placeholder<Inside>, Known> | Unknown<Rest, Known>
  : never;

/** The name in a pair of braces, unless that is text. */
type Placeholder<Inside extends string> = Inside extends "" | `${string}${" " | "\n" | "\t"}${string}` ? never : Inside;
