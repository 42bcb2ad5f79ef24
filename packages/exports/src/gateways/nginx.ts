import type { AnyCatalog } from "@uhp-errors/core";
import { REQUEST_ID_HEADER } from "@uhp-errors/core/internal";
import type { JsonObject } from "../json/plain.ts";
import { type GatewayAnswer, type GatewayOptions, gatewayAnswers, REQUEST_ID } from "./answers.ts";

/** The statuses that nginx answers with by itself, without a `return` in its configuration. */
const STATUSES = [400, 401, 403, 404, 405, 412, 413, 414, 416, 421, 429, 431, 500, 501, 502, 503, 504, 505];

/** Statuses that only nginx knows, by the status to send: for certificates, HTTP on a port for HTTPS, and headers that are too large. */
const INTERNAL_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, "495 496 497"],
  [431, "494"],
]);

/**
 * The statuses that nginx may answer with before it knows the address. From there it can only go to another address, which makes every
 * request a GET; from anywhere else, a named location keeps the method.
 */
const WITHOUT_ADDRESS: ReadonlySet<number> = new Set([400, 414, 505]);

/**
 * Writes a file to include in each `server` block of nginx. What nginx answers by itself, such as 502 and 413, is then an envelope of the
 * catalog; responses of the service pass unchanged.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 * @example
 * writeFileSync("errors.nginx.conf", toNginx(acme));
 */
export function toNginx(catalog: AnyCatalog, options: GatewayOptions = {}): string {
  const answers = gatewayAnswers(catalog, options, STATUSES);
  return `# Made by @uhp-errors/exports of the catalog of ${catalog.vendor}. Change the catalog instead.
# Include it in each server block. It needs nginx 1.13.0 or later.

limit_req_status 429;
limit_conn_status 429;

${answers.map(makePage).join("\n")}

${answers.map(locationOf).join("\n\n")}
`;
}

function makePage({ status }: GatewayAnswer): string {
  const internal = INTERNAL_STATUSES.get(status);
  const pages = [`error_page ${status} ${targetOf(status)};`];
  if (internal !== undefined) pages.push(`error_page ${internal} =${status} ${targetOf(status)};`);
  return pages.join("\n");
}

function targetOf(status: number): string {
  return WITHOUT_ADDRESS.has(status) ? `/.uhp-errors/${status}` : `@uhp_errors_${status}`;
}

function locationOf(answer: GatewayAnswer): string {
  const { status, headers, contentType, body } = answer;
  const isNamed = !WITHOUT_ADDRESS.has(status);
  const [type, charset] = contentType.split("; charset=");
  const lines = [
    ...(isNamed ? [] : ["internal;"]),
    // The extension in the request's address would choose the type otherwise.
    "types { }",
    `default_type ${type};`,
    // nginx adds it. In the type, it would be there twice after a response that had one already, such as a file of which no range is sent.
    `charset ${charset};`,
    `charset_types ${type};`,
    ...headers.map(([name, value]) => `add_header ${name} ${quoted(value.replaceAll("$", "%24"))} always;`),
    `add_header ${REQUEST_ID_HEADER} $request_id always;`,
    ...retryLines(answer),
    `return ${status} ${quotedBody(body)};`,
  ];
  const block = lines.map((line) => `    ${line}`).join("\n");
  return `location ${isNamed ? "" : "= "}${targetOf(status)} {\n${block}\n}`;
}

function retryLines({ repeatableMethods, isRepeatableWithKey }: GatewayAnswer): readonly string[] {
  const conditions = [
    ...(repeatableMethods.length > 0 ? [`$request_method ~ "^(?:${repeatableMethods.join("|")})$"`] : []),
    ...(isRepeatableWithKey ? ['$http_idempotency_key != ""'] : []),
  ];
  if (conditions.length === 0) return ["add_header x-should-retry false always;"];
  return [
    "set $uhp_errors_retry false;",
    ...conditions.map((condition) => `if (${condition}) { set $uhp_errors_retry true; }`),
    "add_header x-should-retry $uhp_errors_retry always;",
  ];
}

/** Writes an envelope as an argument of `return`, with nginx's variable in the place of the request's id. */
function quotedBody(body: JsonObject): string {
  // JSON escapes the quotes in every string, so only the field itself matches.
  const field = (value: string) => `"correlation_id":"${value}"`;
  return quoted(JSON.stringify(body)).replace(field(REQUEST_ID), () => field("$request_id"));
}

/** Quotes a string. nginx has no escape for `$`, which begins a variable, but JSON has one. */
function quoted(text: string): string {
  return `'${text.replaceAll("$", "\\u0024").replace(/[\\']/g, "\\$&")}'`;
}
