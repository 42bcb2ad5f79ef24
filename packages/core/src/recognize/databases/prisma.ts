import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Codes about the database or the connection to it. All other codes are mistakes of the service: a constraint, a schema, a login. */
const MAPPINGS = mappingsOf<string>(
  // The database took too long to connect or to respond, or no connection of the pool became free in time.
  ["upstream_timeout", "P1002", "P1008", "P2024"],
  // The database cannot be reached, TLS failed, or the database closed the connection.
  ["upstream_error", "P1001", "P1011", "P1017"],
  // A transaction could not begin or was ended, a deadlock, or too many connections: a retry may succeed.
  ["upstream_error", "P2028", "P2034", "P2037"],
);

/** The classes, and the field in which their errors may have a code. Errors without a code are mistakes of the service. */
const CLASSES: ReadonlyMap<string, string | undefined> = new Map([
  ["PrismaClientKnownRequestError", "code"],
  ["PrismaClientInitializationError", "errorCode"],
  // A query that does not fit the schema.
  ["PrismaClientValidationError", undefined],
  // A failure for which Prisma only has a message, often a constraint.
  ["PrismaClientUnknownRequestError", undefined],
  // The engine crashed. It runs inside the service.
  ["PrismaClientRustPanicError", undefined],
]);

/**
 * Recognizes Prisma by the tag of its classes, which parsed JSON cannot have. The messages quote the query, the host and the service's
 * source.
 */
export const prisma: BuiltInRecognizer = {
  name: "@prisma/client",
  marks: { names: [...CLASSES.keys()] },
  map(thrown, mappingContext) {
    const { inheritsError, name, field } = thrown;
    if (typeof name !== "string" || !CLASSES.has(name) || field(Symbol.toStringTag) !== name) return undefined;
    if (!inheritsError || typeof field("clientVersion") !== "string") return undefined;
    const key = CLASSES.get(name);
    const code = key === undefined ? undefined : field(key);
    return mappingOfCode(MAPPINGS, code, thrown, mappingContext) ?? { code: "internal_error" };
  },
};
