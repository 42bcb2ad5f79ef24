import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { waitMisuse } from "../catalog/error-parts.ts";
import { isContractError } from "../errors/contract-error.ts";
import { noteAnswered } from "../errors/unanswered.ts";
import { chosenStatus, isBodyError, type RequestContext } from "../http/request-context.ts";
import {
  type CustomMapping,
  isByStatus,
  type Mapping,
  type MappingContext,
  mappingOfStatus,
  type Recognizer,
  recognize,
} from "../recognize/index.ts";
import type { Sanitizer } from "../sanitizer/engine/sanitizer.ts";
import { ignoreRejection } from "../untrusted/attempt.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import type { Settings } from "./contract-options.ts";
import { FactsOfRequest, mappingContextOf } from "./mapping-context.ts";
import { codeNamed } from "./named-code.ts";
import { withOwnText } from "./own-messages.ts";
import { resolveContractError, resolveStated, type Stated } from "./resolve-contract-error.ts";
import { INTERNAL, internalError, type ResolvedError, resolveMapping, withheldText } from "./resolved-error.ts";

/**
 * The purpose for which an error is resolved. For a task, codes that appear inside a response are allowed too. For a response that has not
 * been made yet, the status that the service has set on it counts.
 */
export type Purpose = "report" | "response" | "task";

/**
 * Resolves anything that was thrown. Tries, in order: an error of a catalog, the service's own recognizers, the built-in recognizers, and
 * an unknown error. Never throws.
 */
export function resolveError(
  thrown: unknown,
  catalog: AnyCatalog,
  context: RequestContext,
  settings: Settings,
  purpose: Purpose,
): ResolvedError {
  const made = noteAnswered(thrown);
  if (isContractError(thrown))
    return resolveContractError(thrown, made, catalog, settings.sanitizer, purpose === "task");
  let known: MappingContext | undefined;
  const contextOf = () => {
    known ??= mappingContextOf(context, settings);
    return known;
  };
  for (const recognizer of settings.recognize) {
    const resolved = resolveCustom(recognizer, thrown, catalog, contextOf());
    if (resolved !== undefined) return resolved;
  }
  const withheld = withheldText(thrown);
  if (isBodyError(context, thrown)) {
    return resolveMapping({ code: "invalid_input" }, catalog, { recognizer: "request body", withheld });
  }
  const found = recognize(thrown, contextOf);
  if (found === undefined) {
    return resolveMapping(mappingOfUnknown(thrown, context, purpose), catalog, { origin: "unknown", withheld });
  }
  const { recognizer, mapping } = found;
  if (mapping === "aborted") return internalError(catalog, { recognizer, withheld, aborted: true });
  const resolved = resolveRecognized(mapping, catalog, settings.sanitizer, {
    recognizer,
    withheld,
    origin: "recognized",
  });
  return settings.exposeMessages ? withOwnText(resolved, mapping.code, found.ownText(), settings.sanitizer) : resolved;
}

/** Resolves a built-in recognizer's mapping. */
function resolveRecognized(
  mapping: Mapping,
  catalog: AnyCatalog,
  sanitizer: Sanitizer,
  extras: Partial<ResolvedError>,
): ResolvedError {
  const code = namedCode(mapping, catalog);
  if (code === undefined) return resolveMapping(mapping, catalog, extras);
  const message = peekString(catalog.definition(code), "message");
  const stated = { ...NOTHING_STATED, code, status: namedStatus(mapping), message };
  return { ...resolveStated(stated, catalog, sanitizer), ...extras };
}

/** Returns the code of the catalog that the service itself named on an error. */
function namedCode(mapping: Mapping, catalog: AnyCatalog): string | undefined {
  const given = peekString(peek(mapping, "named"), "code");
  const code = given === undefined ? undefined : codeNamed(given, catalog);
  return code !== undefined && catalog.definition(code)?.where === "request" ? code : undefined;
}

function namedStatus(mapping: Mapping | undefined): unknown {
  return peek(peek(mapping, "named"), "status");
}

const NOTHING_STATED: Omit<Stated, "code"> = {
  status: undefined,
  message: undefined,
  param: undefined,
  detail: undefined,
  retryAfter: undefined,
  relayed: undefined,
  misuse: undefined,
};

/** Maps an unknown error to an internal error, unless the service itself had set an error status on the response. */
function mappingOfUnknown(thrown: unknown, context: RequestContext, purpose: Purpose): Mapping {
  const status = purpose === "response" ? chosenStatus(context, thrown) : undefined;
  return status === undefined ? INTERNAL : mappingOfStatus(status, new FactsOfRequest(context));
}

/** Calls one of the service's own recognizers. Its result is checked like an error of the catalog. */
function resolveCustom(
  custom: Recognizer,
  thrown: unknown,
  catalog: AnyCatalog,
  mappingContext: MappingContext,
): ResolvedError | undefined {
  const { name } = custom;
  const extras = () => ({ recognizer: name, isCustom: true, withheld: withheldText(thrown) });
  const refuse = (what: string): ResolvedError =>
    internalError(catalog, { ...extras(), misuse: `the recognizer "${name}" ${what}` });
  let mapping: CustomMapping | "aborted" | undefined;
  try {
    mapping = custom.recognize(thrown, mappingContext);
  } catch {
    return refuse("threw while it looked at the error");
  }
  if (!mapping) return undefined;
  if (mapping === "aborted") return internalError(catalog, { ...extras(), aborted: true });
  const given = peekString(mapping, "code");
  if (given === undefined) {
    ignoreRejection(mapping);
    return refuse("returned no mapping with a code; it must not be asynchronous");
  }
  // A mapping that was written as if it were asynchronous must not end the process.
  for (const part of ["message", "param", "detail", "retryAfter"]) ignoreRejection(peek(mapping, part));
  const known = isByStatus(mapping) ? knownAs(given, thrown, mappingContext) : undefined;
  const code = (known && namedCode(known, catalog)) ?? codeNamed(given, catalog);
  const definition = catalog.definition(code);
  const retryAfter = peek(known ?? mapping, "retryAfter");
  const stated: Stated = {
    ...NOTHING_STATED,
    code,
    status: namedStatus(known),
    // Internal and upstream failures concern only operators.
    message: (definition?.correlated ? undefined : peekString(mapping, "message")) ?? definition?.message,
    param: peek(known ?? mapping, "param"),
    detail: peek(known ?? mapping, "detail"),
    retryAfter,
  };
  const resolved = resolveStated(stated, catalog, mappingContext.sanitizer);
  const withheld = withheldText(thrown).filter(({ text }) => text !== resolved.message);
  const misuse = resolved.misuse ?? waitMisuse(code, retryAfter);
  const [allow, challenge] = [peekString(known, "allow"), peekString(known, "challenge")];
  return { ...resolved, allow, challenge, misuse, recognizer: name, isCustom: true, withheld, origin: "recognized" };
}

/** Returns the mapping of a built-in recognizer that comes to the same code. It may say more: the fields at fault, the methods, a wait. */
function knownAs(code: string, thrown: unknown, mappingContext: MappingContext): Mapping | undefined {
  const mapping = recognize(thrown, () => mappingContext)?.mapping;
  return typeof mapping === "object" && mapping.code === code ? mapping : undefined;
}
