import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { MappedCode } from "../catalog/catalog-codes.ts";
import type { CustomMapping, Recognizer } from "../recognize/mapping/mapping.ts";
import { readThrown, type ThrownValue } from "../untrusted/thrown.ts";
import type { Finding, Meaning, Reader } from "./finding.ts";
import { bson, mongodb, mongoose } from "./mongodb.ts";
import { missingRow, prisma, sequelize, wrappedIn } from "./orms.ts";
import { mysql, postgresql, sqlite } from "./sql.ts";

/** Options of {@link recognizeDatabaseErrors}. */
export interface DatabaseErrorOptions<Catalog extends AnyCatalog = AnyCatalog> {
  /**
   * The catalog whose codes `constraints` may use. With it, the compiler rejects any other code. Without it, the contract rejects them at
   * start-up.
   *
   * @defaultValue none
   */
  readonly catalog?: Catalog;
  /**
   * Codes of your catalog for constraints, by the constraint's name in the database, such as `{ users_email_key: "acme_email_taken" }`. It
   * works if the library states the name as a field: on PostgreSQL, with Prisma, and on MongoDB by the index's default name.
   *
   * @defaultValue none
   */
  readonly constraints?: Readonly<Record<string, MappedCode<NoInfer<Catalog>>>>;
}

const MAPPINGS: Readonly<Record<Meaning, CustomMapping>> = {
  conflict: { code: "conflict" },
  invalid: { code: "invalid_input" },
  missing: { code: "not_found" },
  // The transaction in the way will end soon.
  busy: { code: "unavailable", retryAfter: 1 },
};

const READERS: readonly Reader[] = [postgresql, mysql, sqlite, mongodb, bson, mongoose, prisma, sequelize, missingRow];

/**
 * Makes a recognizer for database errors that a request can cause, for the option `recognize`. Without it, these errors are internal
 * errors.
 *
 * - A duplicate, a row that others refer to, or a reference to a missing row: 409 `<vendor>_conflict`.
 * - A value that the column does not accept, including null and a failed check: 400 `invalid_input`.
 * - A missing row that an ORM was required to find: 404 `<vendor>_not_found`.
 * - A deadlock or a serialization failure: 503 `<vendor>_unavailable` with `Retry-After: 1`.
 *
 * It recognizes pg, pglite, postgres, mysql2, mariadb, better-sqlite3, node:sqlite, mongodb, Mongoose, Prisma, Drizzle, TypeORM, Sequelize,
 * MikroORM, Kysely and Knex by their codes and fields. No message, value or column name of an error is sent.
 *
 * @throws TypeError for a wrong option.
 * @example
 * const contract = createContract(acme, { recognize: [recognizeDatabaseErrors()] });
 */
export function recognizeDatabaseErrors<Catalog extends AnyCatalog = AnyCatalog>(
  options: DatabaseErrorOptions<Catalog> = {},
): Recognizer {
  const constraints = checkedConstraints(options);
  return {
    name: "databases",
    recognize(thrown) {
      const finding = findingOf(thrown);
      if (finding === undefined) return undefined;
      const code = constraints.get(finding.constraint);
      return code === undefined ? MAPPINGS[finding.meaning] : { code };
    },
    codes: [...constraints.values()],
  };
}

/** Parsed JSON is neither. Prisma sets its own tag on its errors, so they do not count as native. */
function isError({ isNativeError, inheritsError }: ThrownValue): boolean {
  return isNativeError || inheritsError;
}

/** Tries the driver's own error before the one that wraps it, because it is more specific. */
function findingOf(thrown: unknown): Finding | undefined {
  const outer = readThrown(thrown);
  if (!isError(outer)) return undefined;
  for (const error of [readThrown(wrappedIn(outer)), outer].filter(isError)) {
    for (const read of READERS) {
      const finding = read(error);
      if (finding !== undefined) return finding;
    }
  }
  return undefined;
}

function checkedConstraints(options: {
  readonly constraints?: Readonly<Record<string, string>>;
}): ReadonlyMap<unknown, string> {
  const unknown = Object.keys(options).filter((name) => name !== "catalog" && name !== "constraints");
  if (unknown.length > 0) throw new TypeError(`recognizeDatabaseErrors: unknown option ${unknown.join(", ")}`);
  const entries = Object.entries(options.constraints ?? {});
  const wrong = entries.find(([, code]) => typeof code !== "string" || code === "");
  if (wrong !== undefined) throw new TypeError(`recognizeDatabaseErrors, constraints.${wrong[0]}: expected a code`);
  return new Map(entries);
}
