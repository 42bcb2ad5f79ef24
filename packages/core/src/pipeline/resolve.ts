import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { waitMisuse } from "../catalog/error-parts.ts";
import { isContractError } from "../errors/contract-error.ts";
import { isBodyError, type RequestContext } from "../http/request-context.ts";
import { type CustomMapping, type MappingContext, type Recognizer, recognize } from "../recognize/index.ts";
import { peek, peekString } from "../untrusted/peek.ts";
import type { Settings } from "./contract-options.ts";
import { mappingContextOf } from "./mapping-context.ts";
import { codeNamed } from "./named-code.ts";
import { withOwnText } from "./own-messages.ts";
import { resolveContractError } from "./resolve-contract-error.ts";
import { internalError, type ResolvedError, resolveMapping, withheldText } from "./resolved-error.ts";

/**
 * Resolves anything that was thrown: an error of a catalog, then one that a recognizer knows, the service's own first, then an
 * unknown one. Never throws.
 *
 * @param inTask Whether a task may have thrown it, so that codes which appear inside a response count too.
 */
export function resolveError(
  thrown: unknown,
  catalog: AnyCatalog,
  context: RequestContext,
  settings: Settings,
  inTask = false,
): ResolvedError {
  if (isContractError(thrown)) return resolveContractError(thrown, catalog, settings.sanitizer, inTask);
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
  if (found === undefined) return internalError(catalog, { origin: "unknown", withheld });
  const { recognizer, mapping } = found;
  if (mapping === "aborted") return internalError(catalog, { recognizer, withheld, aborted: true });
  const resolved = resolveMapping(mapping, catalog, { recognizer, withheld });
  return settings.exposeMessages ? withOwnText(resolved, mapping.code, found.ownText(), settings.sanitizer) : resolved;
}

/** Asks one of the service's own recognizers. What it returns is checked as an error of the catalog is. */
function resolveCustom(
  { name, recognize }: Recognizer,
  thrown: unknown,
  catalog: AnyCatalog,
  mappingContext: MappingContext,
): ResolvedError | undefined {
  const extras = () => ({ recognizer: name, isCustom: true, withheld: withheldText(thrown) });
  const refuse = (what: string): ResolvedError =>
    internalError(catalog, { ...extras(), misuse: `the recognizer "${name}" ${what}` });
  let mapping: CustomMapping | "aborted" | undefined;
  try {
    mapping = recognize(thrown, mappingContext);
  } catch {
    return refuse("threw while it looked at the error");
  }
  if (!mapping) return undefined;
  if (mapping === "aborted") return internalError(catalog, { ...extras(), aborted: true });
  const given = peekString(mapping, "code");
  if (given === undefined) {
    // A promise would reject unseen and end the process.
    Promise.resolve(mapping).catch(() => {});
    return refuse("returned no mapping with a code; it must not be asynchronous");
  }
  const code = codeNamed(given, catalog);
  const definition = catalog.definition(code);
  const retryAfter = peek(mapping, "retryAfter");
  const error = {
    code,
    // What happened inside, or to another service, is for operators alone.
    message: (definition?.correlated ? undefined : peekString(mapping, "message")) ?? definition?.message,
    detail: peek(mapping, "detail"),
    param: peek(mapping, "param"),
    retryAfter,
  };
  const resolved = resolveContractError(error, catalog, mappingContext.sanitizer);
  const withheld = withheldText(thrown).filter(({ text }) => text !== resolved.message);
  const misuse = resolved.misuse ?? waitMisuse(code, retryAfter);
  return { ...resolved, misuse, recognizer: name, isCustom: true, withheld, origin: "recognized" };
}
