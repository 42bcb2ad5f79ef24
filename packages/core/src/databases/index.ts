/** Maps database errors to responses. Published as `@uhp-errors/core/databases`, so that other users do not load it. */
export { type DatabaseErrorOptions, recognizeDatabaseErrors } from "./recognize-database-errors.ts";
