import { statedChallenge } from "../../access/challenge.ts";
import { allowedMethods } from "../../http/allow.ts";
import { unsatisfiedRange } from "../../http/header-fields.ts";
import { ignoreRejection, tryOr } from "../../untrusted/attempt.ts";
import { peek, peekString } from "../../untrusted/peek.ts";
import { retryAfterSeconds } from "../../untrusted/retry-after.ts";
import type { ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";
import type { Mapping, MappingContext } from "./mapping.ts";
import { mappingOfStatus, statusOf } from "./status.ts";

/** The mark of every error in the shape of http-errors. */
export const HTTP_ERROR_MARKS = { fields: ["expose"] } as const;

/**
 * Returns the status of an error in the shape of http-errors: `expose`, and the same status under two names, own or inherited. `undefined`
 * for any other value. Also `undefined` for a value with marks of an HTTP client, because its status is another service's.
 */
export function httpErrorStatus(thrown: ThrownValue): number | undefined {
  const status = statusOf(thrown.status);
  const isShaped = typeof thrown.field("expose") === "boolean" && thrown.statusCode === status;
  return isShaped && isOwnError(thrown) ? status : undefined;
}

/**
 * Returns the mapping of a status that the service's own code set on an error, and of the headers that the response takes from the error.
 */
export function mappingOfHttpError(status: number, mappingContext: MappingContext, headers?: unknown): Mapping {
  const stated = statedIn(headers, status, mappingContext);
  return { ...mappingOfStatus(status, mappingContext, peekString(stated, "challenge")), ...stated };
}

function statedIn(
  headers: unknown,
  status: number,
  { sanitizer }: MappingContext,
): Pick<Mapping, "retryAfter" | "allow" | "challenge" | "contentRange"> {
  const read = (name: string) => readHeader(headers, name);
  const one = <Key extends string, Value>(key: Key, value: Value | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { readonly [Name in Key]?: Value };
  if (status === 429 || status === 503) return one("retryAfter", retryAfterSeconds(read("Retry-After")));
  if (status === 405) return one("allow", allowedMethods(read("Allow")));
  if (status === 401) return one("challenge", statedChallenge(read("WWW-Authenticate"), sanitizer));
  // Only a 416 is sent with it.
  return one("contentRange", unsatisfiedRange(read("Content-Range")));
}

/** Reads a header from a `Headers`, or from an object with a key for each header. */
function readHeader(headers: unknown, name: string): unknown {
  const get = peek(headers, "get");
  if (typeof get !== "function") return peek(headers, name) ?? peek(headers, name.toLowerCase());
  const value: unknown = tryOr(() => Reflect.apply(get, headers, [name]), undefined);
  // These may be no headers at all, but a store whose promise rejects.
  ignoreRejection(value);
  return value;
}
