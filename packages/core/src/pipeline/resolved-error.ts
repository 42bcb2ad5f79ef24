import type { AnyCatalog } from "../catalog/any-catalog.ts";
import { type CodeDefinition, defaultStatus, isContractCode } from "../codes/index.ts";
import type { Upstream } from "../errors/client-error.ts";
import type { JsonObject } from "../errors/detail.ts";
import type { Mapping } from "../recognize/index.ts";
import type { Origin, Withheld } from "../reports/report.ts";
import type { Removed } from "../sanitizer/index.ts";
import { peekString } from "../untrusted/peek.ts";

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
  /** The value of `WWW-Authenticate` that the error stated; else it follows from the code. */
  readonly challenge: string | undefined;
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

const NOTHING_REMOVED: readonly Removed[] = Object.freeze([]);

const NOTHING_WITHHELD: readonly Withheld[] = Object.freeze([]);

/** A resolved error in the making. */
export type Draft = { -readonly [Field in keyof ResolvedError]: ResolvedError[Field] };

/**
 * An error with the code's own message and nothing beside it. Every field is stated: a missing one could be read from a
 * polluted `Object.prototype`.
 */
export function draftOf(code: string, definition: CodeDefinition, origin: Origin): Draft {
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

/** Resolves a mapping, whose texts are all this library's own. */
export function resolveMapping(
  mapping: Mapping,
  catalog: AnyCatalog,
  extras: Partial<ResolvedError> = NO_EXTRAS,
): ResolvedError {
  const code = isContractCode(mapping.code) ? mapping.code : builtInCode(catalog, mapping.code);
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
  if (Object.hasOwn(mapping, "retry")) draft.retry = mapping.retry;
  if (Object.hasOwn(mapping, "upstream")) draft.upstream = mapping.upstream;
  return extras === NO_EXTRAS ? draft : Object.assign(draft, extras);
}

const NO_EXTRAS: Partial<ResolvedError> = Object.freeze({});

/** The names of built-in codes in a catalog. They are made once, since to find a text that was just joined takes longer. */
const NAMES = new WeakMap<AnyCatalog, Map<Mapping["code"], string>>();

function builtInCode(catalog: AnyCatalog, name: Mapping["code"]): string {
  let names = NAMES.get(catalog);
  if (names === undefined) {
    names = new Map();
    NAMES.set(catalog, names);
  }
  let code = names.get(name);
  if (code === undefined) {
    code = `${catalog.vendor}_${name}`;
    names.set(name, code);
  }
  return code;
}

const INTERNAL: Mapping = Object.freeze({ code: "internal_error" });

/** What a client gets for anything that must not be explained to it. */
export function internalError(catalog: AnyCatalog, extras?: Partial<ResolvedError>): ResolvedError {
  return resolveMapping(INTERNAL, catalog, extras);
}

/** The text of a thrown value, which the client does not see. */
export function withheldText(thrown: unknown): readonly Withheld[] {
  const text = typeof thrown === "string" ? thrown : peekString(thrown, "message");
  return text === undefined || text === "" ? NOTHING_WITHHELD : [{ what: "message", text }];
}
