import type { ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";

const NAME = "FastifyError";

/** The mark of errors by `@fastify/error` 4, in Fastify 5. */
const BRAND = Symbol.for("fastify-error-generic");

/** What each error has that `@fastify/error` made. */
export const FASTIFY_ERROR_MARKS = { names: [NAME], fields: [BRAND] } as const;

/**
 * The code of an error that `@fastify/error` made: Fastify's, a plugin's or the service's own. Version 3 sets no mark, but only its
 * classes have both that name and a symbol that says "Error". `undefined` for any other value.
 */
export function fastifyErrorCode(thrown: ThrownValue): string | undefined {
  const { name, code, field } = thrown;
  const isMade = field(BRAND) === true || (name === NAME && field(Symbol.toStringTag) === "Error");
  return isMade && typeof code === "string" && isOwnError(thrown) ? code : undefined;
}
