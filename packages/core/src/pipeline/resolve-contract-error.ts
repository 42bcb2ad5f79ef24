import type { AnyCatalog } from "../catalog/any-catalog.ts";
import type { BuiltInCode } from "../catalog/built-in-codes.ts";
import { checkDetail } from "../catalog/detail-check.ts";
import { offeredStatus, statusMisuse } from "../catalog/error-parts.ts";
import { hasCleanMessage } from "../cleaning/clean-definitions.ts";
import { cleanDetail } from "../cleaning/clean-detail.ts";
import { guardMessage } from "../cleaning/message.ts";
import { safeParam } from "../cleaning/safe-param.ts";
import { givenDetail } from "../errors/given-detail.ts";
import { isUnchanged, type Made } from "../errors/made.ts";
import { toParam } from "../errors/param.ts";
import { relayedIn } from "../errors/relayed.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import { toSeconds } from "../untrusted/seconds.ts";
import { type Draft, draftOf, internalError, type ResolvedError, withheldText } from "./resolved-error.ts";

/** The fields of an error after each was checked, except its message. */
type Checked = Omit<Made, "message" | "givenContext" | "at" | "isAnswered"> & { readonly message: string | undefined };

/** The fields of an error, custom mapping, or envelope. All are present, because a missing one could be read from a polluted prototype. */
export type Stated = Omit<Checked, "definition" | "status" | "param" | "given" | "detail" | "retryAfter"> &
  Readonly<Record<"status" | "param" | "detail" | "retryAfter", unknown>>;

/**
 * Resolves an error that carries the brand, from any copy of this package. Each field is read and checked again, unless this copy made
 * the error with the same definition and the error has not changed since.
 *
 * @param made What a catalog of this copy has checked of it, if one made it.
 * @param inTask Whether a task may have thrown it, so that codes that appear inside a response are allowed too.
 */
export function resolveContractError(
  thrown: unknown,
  made: Made | undefined,
  catalog: AnyCatalog,
  sanitizer: Sanitizer,
  inTask: boolean,
): ResolvedError {
  const isKnown = made !== undefined && catalog.definition(made.code) === made.definition && isUnchanged(thrown, made);
  if (isKnown && (made.definition.where === "request" || inTask)) return resolveChecked(made, sanitizer);
  const code = peekString(thrown, "code") ?? "";
  const definition = catalog.definition(code);
  const status = peek(thrown, "status");
  const stated: Stated = {
    code,
    status,
    message: peekString(thrown, "message"),
    param: peek(thrown, "param"),
    detail: givenDetail(thrown),
    retryAfter: peek(thrown, "retryAfter"),
    relayed: relayedIn(thrown),
    misuse: peekString(thrown, "misuse") ?? (definition && statusMisuse(code, definition, status)),
  };
  return resolveStated(stated, catalog, sanitizer, inTask);
}

/** Checks each field and resolves the error. An error that cannot be answered with its code becomes an internal error. */
export function resolveStated(
  { code, status, message, param, detail, retryAfter, relayed, misuse }: Stated,
  catalog: AnyCatalog,
  sanitizer: Sanitizer,
  inTask = false,
): ResolvedError {
  const refuse = (why: string): ResolvedError =>
    internalError(catalog, { origin: "catalog", misuse: why, withheld: withheldText(message) });
  const definition = catalog.definition(code);
  if (misuse !== undefined && (definition === undefined || isInternal(code))) return refuse(misuse);
  if (definition === undefined) {
    return refuse(`"${code}" is not in this contract's catalog; join the catalog that defines it`);
  }
  if (definition.where !== "request" && !inTask) {
    return refuse(`"${code}" belongs inside the 200 response of a task; it was thrown as the answer to a request`);
  }
  const checked = checkDetail(code, definition, detail);
  return resolveChecked(
    {
      code,
      definition,
      status: offeredStatus(definition, status),
      message,
      param: toParam(param),
      given: checked.given,
      detail: checked.detail,
      retryAfter: toSeconds(retryAfter),
      relayed,
      misuse: misuse ?? checked.misuse,
    },
    sanitizer,
  );
}

/** Whether a code is a vendor's internal error, which replaces a code that the catalog does not have. Prefixes have no underscore. */
function isInternal(code: string): boolean {
  return code.slice(code.indexOf("_") + 1) === ("internal_error" satisfies BuiltInCode);
}

function resolveChecked(checked: Checked, sanitizer: Sanitizer): ResolvedError {
  const draft = draftOf(checked.code, checked.definition, "catalog");
  draft.status = checked.status;
  setMessage(draft, checked.message, sanitizer);
  draft.param = safeParam(checked.param, sanitizer);
  const { detail, misuse } = cleanDetail(checked, sanitizer);
  draft.detail = detail;
  draft.retryAfter = checked.retryAfter;
  draft.retry = checked.relayed?.retry;
  draft.upstream = checked.relayed?.upstream;
  draft.misuse = misuse;
  return draft;
}

function setMessage(draft: Draft, text: string | undefined, sanitizer: Sanitizer): void {
  const { definition } = draft;
  if (text === definition.message && sanitizer === DEFAULT_SANITIZER && hasCleanMessage(definition)) return;
  const { message, withheld, removed } = guardMessage(text, definition.message, sanitizer);
  draft.message = message;
  draft.removed = removed;
  if (withheld && text !== undefined) draft.withheld = [{ what: "message", text }];
}
