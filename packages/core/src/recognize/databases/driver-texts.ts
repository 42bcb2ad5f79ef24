import type { ThrownValue } from "../../untrusted/thrown.ts";
import { mappingsOf, tableRecognizer } from "../mapping/table.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Drivers report some failures as plain errors, known only by their fixed messages. */
const PG = mappingsOf<string>(
  ["upstream_timeout", "Connection terminated due to connection timeout", "Query read timeout"],
  ["upstream_timeout", "timeout exceeded when trying to connect", "timeout expired"],
  ["upstream_error", "Connection terminated", "Connection terminated unexpectedly"],
);

const IOREDIS = mappingsOf<string>(
  ["upstream_timeout", "Command timed out"],
  ["upstream_error", "Connection is closed.", "Stream isn't writeable and enableOfflineQueue options is false"],
);

const MYSQL = mappingsOf<string>(["upstream_error", "Queue limit reached."]);

/**
 * Recognizes driver failures that have no mark except their message. Whatever made them, they become a 5xx, so a message that is not unique
 * does no harm.
 */
export const driverTexts: readonly BuiltInRecognizer[] = [
  tableRecognizer("pg", "message", PG, isPlain),
  tableRecognizer("ioredis", "message", IOREDIS, isPlain),
  tableRecognizer("mysql2", "message", MYSQL, isPlain),
];

function isPlain(thrown: ThrownValue): boolean {
  return thrown.name === "Error" && isOwnError(thrown) && hasNone(thrown, "code", "status", "statusCode");
}
