import { isNativeError, peek, peekString } from "../../untrusted/peek.ts";
import { isOfUpstream } from "../mapping/recognizer.ts";

/** What `@fastify/error` 4 marks its errors with, in Fastify 5. */
const BRAND = Symbol.for("fastify-error-generic");

/**
 * The code of an error that `@fastify/error` made: Fastify's, a plugin's or the service's own. Version 3 knows no brand, but
 * no class beside its own both has that name and says by a symbol that it is an error. `undefined` for any other value.
 */
export function fastifyErrorCode(thrown: unknown): string | undefined {
  const named = peekString(thrown, "name") === "FastifyError" && peek(thrown, Symbol.toStringTag) === "Error";
  const made = isNativeError(thrown) && !isOfUpstream(thrown) && (named || peek(thrown, BRAND) === true);
  return made ? peekString(thrown, "code") : undefined;
}
