import { isRecord } from "../untrusted/peek.ts";

/**
 * What fits a field of a detail, by its kind. Apart from the words for it, and from schemas, so that a client which only asks
 * whether a detail fits loads no more.
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

/** One thing that is wrong with the input. */
export interface Issue {
  /** The place of the field at fault, such as `"input.0.type"`; null for the input as a whole. */
  readonly param: string | null;
  /** What is wrong, without the value that was received. */
  readonly message: string;
}

/** What a field of a detail can be. */
export type DetailKind = keyof typeof KIND_FITS;

/** The fields that a code of the contract names in its detail, each with its kind. A `?` marks one that may be missing. */
export type DetailFields = Readonly<Record<string, DetailKind | `${DetailKind}?`>>;

/** One field that a code of the contract names. */
export interface DetailField {
  readonly name: string;
  readonly kind: DetailKind;
  /** Whether it may be missing. */
  readonly optional: boolean;
}

/** The fields that a contract code names, in their order. */
export function fieldsOf(fields: DetailFields): readonly DetailField[] {
  return Object.entries(fields).map(([name, field]) => {
    const kind = field.replace("?", "") as DetailKind;
    return { name, kind, optional: kind !== field };
  });
}

/**
 * The first field that a detail lacks, or that is not of its kind; `undefined` when all fit.
 *
 * @throws What a getter of the detail throws. Plain JSON has none.
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
  // Read one by one: most methods skip holes, and a hostile list may bring methods of its own.
  return Array.isArray(value) && Array.from({ length: value.length }, (_, index) => value[index]).every(isString);
}
