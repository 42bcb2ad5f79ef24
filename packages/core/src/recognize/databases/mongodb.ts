import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/**
 * Keyed by the names of the driver's classes. All other classes are mistakes of the service: arguments, a closed client, transactions,
 * streams.
 */
const CLASSES = mappingsOf<string>(
  // A socket or an operation took too long, or no connection of the pool became free in time.
  ["upstream_timeout", "MongoNetworkTimeoutError", "MongoOperationTimeoutError", "MongoWaitQueueTimeoutError"],
  // No server can be reached, or a connection broke, perhaps with its whole pool.
  ["upstream_error", "MongoNetworkError", "MongoPoolClearedError", "PoolClearedOnNetworkError"],
  ["upstream_error", "MongoServerSelectionError", "MongoSystemError"],
  // A server sent something that the driver does not understand or that is out of date.
  ["upstream_error", "MongoDecompressionError", "MongoStalePrimaryError", "MongoUnexpectedServerResponseError"],
  // A cloud provider did not provide the credential.
  ["upstream_error", "MongoAWSError", "MongoAzureError", "MongoGCPError", "MongoOIDCError"],
);

/** Keyed by the server's error numbers. All other numbers are mistakes of the service: duplicate keys, schema rules, its login. */
const NUMBERS = mappingsOf<number>(
  // A lock, maxTimeMS, the replicas, the network or the operation took too long.
  ["upstream_timeout", 24, 50, 64, 89, 202, 262],
  // Another server of the cluster cannot be reached or read from.
  ["upstream_error", 6, 7, 133, 9001],
  // Shutting down, stepping down, electing, recovering.
  ["upstream_error", 91, 189, 10058, 10107, 11600, 11602, 13435, 13436],
  // A server bug, a write conflict that a retry may avoid, a full disk, too many requests.
  ["upstream_error", 1, 112, 462, 14031],
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
