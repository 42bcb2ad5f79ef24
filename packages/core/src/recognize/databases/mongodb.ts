import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/**
 * Keyed by the names of the driver's classes. All other classes are mistakes of the service: arguments, a closed client, transactions,
 * streams.
 */
const CLASSES = mappingsOf<string>(
  // A socket or an operation took too long, or no connection of the pool became free in time.
  [
    ["MongoNetworkTimeoutError", "MongoOperationTimeoutError", "MongoWaitQueueTimeoutError"],
    { code: "upstream_timeout" },
  ],
  // No server can be reached, or a connection broke, perhaps with its whole pool.
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
  // A server sent something that the driver does not understand or that is out of date.
  [
    ["MongoDecompressionError", "MongoStalePrimaryError", "MongoUnexpectedServerResponseError"],
    { code: "upstream_error" },
  ],
  // A cloud provider did not provide the credential.
  [["MongoAWSError", "MongoAzureError", "MongoGCPError", "MongoOIDCError"], { code: "upstream_error" }],
);

/** Keyed by the server's error numbers. All other numbers are mistakes of the service: duplicate keys, schema rules, its login. */
const NUMBERS = mappingsOf<number>(
  // A lock, maxTimeMS, the replicas, the network or the operation took too long.
  [[24, 50, 64, 89, 202, 262], { code: "upstream_timeout" }],
  // Another server of the cluster cannot be reached or read from.
  [[6, 7, 133, 9001], { code: "upstream_error" }],
  // Shutting down, stepping down, electing, recovering.
  [[91, 189, 10058, 10107, 11600, 11602, 13435, 13436], { code: "upstream_error" }],
  // A server bug, a write conflict that a retry may avoid, a full disk, too many requests.
  [[1, 112, 462, 14031], { code: "upstream_error" }],
);

/** Recognizes the mongodb driver by the names of its errors and a method that they inherit. */
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
