import { isList, peek, peekList, peekString } from "../untrusted/peek.ts";
import type { ThrownValue } from "../untrusted/thrown.ts";
import { meaningsOf, type Reader, toFinding } from "./finding.ts";
import { meaningOfCode } from "./sql.ts";

const PRISMA = meaningsOf({
  // A unique constraint, a foreign key, a required relation.
  conflict: ["P2002", "P2003", "P2014"],
  // A value that is too long, invalid, null, missing or out of range; a failed check; no id.
  invalid: ["P2000", "P2004", "P2005", "P2006", "P2007", "P2011", "P2012", "P2019", "P2020", "P2023", "P2033"],
  missing: ["P2001", "P2015", "P2018", "P2025"],
  // A write conflict or a deadlock.
  busy: ["P2034"],
});

/** A query that the service wrote in SQL. The database's own code is nested in the error. */
const RAW = "P2010";

/** More fields than a constraint has. */
const MAX_FIELDS = 32;

/** Reads Prisma's errors, known by their codes and the version of its client. */
export const prisma: Reader = ({ code, field }) => {
  if (typeof field("clientVersion") !== "string") return undefined;
  const meta = field("meta");
  const driver = peek(peek(meta, "driverAdapterError"), "cause");
  if (code === RAW) return toFinding(meaningOfCode(peek(driver, "originalCode") ?? peek(meta, "code")));
  return toFinding(PRISMA.get(code), prismaConstraint(meta, peek(driver, "constraint")));
};

/** Returns a constraint's name. If Prisma states only a model and fields, it is Prisma's default name, such as `User_email_key`. */
function prismaConstraint(meta: unknown, ofDriver: unknown): string | undefined {
  const target = peek(meta, "target");
  const stated = [peek(ofDriver, "index"), peek(meta, "constraint"), target].find((one) => typeof one === "string");
  if (typeof stated === "string") return stated;
  const fields = peekList(target, MAX_FIELDS) ?? peekList(peek(ofDriver, "fields"), MAX_FIELDS);
  if (fields === undefined) return undefined;
  const parts = [peek(meta, "modelName"), ...fields, "key"];
  return parts.every((part) => typeof part === "string") ? parts.join("_") : undefined;
}

/** Names of Sequelize's errors, which survive a minifier. */
const SEQUELIZE = meaningsOf({
  conflict: [
    "SequelizeUniqueConstraintError",
    "SequelizeExclusionConstraintError",
    "SequelizeForeignKeyConstraintError",
    // The row was changed since it was read.
    "SequelizeOptimisticLockError",
  ],
  invalid: ["SequelizeValidationError"],
  missing: ["SequelizeEmptyResultError"],
});

/** Reads Sequelize's errors if Sequelize itself rejected a value, or if its driver's own error says no more. */
export const sequelize: Reader = ({ name }) => toFinding(SEQUELIZE.get(name));

/**
 * Reads errors for a row that TypeORM, Kysely or MikroORM did not find. A minifier changes these class names, so other marks identify them.
 */
export const missingRow: Reader = ({ field }) => {
  const isOfTypeOrm = field("entityClass") !== undefined && field("criteria") !== undefined;
  const isOfKysely = peekString(field("node"), "kind")?.endsWith("QueryNode") === true;
  const isOfMikroOrm = typeof peek(field("constructor"), "findOneFailed") === "function";
  return isOfTypeOrm || isOfKysely || isOfMikroOrm ? { meaning: "missing" } : undefined;
};

/** Returns the driver's error that TypeORM, Sequelize or Drizzle wrapped. All except Drizzle's first form keep the query beside it. */
export function wrappedIn({ name, field }: ThrownValue): unknown {
  const isOfDrizzle = name === "DrizzleError" || (typeof field("query") === "string" && isList(field("params")));
  if (isOfDrizzle) return field("cause");
  return typeof field("query") === "string"
    ? field("driverError")
    : typeof field("sql") === "string"
      ? field("parent")
      : undefined;
}
