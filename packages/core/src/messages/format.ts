import { tryOr } from "../untrusted/attempt.ts";

/** The forms of a count, by the plural categories of the language. `{count}` in a form is the number. */
export type PluralForms = { readonly [Category in Intl.LDMLPluralRule]?: string } & { readonly other: string };

/**
 * Writes values as a language does. A value that is missing or of another kind ends the sentence that it is for: the sentence of the
 * error's type is then shown instead.
 */
export interface MessageFormat {
  /** The language, such as `"de"`; `undefined` for that of the machine, if the one given is not well-formed. */
  readonly locale: string | undefined;
  /** Returns a string unchanged. */
  text(value: unknown): string;
  /**
   * Writes a number.
   *
   * @example
   * format.number(detail.max_bytes / 1e6, { style: "unit", unit: "megabyte" }); // "5 MB"
   */
  number(value: unknown, options?: Intl.NumberFormatOptions): string;
  /**
   * Writes a date: an ISO 8601 string, or milliseconds since 1970. By default the day and the time, and only the day for a string without a
   * time.
   *
   * @example
   * format.date(detail.closed_at, { dateStyle: "long" }); // "4. Oktober 2026"
   */
  date(value: unknown, options?: Intl.DateTimeFormatOptions): string;
  /**
   * Joins strings and numbers, by default with "and". An empty list counts as missing.
   *
   * @example
   * format.list(detail.supported, { type: "disjunction" }); // "1.0 oder 2.0"
   */
  list(value: unknown, options?: Intl.ListFormatOptions): string;
  /**
   * Chooses the form for a count.
   *
   * @example
   * format.plural(detail.seats, { one: "ein Platz", other: "{count} Plätze" });
   */
  plural(count: unknown, forms: PluralForms): string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

/** What begins as a date of ISO 8601. `Date` would guess at other strings. */
const ISO = /^\d{4}-\d{2}-\d{2}(?:T|$)/;

/** Makes the format of a language. Its methods throw for a value that cannot be written. */
export function createFormat(language: string): MessageFormat {
  const locale = wellFormed(language);
  const text = (value: unknown): string => (typeof value === "string" ? value : missing());
  const number = (value: unknown, options?: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(locale, options).format(finite(value));
  return Object.freeze({
    locale,
    text,
    number,
    date(value: unknown, options?: Intl.DateTimeFormatOptions): string {
      if (typeof value === "string" && !ISO.test(value)) return missing();
      const date = new Date(typeof value === "string" ? value : finite(value));
      // A day has no time zone: elsewhere, its midnight in UTC is on another day.
      const isDay = typeof value === "string" && DAY.test(value);
      const whole = options ?? (isDay ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
      return new Intl.DateTimeFormat(locale, isDay ? { timeZone: "UTC", ...whole } : whole).format(date);
    },
    list(value: unknown, options?: Intl.ListFormatOptions): string {
      if (!Array.isArray(value) || value.length === 0) return missing();
      const items = Array.from({ length: value.length }, (_, index): unknown => value[index]);
      const texts = items.map((item) => (typeof item === "number" ? number(item) : text(item)));
      return new Intl.ListFormat(locale, options).format(texts);
    },
    plural(count: unknown, forms: PluralForms): string {
      const category = new Intl.PluralRules(locale).select(finite(count));
      const form = Object.hasOwn(forms, category) ? forms[category] : undefined;
      return (form ?? forms.other).replaceAll("{count}", () => number(count));
    },
  });
}

/** Writes a value of a detail by its kind: a string as it is, a number or a list as the language does. */
export function writeValue(value: unknown, format: MessageFormat): string {
  if (typeof value === "number") return format.number(value);
  return Array.isArray(value) ? format.list(value) : format.text(value);
}

function finite(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : missing();
}

function missing(): never {
  throw new TypeError("the value is missing");
}

/** A misspelled language must not cost a page its messages. Numbers and dates are then written as on the machine. */
function wellFormed(language: string): string | undefined {
  return tryOr(() => Intl.getCanonicalLocales(language)[0], undefined);
}
