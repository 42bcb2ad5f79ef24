import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { BuiltInCode } from "../catalog/built-in-codes.ts";
import { checkDetail } from "../catalog/detail-check.ts";
import { type CodeDefinition, defaultStatus } from "../codes/index.ts";
import { encodeDetail, type JsonObject } from "../errors/detail.ts";
import { type Made, unchangedMade } from "../errors/made.ts";
import { guardMessage } from "../errors/message.ts";
import { toParam } from "../errors/param.ts";
import { relayedIn } from "../errors/relayed.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/index.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import { type Draft, draftOf, internalError, type ResolvedError, withheldText } from "./resolved-error.ts";

/**
 * Resolves an error that carries the brand, from whichever copy of this package. Each field is read and checked anew, unless
 * this copy has made the error by the same definition and it was not changed since.
 *
 * @param inTask Whether a task may have thrown it, so that codes which appear inside a response count too.
 */
export function resolveContractError(
  thrown: unknown,
  catalog: AnyCatalog,
  sanitizer: Sanitizer,
  inTask = false,
): ResolvedError {
  const made = unchangedMade(thrown);
  const isKnown =
    made !== undefined &&
    (made.misuse === undefined || !isInternal(made.code)) &&
    catalog.definition(made.code) === made.definition;
  if (isKnown && (made.definition.where === "request" || inTask)) return resolveMade(made, sanitizer);
  const refuse = (misuse: string): ResolvedError =>
    internalError(catalog, { origin: "catalog", misuse, withheld: withheldText(thrown) });
  const misuse = peekString(thrown, "misuse");
  const code = peekString(thrown, "code") ?? "";
  const definition = catalog.definition(code);
  if (misuse !== undefined && (definition === undefined || isInternal(code))) return refuse(misuse);
  if (definition === undefined) {
    return refuse(`"${code}" is not in this contract's catalog; join the catalog that defines it`);
  }
  if (definition.where !== "request" && !inTask) {
    return refuse(`"${code}" only stands inside the 200 response of a task; it was thrown as the answer to a request`);
  }
  const checked = checkDetail(code, definition, peek(thrown, "detail"));
  const draft = draftOf(code, definition, "catalog");
  draft.status = chosenStatus(definition, peek(thrown, "status"));
  setMessage(draft, peekString(thrown, "message"), sanitizer);
  draft.param = toParam(peek(thrown, "param"));
  draft.detail = sanitized(checked.detail, sanitizer);
  draft.retryAfter = toSeconds(peek(thrown, "retryAfter"));
  const relayed = relayedIn(thrown);
  draft.retry = relayed?.retry;
  draft.upstream = relayed?.upstream;
  draft.misuse = misuse ?? checked.misuse;
  return draft;
}

/** What a catalog makes of a code that it does not have. A vendor's prefix has no underscore. */
function isInternal(code: string): boolean {
  return code.slice(code.indexOf("_") + 1) === ("internal_error" satisfies BuiltInCode);
}

function resolveMade(made: Made, sanitizer: Sanitizer): ResolvedError {
  const draft = draftOf(made.code, made.definition, "catalog");
  draft.status = made.status;
  setMessage(draft, made.message, sanitizer);
  draft.param = made.param;
  draft.detail = sanitized(made.detail, sanitizer);
  draft.retryAfter = made.retryAfter;
  draft.retry = made.relayed?.retry;
  draft.upstream = made.relayed?.upstream;
  draft.misuse = made.misuse;
  return draft;
}

/** Definitions whose own message the default sanitizer leaves as it is. They are frozen, so once is enough. */
const CLEAN = new WeakSet<CodeDefinition>();

function setMessage(draft: Draft, text: string | undefined, sanitizer: Sanitizer): void {
  const { definition } = draft;
  const isOwn = text === definition.message && sanitizer === DEFAULT_SANITIZER;
  if (isOwn && CLEAN.has(definition)) return;
  const { message, withheld, removed } = guardMessage(text, definition.message, sanitizer);
  draft.message = message;
  draft.removed = removed;
  if (withheld && text !== undefined) draft.withheld = [{ what: "message", text }];
  if (isOwn && !withheld && removed.length === 0 && Object.isFrozen(definition)) CLEAN.add(definition);
}

/** A detail has been through the default sanitizer when its error was made. */
function sanitized(detail: JsonObject | null, sanitizer: Sanitizer): JsonObject | null {
  return sanitizer === DEFAULT_SANITIZER ? detail : (encodeDetail(detail, sanitizer) ?? null);
}

/** The status that the error names, where the definition offers a choice. Any other is ignored: a foreign property may have set it. */
function chosenStatus(definition: CodeDefinition, status: unknown): number {
  const offered: readonly unknown[] = typeof definition.status === "number" ? [] : definition.status;
  return offered.includes(status) ? (status as number) : defaultStatus(definition);
}
