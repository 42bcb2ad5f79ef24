import type { ThrownValue } from "../../untrusted/thrown.ts";
import { isOwnError } from "../marks/checks.ts";

const NAME = "FastifyError";

/** What `@fastify/error` 4 marks its errors with, in Fastify 5. */
const BRAND = Symbol.for("fastify-error-generic");

/** What each error has that `@fastify/error` made. */
export const FASTIFY_ERROR_MARKS = { names: [NAME], fields: [BRAND] } as const;

/**
 * The code of an error that `@fastify/error` made: Fastify's, a plugin's or the service's own. Version 3 has no brand, but
 * no other class both has that name and says by a symbol that it is an error. `undefined` for any other value.
 */
export function fastifyErrorCode(thrown: ThrownValue): string | undefined {
  const { name, code, field } = thrown;
  const isMade = field(BRAND) === true || (name === NAME && field(Symbol.toStringTag) === "Error");
  return isMade && typeof code === "string" && isOwnError(thrown) ? code : undefined;
}
