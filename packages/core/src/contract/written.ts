import type { CatalogRows } from "../catalog/catalog.ts";
import type { CodeRow } from "../codes/index.ts";
import { type Envelope, parseEnvelope } from "../envelope.ts";
import { type Fault, faultOfMeaning, faultOfOurs, internalFault, type Withheld } from "../fault.ts";
import { type Circumstances, meaningOfStatus, retryAfterSeconds } from "../foreign/index.ts";
import type { JsonObject } from "../sanitize/detail.ts";
import type { WrittenResponse } from "../wire.ts";

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
    const problem = `an envelope was about to leave with status ${status}; throw the error or set its status`;
    return { ...fault, problem: fault.problem ?? problem };
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
