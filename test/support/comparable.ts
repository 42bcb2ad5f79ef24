import type { Received } from "./http.ts";

/** What two servers that are the same service must agree on. */
export interface Comparable {
  readonly status: number;
  readonly headers: Received["headers"];
  readonly waits: boolean;
  readonly body: string;
}

/** What the contract and the service say of an answer; the rest is the framework's and its plugins'. */
const COMPARED = [
  "allow",
  "cache-control",
  "content-length",
  "content-type",
  "uhp-version",
  "www-authenticate",
  "x-content-type-options",
  "x-request-id",
  "x-should-retry",
];

/** An answer without random ids and times, and of a wait no more than whether there is one. */
export function comparable({ status, headers, body }: Received, method = "GET"): Comparable {
  // JSON has no charset, and whether a success names one is the framework's own matter.
  const type = status < 400 ? headers["content-type"]?.replace(/(?<=json);.*/, "") : headers["content-type"];
  // Of a success, HEAD may leave the length out (RFC 9110, section 9.3.2), as Hono does.
  const names = COMPARED.filter((name) => name !== "content-length" || method !== "HEAD" || status >= 400);
  return {
    status,
    headers: { ...Object.fromEntries(names.map((name) => [name, headers[name]])), "content-type": type },
    waits: headers["retry-after"] !== undefined,
    body: body.replaceAll(/(?<=\w_)[\da-f-]{36}/g, "id").replaceAll(/(?<="created_at":)\d+/g, "0"),
  };
}
