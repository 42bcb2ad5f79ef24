import type { AnyCatalog } from "@uhp-errors/core";
import { REQUEST_ID_HEADER } from "@uhp-errors/core/internal";
import type { Json, JsonObject } from "../json/plain.ts";
import { type GatewayAnswer, type GatewayOptions, gatewayAnswers, REQUEST_ID } from "./answers.ts";

/** The statuses that Envoy's own filters answer with. */
const STATUSES = [400, 401, 403, 404, 405, 408, 413, 414, 426, 429, 431, 500, 501, 502, 503, 504];

/** Envoy generates the id of each request, and writes it in this field of the request. */
const ID_OF_REQUEST = "%REQ(X-REQUEST-ID)%";

/**
 * Returns the `local_reply_config` of Envoy's HTTP connection manager, in JSON, which is also YAML. What Envoy answers by itself, such as
 * 503 and 504, is then an envelope of the catalog; responses of the service pass unchanged.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 * @example
 * writeFileSync("errors.envoy.json", JSON.stringify(toEnvoy(acme)));
 */
export function toEnvoy(catalog: AnyCatalog, options: GatewayOptions = {}): JsonObject {
  return { mappers: gatewayAnswers(catalog, options, STATUSES).flatMap(mappersOf) };
}

/** Returns the mappers of a status. Envoy takes the first that matches. */
function mappersOf(answer: GatewayAnswer): readonly JsonObject[] {
  const isStatus = statusIs(answer.status);
  const repeatable = repeatableRequests(answer);
  const others = mapper(answer, isStatus, "false");
  if (repeatable === undefined) return [others];
  return [mapper(answer, { and_filter: { filters: [isStatus, repeatable] } }, "true"), others];
}

function mapper({ headers, contentType, body }: GatewayAnswer, filter: JsonObject, shouldRetry: string): JsonObject {
  const all = [...headers, ["x-should-retry", shouldRetry] as const];
  return {
    filter,
    headers_to_add: [
      ...all.map(([name, value]) => header(name, literal(value))),
      header(REQUEST_ID_HEADER, ID_OF_REQUEST),
    ],
    body_format_override: { json_format: formatOf(body), content_type: contentType },
  };
}

function header(key: string, value: string): JsonObject {
  return { header: { key, value }, append_action: "OVERWRITE_IF_EXISTS_OR_ADD" };
}

function statusIs(status: number): JsonObject {
  // Envoy requires a key, by which its runtime may set another status.
  const value = { default_value: status, runtime_key: `uhp_errors.status_${status}` };
  return { status_code_filter: { comparison: { op: "EQ", value } } };
}

/** Returns the filter of the requests that a client may repeat by itself; `undefined` if it may repeat none. */
function repeatableRequests({ repeatableMethods, isRepeatableWithKey }: GatewayAnswer): JsonObject | undefined {
  const filters = [
    ...(repeatableMethods.length > 0 ? [headerMatches(":method", repeatableMethods.join("|"))] : []),
    ...(isRepeatableWithKey ? [headerMatches("idempotency-key", ".+")] : []),
  ];
  return filters.length > 1 ? { or_filter: { filters } } : filters[0];
}

/** @param regex Envoy compares it with the whole value. */
function headerMatches(name: string, regex: string): JsonObject {
  return { header_filter: { header: { name, string_match: { safe_regex: { regex } } } } };
}

/** Writes an envelope as a format, in which every string is one. Envoy writes the result as JSON, so an id cannot break it. */
function formatOf(value: Json, name = ""): Json {
  if (typeof value === "string")
    return name === "correlation_id" && value === REQUEST_ID ? ID_OF_REQUEST : literal(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => formatOf(item));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, formatOf(inner, key)]));
}

/** Escapes what begins a command in a format. */
function literal(text: string): string {
  return text.replaceAll("%", "%%");
}
