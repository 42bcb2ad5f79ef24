/** What databases refuse, as answers. Published as `@uhp-errors/core/databases`, so that others do not load it. */
export { type DatabaseErrorOptions, recognizeDatabaseErrors } from "./recognize-database-errors.ts";
