import type { AnyCatalog } from "../catalog/catalog.ts";
import { type CodeDefinition, defaultStatus, isContractCode } from "../codes/index.ts";
import type { JsonObject } from "../errors/detail.ts";
import type { Mapping, Upstream } from "../recognize/index.ts";
import type { Removed } from "../sanitizer/index.ts";
import { ownFields, peekString } from "../untrusted/peek.ts";

/**
 * Where an error came from. `"catalog"`: a catalog made it. `"recognized"`: a recognizer knew it. `"unknown"`: neither, so
 * nothing of it reaches the client.
 */
export type Origin = "catalog" | "recognized" | "unknown";

/** What an error comes to under one catalog, before the client's version is looked at. */
export interface ResolvedError {
  readonly code: string;
  readonly definition: CodeDefinition;
  readonly status: number;
  readonly message: string;
  readonly param: string | null;
  readonly detail: JsonObject | null;
  /** Seconds. */
  readonly retryAfter: number | undefined;
  /** The value of `Allow`. */
  readonly allow: string | undefined;
  /** Set where the retry rule of the code's definition does not hold. */
  readonly retry: "never" | undefined;
  /** The other service's response that made the request fail. */
  readonly upstream: Upstream | undefined;
  readonly origin: Origin;
  /** The name of the recognizer that knew the error. */
  readonly recognizer: string | undefined;
  /** Whether that recognizer is one of the service's own. */
  readonly isCustom: boolean;
  /** Set when the recognizer says that the client left. The rest then holds only if it has not. */
  readonly aborted: boolean;
  /** A mistake of the service that only its author can fix. */
  readonly misuse: string | undefined;
  /** Texts that the client does not see. */
  readonly withheld: readonly Withheld[];
  /** What the sanitizer took out of the message. */
  readonly removed: readonly Removed[];
}

/** A text that was kept from the client. It may hold secrets: show it to operators only. */
export interface Withheld {
  readonly what: "message" | "body";
  readonly text: string;
}

const NOTHING_REMOVED: readonly Removed[] = Object.freeze([]);

/** The fields that most resolved errors leave at their default. Each is stated: a missing one could be read from a polluted `Object.prototype`. */
export const DEFAULTS = Object.freeze({
  retryAfter: undefined,
  allow: undefined,
  recognizer: undefined,
  retry: undefined,
  upstream: undefined,
  isCustom: false,
  aborted: false,
  misuse: undefined,
  removed: NOTHING_REMOVED,
}) satisfies Partial<ResolvedError>;

/** Resolves a mapping, whose texts are all this library's own. */
export function resolveMapping(
  given: Mapping,
  catalog: AnyCatalog,
  extras: Partial<ResolvedError> = {},
): ResolvedError {
  const mapping = ownFields(given);
  const code = isContractCode(mapping.code) ? mapping.code : `${catalog.vendor}_${mapping.code}`;
  const definition = catalog.definition(code);
  if (definition === undefined)
    return internalError(catalog, { misuse: `"${code}" is missing from the catalog`, ...extras });
  return {
    ...DEFAULTS,
    code,
    definition,
    status: defaultStatus(definition),
    message: definition.message,
    param: mapping.param ?? null,
    detail: mapping.detail ?? null,
    retryAfter: mapping.retryAfter,
    allow: mapping.allow,
    retry: mapping.retry,
    upstream: mapping.upstream,
    origin: "recognized",
    withheld: [],
    ...extras,
  };
}

/** What a client gets for anything that must not be explained to it. */
export function internalError(catalog: AnyCatalog, extras: Partial<ResolvedError>): ResolvedError {
  return resolveMapping({ code: "internal_error" }, catalog, extras);
}

/** The text of a thrown value, which the client does not see. */
export function withheldText(thrown: unknown): readonly Withheld[] {
  const text = typeof thrown === "string" ? thrown : peekString(thrown, "message");
  return text === undefined || text === "" ? [] : [{ what: "message", text }];
}
