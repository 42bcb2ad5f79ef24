import type { ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";

const NAME = "FastifyError";

/** The mark that `@fastify/error` 4 sets on its errors, in Fastify 5. */
const BRAND = Symbol.for("fastify-error-generic");

/** The marks of all errors that `@fastify/error` makes. */
export const FASTIFY_ERROR_MARKS = { names: [NAME], fields: [BRAND] } as const;

/**
 * Returns the code of an error that `@fastify/error` made: Fastify's, a plugin's or the service's own. Version 3 sets no mark, but only its
 * classes have both that name and the symbol tag "Error". `undefined` for any other value.
 */
export function fastifyErrorCode(thrown: ThrownValue): string | undefined {
  const { name, code, field } = thrown;
  const isMade = field(BRAND) === true || (name === NAME && field(Symbol.toStringTag) === "Error");
  return isMade && typeof code === "string" && isOwnError(thrown) ? code : undefined;
}
