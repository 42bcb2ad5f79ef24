import { isRecord } from "../untrusted/peek.ts";

/**
 * The checks for detail fields, by kind. Separate from the words for each kind and from schemas, so that a client that only checks
 * whether a detail fits loads nothing else.
 */
export const KIND_FITS = {
  string: isString,
  relative_path: (value: unknown): value is string =>
    isString(value) && value !== "" && !/^(?:[\\/~]|[A-Za-z]:|file:)/.test(value),
  string_list: isStringList,
  nonempty_string_list: (value: unknown): value is string[] => isStringList(value) && value.length > 0,
  positive_integer: (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0,
  nonnegative_number: (value: unknown): value is number => Number.isFinite(value) && (value as number) >= 0,
  issue_list: isIssueList,
};

/** One problem with the input. */
export interface Issue {
  /** The path of the field at fault, such as `"input.0.type"`; null for the input as a whole. */
  readonly param: string | null;
  /** What is wrong, without the received value. */
  readonly message: string;
}

/**
 * The kind of a detail field.
 *
 * @experimental
 */
export type DetailKind = keyof typeof KIND_FITS;

/** The fields that a contract code names in its detail, each with its kind. A `?` marks an optional field. */
export type DetailFields = Readonly<Record<string, DetailKind | `${DetailKind}?`>>;

/**
 * One field that a contract code names.
 *
 * @experimental
 */
export interface DetailField {
  readonly name: string;
  readonly kind: DetailKind;
  /** Whether it may be missing. */
  readonly optional: boolean;
}

/**
 * Returns the fields that a contract code names, in order.
 *
 * @experimental
 */
export function fieldsOf(fields: DetailFields): readonly DetailField[] {
  return Object.entries(fields).map(([name, field]) => {
    const kind = field.replace("?", "") as DetailKind;
    return { name, kind, optional: kind !== field };
  });
}

/**
 * Returns the first field that is missing or not of its kind; `undefined` if all fields fit.
 *
 * @throws What a getter of the detail throws. Plain JSON has no getters.
 * @experimental
 */
export function misfitIn(fields: DetailFields, detail: unknown): DetailField | undefined {
  return fieldsOf(fields).find(({ name, kind, optional }) => {
    const value = isRecord(detail) && Object.hasOwn(detail, name) ? detail[name] : undefined;
    return !(value === undefined && optional) && !KIND_FITS[kind](value);
  });
}

function isIssueList(value: unknown): value is Issue[] {
  return Array.isArray(value) && Array.from({ length: value.length }, (_, index) => value[index]).every(isIssue);
}

function isIssue(value: unknown): value is Issue {
  if (!isRecord(value)) return false;
  const { param, message } = value;
  return (param === null || isString(param)) && isString(message);
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringList(value: unknown): value is string[] {
  // Read by index, because most methods skip holes, and a hostile list may have its own methods.
  return Array.isArray(value) && Array.from({ length: value.length }, (_, index) => value[index]).every(isString);
}
