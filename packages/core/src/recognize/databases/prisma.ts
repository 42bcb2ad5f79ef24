import { inheritsError, peek, peekString } from "../../untrusted/peek.ts";
import { type BuiltInRecognizer, mappingOfCode, mappingsOf } from "../mapping/recognizer.ts";

/** Codes that speak of the database or of the way to it. All others are the service's: a constraint, a schema, a login. */
const MAPPINGS = mappingsOf<string>(
  [
    // The database took too long to connect or to answer; no connection of the pool became free in time.
    ["P1002", "P1008", "P2024"],
    { code: "upstream_timeout" },
  ],
  [
    // Not to be reached, TLS, closed the connection.
    ["P1001", "P1011", "P1017"],
    { code: "upstream_error" },
  ],
  [
    // A transaction that could not begin or was ended, a deadlock, too many connections: the next attempt may succeed.
    ["P2028", "P2034", "P2037"],
    { code: "upstream_error" },
  ],
);

/** Classes whose errors may have a code, and the name under which they have it; without one they are the service's. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["PrismaClientKnownRequestError", "code"],
  ["PrismaClientInitializationError", "errorCode"],
  // A query that does not fit the schema.
  ["PrismaClientValidationError", ""],
  // A failure of which Prisma knows no more than a text, often a constraint.
  ["PrismaClientUnknownRequestError", ""],
  // The engine, which runs inside the service, broke.
  ["PrismaClientRustPanicError", ""],
]);

/** Prisma, by the tag of its classes, which no JSON has. The texts quote the query, the host and the service's source. */
export const prisma: BuiltInRecognizer = {
  name: "@prisma/client",
  recognize(thrown, mappingContext) {
    const name = peekString(thrown, "name") ?? "";
    const key = CLASSES.get(name);
    if (key === undefined || peek(thrown, Symbol.toStringTag) !== name || !inheritsError(thrown)) return undefined;
    if (peekString(thrown, "clientVersion") === undefined) return undefined;
    const code = peekString(thrown, key) ?? "";
    return mappingOfCode(MAPPINGS, code, thrown, mappingContext) ?? { code: "internal_error" };
  },
};
