import { isList, peek, peekList, peekString } from "../untrusted/peek.ts";
import type { ThrownValue } from "../untrusted/thrown.ts";
import { found, meaningsOf, type Reader } from "./finding.ts";
import { meaningOfCode } from "./sql.ts";

/** Codes of Prisma. */
const PRISMA = meaningsOf({
  // Unique, a foreign key, a relation that every row must have.
  conflict: ["P2002", "P2003", "P2014"],
  // Too long, a check, wrong, null, absent, out of range, no id.
  invalid: ["P2000", "P2004", "P2005", "P2006", "P2007", "P2011", "P2012", "P2019", "P2020", "P2023", "P2033"],
  missing: ["P2001", "P2015", "P2018", "P2025"],
  // A write conflict or a deadlock.
  busy: ["P2034"],
});

/** A query that the service wrote in SQL. The database's own code is below it. */
const RAW = "P2010";

/** More fields than a constraint has. */
const MAX_FIELDS = 32;

/** Prisma, known by its codes beside the version of its client. */
export const prisma: Reader = ({ code, field }) => {
  if (typeof field("clientVersion") !== "string") return undefined;
  const meta = field("meta");
  const driver = peek(peek(meta, "driverAdapterError"), "cause");
  if (code === RAW) return found(meaningOfCode(peek(driver, "originalCode") ?? peek(meta, "code")));
  return found(PRISMA.get(code), prismaConstraint(meta, peek(driver, "constraint")));
};

/** The name of a constraint. Where Prisma states only a model and fields, it is the one that Prisma gives it, such as `User_email_key`. */
function prismaConstraint(meta: unknown, ofDriver: unknown): string | undefined {
  const target = peek(meta, "target");
  const stated = [peek(ofDriver, "index"), peek(meta, "constraint"), target].find((one) => typeof one === "string");
  if (typeof stated === "string") return stated;
  const fields = peekList(target, MAX_FIELDS) ?? peekList(peek(ofDriver, "fields"), MAX_FIELDS);
  const parts = [peek(meta, "modelName"), ...(fields ?? []), "key"];
  return fields !== undefined && parts.every((part) => typeof part === "string") ? parts.join("_") : undefined;
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

/** Sequelize, where it refuses a value itself, or where its driver's own error says no more. */
export const sequelize: Reader = ({ name }) => found(SEQUELIZE.get(name));

/** A row that TypeORM, Kysely or MikroORM did not find. A minifier changes the names of these classes, so other marks tell. */
export const missingRow: Reader = ({ field }) => {
  const isOfTypeOrm = field("entityClass") !== undefined && field("criteria") !== undefined;
  const isOfKysely = peekString(field("node"), "kind")?.endsWith("QueryNode") === true;
  const isOfMikroOrm = typeof peek(field("constructor"), "findOneFailed") === "function";
  return isOfTypeOrm || isOfKysely || isOfMikroOrm ? { meaning: "missing" } : undefined;
};

/** The driver's error that TypeORM, Sequelize or Drizzle wrapped. All but Drizzle's first form keep the query beside it. */
export function wrappedIn({ name, field }: ThrownValue): unknown {
  const isOfDrizzle = name === "DrizzleError" || (typeof field("query") === "string" && isList(field("params")));
  if (isOfDrizzle) return field("cause");
  return typeof field("query") === "string"
    ? field("driverError")
    : typeof field("sql") === "string"
      ? field("parent")
      : undefined;
}
