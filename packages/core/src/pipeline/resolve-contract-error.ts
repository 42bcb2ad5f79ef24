import type { AnyCatalog } from "../catalog/catalog.ts";
import { checkDetail } from "../catalog/detail-check.ts";
import { type CodeDefinition, defaultStatus } from "../codes/index.ts";
import { encodeDetail } from "../errors/detail.ts";
import { guardMessage } from "../errors/message.ts";
import { toParam } from "../errors/param.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import { DEFAULTS, internalError, type ResolvedError, withheldText } from "./resolved-error.ts";

/**
 * Resolves an error that carries the brand, from whichever copy of this package. Each field is read and checked anew.
 *
 * @param inTask Whether a task may have thrown it, so that codes which stand inside a response count too.
 */
export function resolveContractError(
  thrown: unknown,
  catalog: AnyCatalog,
  sanitizer: Sanitizer,
  inTask = false,
): ResolvedError {
  const refuse = (misuse: string): ResolvedError =>
    internalError(catalog, { origin: "catalog", misuse, withheld: withheldText(thrown) });
  const misuse = peekString(thrown, "misuse");
  if (misuse !== undefined) return refuse(misuse);
  const code = peekString(thrown, "code") ?? "";
  const definition = catalog.definition(code);
  if (definition === undefined) {
    return refuse(`"${code}" is not in this contract's catalog; join the catalog that defines it`);
  }
  if (definition.where !== "request" && !inTask) {
    return refuse(`"${code}" only stands inside the 200 response of a task; it was thrown as the answer to a request`);
  }
  const checked = checkDetail(code, definition, peek(thrown, "detail"));
  if (checked.misuse !== undefined) return refuse(checked.misuse);
  const text = peekString(thrown, "message");
  const { message, withheld, removed } = guardMessage(text, definition.message, sanitizer);
  // A detail has been through the default sanitizer when its error was made.
  const detail = sanitizer === DEFAULT_SANITIZER ? checked.detail : (encodeDetail(checked.detail, sanitizer) ?? null);
  return {
    ...DEFAULTS,
    code,
    definition,
    status: chosenStatus(definition, peek(thrown, "status")),
    message,
    param: toParam(peek(thrown, "param")),
    detail,
    retryAfter: toSeconds(peek(thrown, "retryAfter")),
    origin: "catalog",
    withheld: withheld && text !== undefined ? [{ what: "message", text }] : [],
    removed,
  };
}

/** The status that the error names, where the definition offers a choice. Any other is ignored: a foreign property may have set it. */
function chosenStatus(definition: CodeDefinition, status: unknown): number {
  const offered: readonly unknown[] = typeof definition.status === "number" ? [] : definition.status;
  return offered.includes(status) ? (status as number) : defaultStatus(definition);
}
