import { mappingOfCode, mappingsOf } from "../mapping/table.ts";
import type { BuiltInRecognizer } from "../marks/recognizer.ts";

/** PostgreSQL's SQLSTATEs whose mapping differs from that of their class (the first two characters). */
const PG_STATES = mappingsOf<string>(
  // statement_timeout, lock_timeout, transaction_timeout. A query that an operator cancels also has the first code.
  ["upstream_timeout", "57014", "55P03", "25P04"],
  // A serialization failure and a deadlock: the database chose a victim, and a retry may succeed.
  ["upstream_error", "40001", "40P01"],
  // Shut down by the administrator or by a crash, not yet started, idle for too long.
  ["upstream_error", "57P01", "57P02", "57P03", "57P05"],
);

/** Keyed by class. All other classes are mistakes of the service: syntax, constraints, values, its login. */
const PG_CLASSES = mappingsOf<string>(
  // The connection; exhausted resources and connections; the operating system; a bug of PostgreSQL.
  ["upstream_error", "08", "53", "58", "XX"],
);

/** The name of pg's errors, in lower case unlike JavaScript's own errors. */
const PG_NAME = "error";

const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Recognizes pg. Its errors have the fields of PostgreSQL's messages; `detail` and `where` contain values and SQL. */
export const pg: BuiltInRecognizer = {
  name: "pg",
  marks: { names: [PG_NAME] },
  map(thrown, mappingContext) {
    const { isNativeError, name, code, field } = thrown;
    if (!isNativeError || name !== PG_NAME || typeof code !== "string" || !SQLSTATE.test(code)) return undefined;
    if (typeof field("length") !== "number" || typeof field("severity") !== "string") return undefined;
    return (
      mappingOfCode(PG_STATES, code, thrown, mappingContext) ??
      mappingOfCode(PG_CLASSES, code.slice(0, 2), thrown, mappingContext) ?? { code: "internal_error" }
    );
  },
};

/** MySQL's and MariaDB's own error numbers. All other numbers are mistakes of the service: syntax, constraints, values, its login. */
const MYSQL_NUMBERS = mappingsOf<number>(
  // A lock that did not become free in time, max_execution_time, a network read or write that took too long.
  ["upstream_timeout", 1159, 1161, 1205, 3024],
  // Too many connections: server-wide, for the user, or by an account limit.
  ["upstream_error", 1040, 1203, 1226],
  // Out of memory or disk, or a full table.
  ["upstream_error", 1021, 1037, 1038, 1041, 1114],
  // Shutting down, aborting the connection, interrupting the query, closing an idle connection.
  ["upstream_error", 1053, 1077, 1152, 1184, 1317, 4031],
  // The handshake or the network failed, or the server blocks this host.
  ["upstream_error", 1042, 1043, 1129, 1158, 1160],
  // A deadlock, or a read-only server: a server that was just replaced is read-only.
  ["upstream_error", 1213, 1290, 1836],
);

const MYSQL_CODES = mappingsOf<string>(
  ["upstream_timeout", "PROTOCOL_SEQUENCE_TIMEOUT"],
  // The server closed the connection or sent something unreadable, or no member of a cluster is online.
  ["upstream_error", "PROTOCOL_CONNECTION_LOST", "PROTOCOL_ERROR", "POOL_NONEONLINE"],
  ["upstream_error", "HANDSHAKE_NO_SSL_SUPPORT", "HANDSHAKE_SSL_ERROR", "HANDSHAKE_UNKNOWN_ERROR"],
  // Wrong options of the service.
  ["internal_error", "AUTH_SWITCH_PLUGIN_ERROR", "MYSQL_CLEAR_PASSWORD_NOT_ENABLED", "POOL_NOEXIST"],
);

/** Recognizes mysql2 by the fields of the server's errors, and by its own codes for failures without a server's error. */
export const mysql: BuiltInRecognizer = {
  name: "mysql2",
  marks: { fields: ["sqlMessage"], codes: [...MYSQL_CODES.keys()] },
  map(thrown, mappingContext) {
    const { isNativeError, code, field } = thrown;
    if (!isNativeError) return undefined;
    const number = field("errno");
    return typeof number === "number" && typeof field("sqlMessage") === "string"
      ? (mappingOfCode(MYSQL_NUMBERS, number, thrown, mappingContext) ?? { code: "internal_error" })
      : mappingOfCode(MYSQL_CODES, code, thrown, mappingContext);
  },
};
