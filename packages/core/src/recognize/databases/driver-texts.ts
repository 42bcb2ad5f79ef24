import { type Mappings, mappingOfCode, mappingsOf } from "../mapping/table.ts";
import { hasNone, isOwnError } from "../marks/checks.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** Drivers report some failures as plain errors, known only by their fixed messages. */
const PG = mappingsOf<string>(
  [
    [
      "Connection terminated due to connection timeout",
      "Query read timeout",
      "timeout exceeded when trying to connect",
      "timeout expired",
    ],
    { code: "upstream_timeout" },
  ],
  [["Connection terminated", "Connection terminated unexpectedly"], { code: "upstream_error" }],
);

const IOREDIS = mappingsOf<string>(
  [["Command timed out"], { code: "upstream_timeout" }],
  [
    ["Connection is closed.", "Stream isn't writeable and enableOfflineQueue options is false"],
    { code: "upstream_error" },
  ],
);

const MYSQL = mappingsOf<string>([["Queue limit reached."], { code: "upstream_error" }]);

/**
 * Recognizes driver failures that have no mark except their message. Whatever made them, they become a 5xx, so a message that is not unique
 * does no harm.
 */
export const driverTexts: readonly BuiltInRecognizer[] = [
  known("pg", PG),
  known("ioredis", IOREDIS),
  known("mysql2", MYSQL),
];

function known(name: string, texts: Mappings<string>): BuiltInRecognizer {
  return {
    name,
    marks: { messages: [...texts.keys()] },
    map(thrown, mappingContext) {
      if (thrown.name !== "Error" || !isOwnError(thrown)) return undefined;
      if (!hasNone(thrown, "code", "status", "statusCode")) return undefined;
      return mappingOfCode(texts, thrown.message, thrown, mappingContext);
    },
  };
}
