import { createHmac } from "node:crypto";
import type { Step } from "../requests.ts";

/** One request to the service that takes orders. */
export interface Asked {
  readonly says: string;
  readonly request: Step;
  /** Status and code after the last step; absent if the answer stays the same. */
  readonly is?: readonly [status: number, code: string];
}

const json = (method: string, path: string, body: unknown, headers: Step["headers"] = {}): Step => ({
  method,
  path,
  headers: { "Content-Type": "application/json", ...headers },
  body: typeof body === "string" ? body : JSON.stringify(body),
});
const post = (path: string, body: unknown, headers?: Step["headers"]) => json("POST", path, body, headers);

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token that the service signed, as `jsonwebtoken` would make it. */
function tokenWith(claims: object): string {
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", "keyboard cat").update(signed).digest("base64url")}`;
}

const withToken = (token: string): Step => ({ path: "/orders", headers: { Authorization: `Bearer ${token}` } });

const photo = (size: number): Step => ({
  method: "POST",
  path: "/photos",
  headers: { "Content-Type": "multipart/form-data; boundary=cut" },
  body: `--cut\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\n${"x".repeat(size)}\r\n--cut--\r\n`,
});

export const REQUESTS: readonly Asked[] = [
  { says: "a health check", request: { path: "/health" } },
  { says: "a page", request: { path: "/" } },
  { says: "a list, with a token", request: withToken(tokenWith({ sub: "ada" })) },
  { says: "a new order", request: post("/orders", { item: "chair", amount: 1 }) },
  { says: "events", request: { path: "/orders/1/events" } },
  { says: "a call of a tool", request: post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }) },
  { says: "a photo", request: photo(1_000) },
  { says: "a mail", request: post("/mails", {}) },
  {
    says: "401 written: a wrong password",
    request: post("/sessions", { password: "abacus" }),
    is: [401, "acme_wrong_password"],
  },
  { says: "401 written: no token", request: { path: "/orders" }, is: [401, "missing_credential"] },
  { says: "thrown by jsonwebtoken: not a token", request: withToken("abc"), is: [401, "invalid_credential"] },
  {
    says: "thrown by jsonwebtoken: an old token",
    request: withToken(tokenWith({ sub: "ada", exp: 1 })),
    is: [401, "invalid_credential"],
  },
  { says: "403 written", request: { path: "/staff" }, is: [403, "acme_staff_only"] },
  { says: "403 thrown", request: { path: "/staff/report" }, is: [403, "acme_staff_only"] },
  { says: "404 written: a missing row", request: { path: "/orders/99" }, is: [404, "acme_order_not_found"] },
  { says: "404 thrown: a missing row", request: { path: "/orders/98" }, is: [404, "acme_order_not_found"] },
  { says: "410 written", request: { path: "/orders/97" }, is: [410, "acme_order_expired"] },
  { says: "409 written", request: json("PUT", "/orders/1", {}), is: [409, "acme_order_closed"] },
  { says: "409 thrown, with details", request: json("PUT", "/orders/2", {}), is: [409, "acme_no_stock"] },
  { says: "409 thrown, without details", request: json("PUT", "/orders/3", {}), is: [409, "acme_no_stock"] },
  { says: "422 written", request: post("/orders", { item: "chair", amount: -1 }), is: [400, "invalid_input"] },
  { says: "thrown by zod", request: post("/orders", { item: "chair", amount: "many" }), is: [400, "invalid_input"] },
  { says: "a duplicate key", request: post("/customers", { email: "ada@example.com" }), is: [409, "acme_email_taken"] },
  { says: "a missing value", request: post("/customers", {}), is: [400, "invalid_input"] },
  { says: "a foreign key", request: post("/customers/2/orders", { amount: 1 }), is: [409, "acme_conflict"] },
  { says: "a check", request: post("/customers/1/orders", { amount: -1 }), is: [400, "invalid_input"] },
  { says: "an id that is not a UUID", request: { path: "/parcels/7" }, is: [400, "invalid_input"] },
  { says: "a table that is missing", request: { path: "/archive" }, is: [500, "acme_internal_error"] },
  { says: "another service limits us", request: { path: "/rates" }, is: [502, "acme_upstream_error"] },
  { says: "another service refuses our key", request: { path: "/invoices" }, is: [502, "acme_upstream_error"] },
  { says: "another service is down", request: { path: "/couriers" }, is: [502, "acme_upstream_error"] },
  { says: "the rate limiter refuses", request: post("/mails", {}), is: [429, "rate_limited"] },
  { says: "JSON that does not parse", request: post("/orders", '{"item": chair}'), is: [400, "invalid_input"] },
  {
    says: "JSON that is too large",
    request: post("/orders", { item: "x".repeat(30_000) }),
    is: [413, "acme_content_too_large"],
  },
  { says: "a photo that is too large", request: photo(70_000), is: [413, "file_too_large"] },
  { says: "JSON-RPC: a bad request", request: post("/mcp", { jsonrpc: "2.0", id: 2 }) },
  {
    says: "JSON-RPC: an unknown session",
    request: post("/mcp", { jsonrpc: "2.0", id: 3, method: "tools/list" }, { "Mcp-Session-Id": "gone" }),
  },
  { says: "a page for people: 404", request: { path: "/pages/none" } },
  { says: "a bug in a handler", request: { path: "/orders/1/total" }, is: [500, "acme_internal_error"] },
  { says: "a throw after the first event", request: { path: "/orders/2/events" } },
  { says: "a wrong address", request: { path: "/nowhere" }, is: [404, "acme_route_not_found"] },
  { says: "a wrong method", request: { method: "DELETE", path: "/orders" }, is: [405, "acme_method_not_allowed"] },
  { says: "a path that cannot be decoded", request: { path: "/orders/%ff" }, is: [400, "invalid_input"] },
];
