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

/**
 * The arguments of the `writeHead` of a success with the fields that every answer carries. Where nothing was set on the
 * response, Node writes the fields that it is given as they are, repeated names included; so ours are put among them.
 * Otherwise it goes by what is set, and so ours are set. What a proxied answer brings under our names goes.
 *
 * @param stamp Names and values in turn.
 * @param noted The fields that whoever wrote the head had given, which other middleware may have set by now.
 */
export function stampedHead(
  response: ServerResponse,
  args: unknown[],
  standingHeaders: readonly string[],
  noted: unknown,
): unknown[] {
  const given = fieldsIn(args);
  const fields = typeof given === "object" && given !== null ? given : undefined;
  if (response.getHeaderNames().length === 0)
    return withFields(args, joined(withoutNames(fields ?? {}, standingHeaders), standingHeaders));
  setStamp(response, standingHeaders, noted === undefined);
  // Node refuses a list of pairs beside fields that are set, and says so.
  const isPairs = Array.isArray(fields) && Array.isArray(fields[0]) && response.req.httpVersionMajor < 2;
  return fields === undefined || isPairs ? args : withFields(args, withoutNames(fields, standingHeaders));
}

/** Sets the fields that every answer carries. A request id that the service has set itself stays the service's. */
function setStamp(response: ServerResponse, standingHeaders: readonly string[], keepId: boolean): void {
  for (let index = 0; index < standingHeaders.length; index += 2) {
    const name = standingHeaders[index] as string;
    // The version comes first, and nobody but the contract knows it.
    if (index === 0 || !keepId || !response.hasHeader(name))
      response.setHeader(name, standingHeaders[index + 1] as string);
  }
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

function withFields(args: readonly unknown[], fields: unknown): unknown[] {
  return typeof args[1] === "string" ? [args[0], args[1], fields] : [args[0], fields];
}

function joined(fields: object, standingHeaders: readonly string[]): unknown {
  if (!Array.isArray(fields)) {
    const copy: Record<string, unknown> = { ...fields };
    for (let index = 0; index < standingHeaders.length; index += 2)
      copy[standingHeaders[index] as string] = standingHeaders[index + 1];
    return copy;
  }
  // Node says what is wrong with names and values that do not pair up.
  if (!Array.isArray(fields[0]))
    return fields.length % 2 === 0 ? [...(fields as unknown[]), ...standingHeaders] : fields;
  return [...(fields as unknown[]), ...pairsOf(standingHeaders)];
}

/** Header fields in the form they came in, without those of our names. The very same ones when there are none. */
function withoutNames(fields: object, standingHeaders: readonly string[]): object {
  const isOurs = (name: unknown) => {
    const lower = String(name).toLowerCase();
    for (let index = 0; index < standingHeaders.length; index += 2) {
      if ((standingHeaders[index] as string).toLowerCase() === lower) return true;
    }
    return false;
  };
  if (!Array.isArray(fields)) {
    const ours = Object.keys(fields).filter(isOurs);
    if (ours.length === 0) return fields;
    return Object.fromEntries(Object.entries(fields).filter(([name]) => !ours.includes(name)));
  }
  if (Array.isArray(fields[0])) {
    return fields.some(([name]) => isOurs(name)) ? fields.filter(([name]) => !isOurs(name)) : fields;
  }
  const kept = fields.filter((_part, index) => !isOurs(fields[index - (index % 2)]));
  return kept.length === fields.length ? fields : kept;
}

function pairsOf(flat: readonly unknown[]): [string, OutgoingHttpHeader | undefined][] {
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
  const values = fieldPairs(fields).filter(([name]) => name.toLowerCase() === wanted);
  return values.length === 0 ? undefined : values.map(([, value]) => String(value)).join(", ");
}

/** Throws for fields that no head can have, as `writeHead` would if it were not put off. */
export function checkFields(fields: unknown): void {
  for (const [name, value] of fieldPairs(fields)) {
    validateHeaderName(name);
    for (const line of [value].flat()) validateHeaderValue(name, line as string);
  }
}
