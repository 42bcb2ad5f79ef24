import {
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from "node:http";

/** The head of an error that is buffered. */
export interface ErrorHead {
  /** The arguments of the `writeHead` that began it. */
  readonly args: readonly unknown[];
  /** What was set on the response before, by lower-case name. */
  readonly before: OutgoingHttpHeaders;
  /** Whether its body is said to be compressed, so that only its end tells what it is. */
  readonly isCompressed: boolean;
  /** Whether it is only shown, so that Node knows nothing of it. */
  readonly isShown: boolean;
}

/** The arguments of a `writeHead` as they were given, without those that were left out. */
export function headArgs(status: unknown, reason: unknown, headers: unknown): unknown[] {
  if (headers !== undefined) return [status, reason, headers];
  return reason === undefined ? [status] : [status, reason];
}

/** The header fields among the arguments of a `writeHead`, in whichever form they came. */
export function fieldsIn(args: readonly unknown[]): unknown {
  const [, reason, headers] = args;
  return typeof reason === "string" ? headers : (headers ?? reason);
}

/** Sets a field as it was, or takes it away when it was not there. */
export function restoreField(
  response: ServerResponse,
  name: string | undefined,
  value: OutgoingHttpHeader | undefined,
): void {
  if (name === undefined) return;
  if (value === undefined) response.removeHeader(name);
  else response.setHeader(name, value);
}

/** Names and values in turn, as pairs. */
export function pairsOf(flat: readonly unknown[]): [string, OutgoingHttpHeader | undefined][] {
  return Array.from({ length: Math.floor(flat.length / 2) }, (_, index) => [
    String(flat[index * 2]),
    flat[index * 2 + 1] as OutgoingHttpHeader | undefined,
  ]);
}

/** Header fields as pairs, from each form that `writeHead` takes: an object, a list of pairs, names and values in turn. */
export function fieldPairs(
  fields: unknown,
): readonly (readonly [name: string, value: OutgoingHttpHeader | undefined])[] {
  if (typeof fields !== "object" || fields === null) return [];
  if (!Array.isArray(fields)) return Object.entries(fields);
  if (!fields.every(Array.isArray)) return pairsOf(fields);
  return fields.map(([name, value]) => [String(name), value]);
}

/** A field among the arguments of a `writeHead`, by its lower-case name. */
export function fieldNamed(fields: unknown, wanted: string): string | undefined {
  if (typeof fields !== "object" || fields === null) return undefined;
  // Most heads are plain objects, of which no list has to be made.
  const names = Array.isArray(fields) ? undefined : Object.keys(fields);
  if (names?.some((name) => isNamed(name, wanted)) === false) return undefined;
  const values = fieldPairs(fields).filter(([name]) => isNamed(name, wanted));
  return values.length === 0 ? undefined : values.map(([, value]) => String(value)).join(", ");
}

/** Whether a name is another one, in whatever case. Nearly every name is told from it by its length or its first letter. */
function isNamed(name: unknown, wanted: string): boolean {
  const text = String(name);
  if (text.length !== wanted.length || initial(text) !== initial(wanted)) return false;
  const lower = inLowerCase(wanted);
  return text === lower || text.toLowerCase() === lower;
}

/** Names that were wanted, in lower case: the contract wants a few over and over. */
const LOWER_CASE = new Map<string, string>();

/** So many of them are remembered. */
const MOST_NAMES = 64;

function inLowerCase(name: string): string {
  const known = LOWER_CASE.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  if (LOWER_CASE.size < MOST_NAMES) LOWER_CASE.set(name, lower);
  return lower;
}

/** Whether a name is among some, in whatever case. */
export function isAmong(names: readonly string[], name: unknown): boolean {
  for (const one of names) if (isNamed(name, one)) return true;
  return false;
}

/** Whether an object may have a field of some names: nearly every one is told by its length and its first letter. */
export function mayHave(fields: object, names: readonly string[]): boolean {
  for (const name in fields) {
    for (const one of names) if (name.length === one.length && initial(name) === initial(one)) return true;
  }
  return false;
}

/** The first letter of a name, in whatever case. */
function initial(name: string): number {
  // Letters differ from their capitals by this bit.
  return name.charCodeAt(0) | 0x20;
}

/** Header fields as pairs, without those of some names. */
export function pairsBeside(
  names: readonly string[],
  fields: unknown,
): readonly (readonly [name: string, value: OutgoingHttpHeader | undefined])[] {
  if (typeof fields !== "object" || fields === null) return [];
  const isAll = Array.isArray(fields) ? false : Object.keys(fields).every((name) => isAmong(names, name));
  return isAll ? [] : fieldPairs(fields).filter(([name]) => !isAmong(names, name));
}

/**
 * Throws for fields that no head can have, as `writeHead` would if it were not put off.
 *
 * @param own Names that are not looked at, because an answer of the contract's has a value of its own for them.
 */
export function checkFields(fields: unknown, own: readonly string[] = []): void {
  for (const [name, value] of pairsBeside(own, fields)) {
    validateHeaderName(name);
    for (const line of [value].flat()) validateHeaderValue(name, line as string);
  }
}
