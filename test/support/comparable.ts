import { ERROR_FIELD_NAMES } from "./error-headers.ts";
import type { Received } from "./http.ts";

/** What two servers that are the same service must agree on. */
export interface Comparable {
  readonly status: number;
  readonly headers: Received["headers"];
  readonly waits: boolean;
  readonly body: string;
}

/** The headers that the contract decides; the framework and its plugins set the others. Waits follow the clock. */
const COMPARED = ERROR_FIELD_NAMES.filter((name) => !name.startsWith("retry-after"));

/** A response without random ids and times. Of a wait, it keeps only whether there is one. */
export function comparable({ status, headers, body }: Received): Comparable {
  const shown = Object.fromEntries(COMPARED.map((name) => [name, headers[name]]));
  // JSON has no charset, and a success without a body need not state a length (RFC 9110, section 9.3.2).
  if (status < 400) {
    shown["content-type"] = shown["content-type"]?.replace(/(?<=json);.*/, "");
    if (body === "") delete shown["content-length"];
  }
  return {
    status,
    headers: shown,
    waits: headers["retry-after"] !== undefined,
    body: body.replaceAll(/(?<=\w_)[\da-f-]{36}/g, "id").replaceAll(/(?<="created_at":)\d+/g, "0"),
  };
}

/** A response as it came, without the time of day and some other fields. */
export function undated({ status, reason, rawHeaders, body }: Received, without: readonly string[] = []) {
  const left = ["date", ...without];
  const fields = rawHeaders.filter((_, index) => !left.includes(`${rawHeaders[index - (index % 2)]}`.toLowerCase()));
  return { status, reason, fields, body };
}
