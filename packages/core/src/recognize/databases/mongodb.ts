import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** By the names of the driver's classes. All others are the service's: arguments, a closed client, transactions, streams. */
const CLASSES = mappingsOf<string>(
  // A socket or an operation that took too long; no connection of the pool became free in time.
  [
    ["MongoNetworkTimeoutError", "MongoOperationTimeoutError", "MongoWaitQueueTimeoutError"],
    { code: "upstream_timeout" },
  ],
  // No server can be reached, or a connection broke, also with all others of its pool.
  [
    [
      "MongoNetworkError",
      "MongoPoolClearedError",
      "PoolClearedOnNetworkError",
      "MongoServerSelectionError",
      "MongoSystemError",
    ],
    { code: "upstream_error" },
  ],
  // The servers say what the driver does not understand, or what another one has outdated.
  [
    ["MongoDecompressionError", "MongoStalePrimaryError", "MongoUnexpectedServerResponseError"],
    { code: "upstream_error" },
  ],
  // A cloud did not give out the credential.
  [["MongoAWSError", "MongoAzureError", "MongoGCPError", "MongoOIDCError"], { code: "upstream_error" }],
);

/** By the numbers of the server's errors. All others are the service's: duplicate keys, rules of a schema, its login. */
const NUMBERS = mappingsOf<number>(
  // A lock, maxTimeMS, the replicas, the network or the operation took too long.
  [[24, 50, 64, 89, 202, 262], { code: "upstream_timeout" }],
  // Another server of the cluster cannot be reached or read from.
  [[6, 7, 133, 9001], { code: "upstream_error" }],
  // Shutting down, stepping down, electing, recovering.
  [[91, 189, 10058, 10107, 11600, 11602, 13435, 13436], { code: "upstream_error" }],
  // A bug of the server, a write conflict that the next attempt may not meet, a full disk, too many requests.
  [[1, 112, 462, 14031], { code: "upstream_error" }],
);

/** The mongodb driver, by its names and the method that its errors inherit. */
export const mongodb: BuiltInRecognizer = {
  name: "mongodb",
  marks: { fields: ["hasErrorLabel"] },
  map(thrown, mappingContext) {
    const { isNativeError, name, code, field } = thrown;
    if (!isNativeError || typeof name !== "string" || typeof field("hasErrorLabel") !== "function") return undefined;
    if (!name.startsWith("Mongo") && !CLASSES.has(name)) return undefined;
    return (
      mappingOfCode(NUMBERS, code, thrown, mappingContext) ??
      mappingOfCode(CLASSES, name, thrown, mappingContext) ?? { code: "internal_error" }
    );
  },
};
