import { type Meaning, meaningsOf, type Reader, toFinding } from "./finding.ts";

const STATES = meaningsOf({
  // Unique, exclusion, and a foreign key, whose code is the same for both of its sides.
  conflict: ["23505", "23P01", "23503", "23001"],
  invalid: [
    // Null in a column that does not allow it, and a failed check.
    ...["23502", "23514"],
    // Too long, out of range, not a date, an unsupported character, a string that is not valid for the type.
    ...["22001", "22003", "22007", "22008", "22021", "22P02", "22P03", "22P05"],
  ],
  // A serialization failure and a deadlock: PostgreSQL rolled the transaction back.
  busy: ["40001", "40P01"],
});

const NUMBERS = meaningsOf({
  // A duplicate; either side of a foreign key.
  conflict: [1022, 1062, 1169, 1586, 1859, 1216, 1217, 1451, 1452],
  invalid: [
    // Null, no value and no default, and a failed check (MySQL and MariaDB have different numbers).
    ...[1048, 1364, 3819, 4025],
    // Out of range, truncated, wrong, too long, invalid JSON.
    ...[1264, 1265, 1292, 1366, 1367, 1406, 3140],
  ],
  // A lock that did not become free in time, and a deadlock.
  busy: [1205, 1213],
});

/**
 * SQLite's result codes: their names, which most drivers use as `code`, and their numbers, which node:sqlite uses. Deleting a row that
 * others refer to fails with the code of a trigger.
 */
const RESULTS = meaningsOf({
  conflict: [
    ...["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_ROWID"],
    ...["SQLITE_CONSTRAINT_FOREIGNKEY", "SQLITE_CONSTRAINT_TRIGGER"],
    ...[2067, 1555, 2579, 787, 1811],
  ],
  invalid: [
    ...["SQLITE_CONSTRAINT_NOTNULL", "SQLITE_CONSTRAINT_CHECK", "SQLITE_CONSTRAINT_DATATYPE"],
    ...["SQLITE_MISMATCH", "SQLITE_TOOBIG"],
    ...[1299, 275, 3091, 20, 18],
  ],
  busy: [
    ...["SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_BUSY_SNAPSHOT", "SQLITE_BUSY_TIMEOUT"],
    ...["SQLITE_LOCKED", "SQLITE_LOCKED_SHAREDCACHE"],
    ...[5, 261, 517, 773, 6, 262],
  ],
});

/** Returns the meaning of a code that a multi-database library passes on as a string. Codes of different databases do not overlap. */
export function meaningOfCode(code: unknown): Meaning | undefined {
  return STATES.get(code) ?? NUMBERS.get(Number(code)) ?? RESULTS.get(Number(code));
}

/** Reads errors of pg, pglite, postgres, and ORMs that pass on the fields of PostgreSQL's messages. */
export const postgresql: Reader = ({ code, field }) =>
  typeof field("severity") === "string"
    ? toFinding(STATES.get(code), field("constraint") ?? field("constraint_name"))
    : undefined;

/** Reads errors of mysql2 and mariadb. They state a constraint's name only in their messages. */
export const mysql: Reader = ({ field }) =>
  typeof field("sqlMessage") === "string" ? toFinding(NUMBERS.get(field("errno"))) : undefined;

/** Reads errors of better-sqlite3 and others, and of node:sqlite. They do not state a constraint's name. */
export const sqlite: Reader = ({ code, field }) =>
  toFinding(RESULTS.get(code === "ERR_SQLITE_ERROR" ? field("errcode") : typeof code === "string" ? code : undefined));
