import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { type CodeDefinition, defaultStatus } from "../codes/definition.ts";
import { isContractCode } from "../codes/index.ts";
import type { Upstream } from "../errors/client-error.ts";
import type { JsonObject } from "../errors/detail.ts";
import type { Mapping } from "../recognize/index.ts";
import type { ErrorOrigin, WithheldText } from "../reports/report.ts";
import type { RemovedPart } from "../sanitizer/index.ts";
import { peekString } from "../untrusted/peek.ts";

/** An error as resolved under one catalog, before it is adapted to the client's version. */
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
  /** The value of `WWW-Authenticate` that the error states; if undefined, it follows from the code. */
  readonly challenge: string | undefined;
  /** The value of `Content-Range`. */
  readonly contentRange: string | undefined;
  /** Set if the retry rule of the code's definition does not apply. */
  readonly retry: "never" | undefined;
  /** The response of another service that made the request fail. */
  readonly upstream: Upstream | undefined;
  readonly origin: ErrorOrigin;
  /** The name of the recognizer that recognized the error. */
  readonly recognizer: string | undefined;
  /** Whether that recognizer is one of the service's own. */
  readonly isCustom: boolean;
  /** Whether the recognizer says that the client left. The other fields then matter only if it has not. */
  readonly aborted: boolean;
  /** A mistake in the service that only its author can fix. */
  readonly misuse: string | undefined;
  /** Texts that the client does not see. */
  readonly withheld: readonly WithheldText[];
  /** The parts that the sanitizer removed from the message. */
  readonly removed: readonly RemovedPart[];
}

const NOTHING_REMOVED: readonly RemovedPart[] = Object.freeze([]);

const NOTHING_WITHHELD: readonly WithheldText[] = Object.freeze([]);

/** A mutable resolved error, used while it is being built. */
export type Draft = { -readonly [Field in keyof ResolvedError]: ResolvedError[Field] };

/**
 * Makes an error with only the code's own message. Every field is set, because a missing one could be read from a polluted
 * `Object.prototype`.
 */
export function draftOf(code: string, definition: CodeDefinition, origin: ErrorOrigin): Draft {
  return {
    code,
    definition,
    status: defaultStatus(definition),
    message: definition.message,
    param: null,
    detail: null,
    retryAfter: undefined,
    allow: undefined,
    challenge: undefined,
    contentRange: undefined,
    retry: undefined,
    upstream: undefined,
    origin,
    recognizer: undefined,
    isCustom: false,
    aborted: false,
    misuse: undefined,
    withheld: NOTHING_WITHHELD,
    removed: NOTHING_REMOVED,
  };
}

/** Resolves a mapping. All of its texts come from this library. */
export function resolveMapping(mapping: Mapping, catalog: AnyCatalog, extras?: Partial<ResolvedError>): ResolvedError {
  const code = isContractCode(mapping.code) ? mapping.code : `${catalog.vendor}_${mapping.code}`;
  const definition = catalog.definition(code);
  if (definition === undefined) {
    return internalError(catalog, { misuse: `"${code}" is missing from the catalog`, ...extras });
  }
  const draft = draftOf(code, definition, "recognized");
  if (Object.hasOwn(mapping, "param")) draft.param = mapping.param ?? null;
  if (Object.hasOwn(mapping, "detail")) draft.detail = mapping.detail ?? null;
  if (Object.hasOwn(mapping, "retryAfter")) draft.retryAfter = mapping.retryAfter;
  if (Object.hasOwn(mapping, "allow")) draft.allow = mapping.allow;
  if (Object.hasOwn(mapping, "challenge")) draft.challenge = mapping.challenge;
  if (Object.hasOwn(mapping, "contentRange")) draft.contentRange = mapping.contentRange;
  if (Object.hasOwn(mapping, "retry")) draft.retry = mapping.retry;
  if (Object.hasOwn(mapping, "upstream")) draft.upstream = mapping.upstream;
  return Object.assign(draft, extras);
}

/** The mapping for anything that must not be explained to a client. */
export const INTERNAL: Mapping = Object.freeze({ code: "internal_error" });

export function internalError(catalog: AnyCatalog, extras?: Partial<ResolvedError>): ResolvedError {
  return resolveMapping(INTERNAL, catalog, extras);
}

/** Returns the message of a thrown value, which the client does not see. */
export function withheldText(thrown: unknown): readonly WithheldText[] {
  const text = typeof thrown === "string" ? thrown : peekString(thrown, "message");
  return text === undefined || text === "" ? NOTHING_WITHHELD : [{ what: "message", text }];
}
