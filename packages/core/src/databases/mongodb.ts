import { tryOr } from "../untrusted/attempt.ts";
import { peek, peekNames } from "../untrusted/peek.ts";
import { type Meaning, meaningsOf, type Reader, toFinding } from "./finding.ts";

const NUMBERS = meaningsOf({
  conflict: [11000, 11001, 12582],
  // The validator of a collection.
  invalid: [121],
  // Two writes conflicted, and the server rejected one of them.
  busy: [112],
});

/** The label of an error after which the whole transaction may be retried. */
const TRANSIENT = "TransientTransactionError";

/** More fields than an index can have. */
const MAX_FIELDS = 33;

/** Reads errors of the mongodb driver, known by a method that they inherit. */
export const mongodb: Reader = ({ code, field }) => {
  if (typeof field("hasErrorLabel") !== "function") return undefined;
  const labels = field("errorLabelSet") as Set<unknown>;
  const isTransient = tryOr(() => Set.prototype.has.call(labels, TRANSIENT), false);
  return isTransient ? toFinding("busy") : toFinding(NUMBERS.get(code), indexName(field("keyPattern")));
};

/** Returns the name that MongoDB gives an index by default, such as `tenant_1_email_1`. */
function indexName(keyPattern: unknown): string {
  return peekNames(keyPattern, MAX_FIELDS)
    .flatMap((name) => {
      const kind = peek(keyPattern, name);
      return typeof kind === "number" || typeof kind === "string" ? [name, kind] : [];
    })
    .join("_");
}

/** Reads BSON's own errors, such as for a string that is not an ObjectId. */
export const bson: Reader = ({ name, field }) =>
  toFinding(name === "BSONError" && field("bsonError") === true ? "invalid" : undefined);

/** The names of Mongoose's errors, each with a field that other libraries' errors of that name do not have. */
const MONGOOSE: ReadonlyMap<unknown, readonly [field: string, meaning: Meaning]> = new Map([
  ["CastError", ["stringValue", "invalid"]],
  ["ValidationError", ["_message", "invalid"]],
  ["StrictModeError", ["isImmutableError", "invalid"]],
  ["DocumentNotFoundError", ["filter", "missing"]],
  // The document was changed since it was read.
  ["VersionError", ["modifiedPaths", "conflict"]],
]);

/** Reads Mongoose's errors. Their names survive a minifier. */
export const mongoose: Reader = ({ name, field }) => {
  const known = MONGOOSE.get(name);
  return known !== undefined && field(known[0]) !== undefined ? toFinding(known[1]) : undefined;
};
