import type { CatalogRows } from "../catalog/catalog.ts";
import type { CodeRow } from "../codes/index.ts";
import { type Envelope, parseEnvelope } from "../envelope.ts";
import { type Fault, faultOfMeaning, faultOfOurs, internalFault, type Withheld } from "../fault.ts";
import { type Circumstances, meaningOfStatus, retryAfterSeconds } from "../foreign/index.ts";
import { serializedAs, unansweredSince } from "../made-errors.ts";
import type { JsonObject } from "../sanitize/detail.ts";
import { inTheWay, type RequestFacts, statusSet, type WrittenResponse } from "../wire.ts";

/** UTF-16 code units of a replaced body that the report keeps. */
const REPORTED_BODY = 2_000;

/**
 * What an answer means that something else than the contract is about to send; `undefined` when it is none of the
 * contract's business: a 1xx, a 3xx, or a 2xx that holds no envelope.
 */
export function faultOfWritten(
  written: WrittenResponse,
  catalog: CatalogRows,
  circumstances: Circumstances,
): Fault | undefined {
  const { status, body } = written;
  const success = status >= 200 && status < 300;
  if (!success && status < 400) return undefined;
  const envelope = body.trimStart().startsWith("{") ? parseEnvelope(body) : undefined;
  if (envelope !== undefined) return faultOfEnvelope(envelope, written, catalog, circumstances, success);
  return success ? undefined : faultOfStatus(written, catalog, circumstances);
}

/** What is wrong where an envelope is the body of a success. */
export function misplaced(status: number): string {
  return `an envelope was written with status ${status}; throw the error or set its status`;
}

/** What is put in the place of an answer that something else wrote, and the error that was in its body, if one was. */
export interface Replacement {
  readonly fault: Fault;
  readonly thrown: unknown;
}

/**
 * What to put in the place of an answer that something else wrote; `undefined` when it may leave.
 *
 * @param since Milliseconds of the monotonic clock: when the request came.
 */
export function replacementOf(
  written: WrittenResponse,
  catalog: CatalogRows,
  circumstances: Circumstances,
  facts: RequestFacts,
  since: number,
): Replacement | undefined {
  const { status, body } = written;
  const sent = serializedAs(body, since);
  if (sent !== undefined) {
    const fault = faultOfOurs(sent, catalog, circumstances.sanitizer);
    const problem = `an error of the catalog was sent as a body with status ${status}; throw it, or hand it to the framework as an error`;
    return { fault: { ...fault, problem: fault.problem ?? problem }, thrown: sent };
  }
  const fault = faultOfWritten(written, catalog, circumstances);
  if (fault === undefined) return undefined;
  const reason = inTheWay(facts);
  const lost = fault.origin === "ours" ? undefined : unansweredSince(since, body, reason !== undefined);
  if (lost === undefined) return { fault, thrown: undefined };
  const advice = reason ?? "let the error reach the contract's error handler";
  const problem = `"${lost}" was made while this request ran, and something else answered with ${status}: ${advice}`;
  return { fault: { ...fault, problem }, thrown: undefined };
}

/** An unknown error says nothing; a status from 400 on that the service itself had set does, as a bare answer of it would. */
export function underStatusSet(
  fault: Fault,
  thrown: unknown,
  catalog: CatalogRows,
  circumstances: Circumstances,
  facts: RequestFacts,
): Fault {
  const status = statusSet(facts, thrown);
  if (fault.origin !== "unknown" || status === undefined) return fault;
  const { origin, withheld } = fault;
  return faultOfMeaning(meaningOfStatus(status, circumstances), catalog, { origin, withheld });
}

function faultOfEnvelope(
  { error }: Envelope,
  written: WrittenResponse,
  catalog: CatalogRows,
  circumstances: Circumstances,
  success: boolean,
): Fault {
  const { status } = written;
  const retryAfter = retryAfterSeconds(written.header("retry-after"));
  const code = currentCode(error.code, catalog);
  const detail = namedFields(error.detail, catalog.row(code));
  const fault = faultOfOurs({ ...error, code, detail, status, retryAfter }, catalog, circumstances.sanitizer);
  if (success) {
    return { ...fault, problem: fault.problem ?? misplaced(status) };
  }
  if (fault.problem !== undefined) {
    return { ...faultOfStatus(written, catalog, circumstances), problem: fault.problem };
  }
  if (fault.status === status) return fault;
  return { ...fault, problem: `"${fault.code}" was written with status ${status}; it is sent with ${fault.status}` };
}

/** Of a detail, the fields that its code names: an envelope may also be another service's that a proxy relays. */
function namedFields(detail: JsonObject | null, row: CodeRow | undefined): JsonObject | null {
  const fields = Object.keys(row?.detail?.shape ?? {});
  const named = Object.entries(detail ?? {}).filter(([name]) => fields.includes(name));
  return named.length === 0 ? null : Object.fromEntries(named);
}

/** The contract's name for a code that was already written the way older clients see it. */
function currentCode(code: string, catalog: CatalogRows): string {
  if (catalog.row(code) !== undefined || !code.startsWith(`${catalog.vendor}_`)) return code;
  return code.slice(catalog.vendor.length + 1);
}

function faultOfStatus(written: WrittenResponse, catalog: CatalogRows, circumstances: Circumstances): Fault {
  const { status, body } = written;
  const facts = { producer: "written response", withheld: replacedBody(body) };
  if (status > 599) return internalFault(catalog, { ...facts, problem: `${status} is not an HTTP status` });
  const retryAfter = retryAfterSeconds(written.header("retry-after"));
  const meaning = meaningOfStatus(status, circumstances);
  return faultOfMeaning(retryAfter === undefined ? meaning : { ...meaning, retryAfter }, catalog, facts);
}

function replacedBody(body: string): readonly Withheld[] {
  return body === "" ? [] : [{ what: "body", text: body.slice(0, REPORTED_BODY) }];
}
