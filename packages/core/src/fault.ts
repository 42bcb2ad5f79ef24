import type { CatalogRows } from "./catalog/catalog.ts";
import { checkDetail } from "./catalog/detail-check.ts";
import { type CodeRow, defaultStatus, isContractCode } from "./codes/index.ts";
import type { Meaning, Upstream } from "./foreign/index.ts";
import { encodeDetail, type JsonObject } from "./sanitize/detail.ts";
import { guardMessage } from "./sanitize/message.ts";
import { toParam } from "./sanitize/param.ts";
import { ownFields, peek, peekString } from "./sanitize/peek.ts";
import type { Removed } from "./sanitize/redact.ts";
import { DEFAULT_SANITIZER, type Sanitizer } from "./sanitize/sanitizer.ts";
import { toSeconds } from "./sanitize/wait.ts";

/**
 * Where an error came from: `"ours"` a catalog made it; `"recognized"` a known producer did; `"unknown"` neither, so
 * that nothing of it reaches the client.
 */
export type Origin = "ours" | "recognized" | "unknown";

/** What a thrown value means under one catalog, before the client's version is looked at. */
export interface Fault {
  readonly code: string;
  readonly row: CodeRow;
  readonly status: number;
  readonly message: string;
  readonly param: string | null;
  readonly detail: JsonObject | null;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  readonly allow?: string | undefined;
  /** Set where the row's rule of retries does not hold. */
  readonly retry?: "never" | undefined;
  /** The answer of another service by which the request failed. */
  readonly upstream?: Upstream | undefined;
  readonly origin: Origin;
  /** The library that made the error, when it was recognized. */
  readonly producer?: string | undefined;
  /** Whether the service itself taught the contract that producer. */
  readonly taught?: boolean | undefined;
  /** Set when the producer says that the client left; the rest then holds only if that is not so. */
  readonly aborted?: boolean | undefined;
  /** A mistake of the service that only its author can mend. */
  readonly problem?: string | undefined;
  /** Texts that the client does not see. */
  readonly withheld: readonly Withheld[];
  /** What was taken out of the message. */
  readonly removed?: readonly Removed[] | undefined;
}

/** What a fault may leave out, said outright: an absent field is read from `Object.prototype`, whatever that was given. */
const NO_EXTRAS = {
  retryAfter: undefined,
  allow: undefined,
  producer: undefined,
  retry: undefined,
  upstream: undefined,
  taught: undefined,
  aborted: undefined,
  problem: undefined,
  removed: undefined,
} as const satisfies Partial<Fault>;

/** A text that was kept from the client. For the operator's eyes only: it may hold secrets. */
export interface Withheld {
  readonly what: "message" | "body";
  readonly text: string;
}

/** A fault whose texts are all this library's own. */
export function faultOfMeaning(given: Meaning, catalog: CatalogRows, facts: Partial<Fault> = {}): Fault {
  const meaning = ownFields(given);
  const code = isContractCode(meaning.code) ? meaning.code : `${catalog.vendor}_${meaning.code}`;
  const row = catalog.row(code);
  if (row === undefined) return internalFault(catalog, { problem: `"${code}" is missing from the catalog`, ...facts });
  return {
    ...NO_EXTRAS,
    code,
    row,
    status: defaultStatus(row),
    message: row.message,
    param: meaning.param ?? null,
    detail: meaning.detail ?? null,
    retryAfter: meaning.retryAfter,
    allow: meaning.allow,
    retry: meaning.retry,
    upstream: meaning.upstream,
    origin: "recognized",
    withheld: [],
    ...facts,
  };
}

/** The answer to whatever must not be explained to a client. */
export function internalFault(catalog: CatalogRows, facts: Partial<Fault>): Fault {
  return faultOfMeaning({ code: "internal_error" }, catalog, facts);
}

/** An error with the brand, from whichever copy of the package: every field is read and checked anew. */
export function faultOfOurs(thrown: unknown, catalog: CatalogRows, sanitizer: Sanitizer, inTask = false): Fault {
  const text = peekString(thrown, "message");
  const refused = (problem: string): Fault =>
    internalFault(catalog, { origin: "ours", problem, withheld: withheldText(thrown) });
  const problem = peekString(thrown, "problem");
  if (problem !== undefined) return refused(problem);
  const code = peekString(thrown, "code") ?? "";
  const row = catalog.row(code);
  if (row === undefined) return refused(`"${code}" is not in this contract's catalog; join the one that declares it`);
  if (row.where !== "request" && !inTask) {
    return refused(`"${code}" only stands inside the 200 response of a task; it was thrown as the answer to a request`);
  }
  const checked = checkDetail(code, row, peek(thrown, "detail"));
  if (checked.problem !== undefined) return refused(checked.problem);
  const { message, withheld, removed } = guardMessage(text, row.message, sanitizer);
  // A detail has been through the default sanitizer when its error was made.
  const detail = sanitizer === DEFAULT_SANITIZER ? checked.detail : (encodeDetail(checked.detail, sanitizer) ?? null);
  return {
    ...NO_EXTRAS,
    code,
    row,
    status: chosenStatus(row, peek(thrown, "status")),
    message,
    param: toParam(peek(thrown, "param")),
    detail,
    retryAfter: toSeconds(peek(thrown, "retryAfter")),
    origin: "ours",
    withheld: withheld && text !== undefined ? [{ what: "message", text }] : [],
    removed,
  };
}

/** A foreign property may have set any status on the error; only a choice that the row offers counts. */
function chosenStatus(row: CodeRow, status: unknown): number {
  const offered: readonly unknown[] = typeof row.status === "number" ? [] : row.status;
  return offered.includes(status) ? (status as number) : defaultStatus(row);
}

/** The text of a thrown value, which the client does not see. */
export function withheldText(thrown: unknown): readonly Withheld[] {
  const text = typeof thrown === "string" ? thrown : peekString(thrown, "message");
  return text === undefined || text === "" ? [] : [{ what: "message", text }];
}
