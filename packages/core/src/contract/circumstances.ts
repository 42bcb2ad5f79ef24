import { hasBearer } from "../bearer.ts";
import type { Circumstances } from "../foreign/index.ts";
import { peek } from "../sanitize/peek.ts";
import { header, type RequestFacts, responseHeader } from "../wire.ts";
import type { Settings } from "./options.ts";

/** What the meaning of a foreign error may depend on; read when a producer asks, whatever the functions behind it do. */
export function circumstancesOf(facts: RequestFacts, { sanitizer, maxFileBytes }: Settings): Circumstances {
  return {
    bearer: hasBearer(facts),
    sanitizer,
    header: (name) => header(facts, name),
    responseHeader: (name) => responseHeader(facts, name),
    bodyLimit: () => bytes(() => (peek(facts, "bodyLimit") === undefined ? undefined : facts.bodyLimit?.())),
    fileLimit: () => bytes(() => (typeof maxFileBytes === "function" ? maxFileBytes(facts) : maxFileBytes)),
  };
}

function bytes(read: () => unknown): number | undefined {
  try {
    const limit = read();
    return typeof limit === "number" ? limit : undefined;
  } catch {
    return undefined;
  }
}
