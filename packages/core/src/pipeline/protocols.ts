import { utf8Length } from "../errors/envelope-writer.ts";
import { MAX_ENVELOPE_BYTES } from "../http/envelope-start.ts";
import type { InterceptedResponse } from "../http/response.ts";
import { parseJson } from "../untrusted/json.ts";
import { isRecord, peek, peekString } from "../untrusted/peek.ts";

/** A protocol that has its own errors, which its clients read instead of envelopes. */
export interface Protocol {
  readonly name: string;
  /** The paths that belong to it if no route is known: the path itself, all below its first segment, or what a browser asks for. */
  readonly extent: "address" | "below" | "pages";
  /** Whether a response may belong to the protocol, judged by its media type or its body. */
  matches(body: unknown, text: string, mediaType: string): boolean;
}

/** JSON-RPC 2.0, and MCP, which is built on it. A caller cannot match a response without its `id`. */
export const JSON_RPC: Protocol = {
  name: "JSON-RPC 2.0",
  extent: "address",
  matches: (body) => (Array.isArray(body) ? body.every(isRpcResponse) : isRpcResponse(body)),
};

/** The only version of tus, the protocol of uploads that resume. Each of its responses states it, most of them beside a plain text. */
const TUS_VERSION = "1.0.0";
const TUS: Protocol = { name: "tus", extent: "below", matches: () => true };

/** The protocols whose responses are replaced. The first match counts. */
const REPLACED: readonly Protocol[] = [
  {
    name: "GraphQL over HTTP",
    extent: "address",
    matches: (body, _text, mediaType) => mediaType === "application/graphql-response+json" || isGraphQLResult(body),
  },
  {
    name: "tRPC",
    extent: "below",
    matches: (body) => (Array.isArray(body) ? body.some(isTrpcError) && body.every(isTrpcResult) : isTrpcError(body)),
  },
  {
    name: "SCIM",
    extent: "below",
    matches(body) {
      const schemas = peek(body, "schemas");
      return Array.isArray(schemas) && schemas.includes("urn:ietf:params:scim:api:messages:2.0:Error");
    },
  },
  {
    name: "problem details (RFC 9457)",
    extent: "address",
    matches: (_body, _text, mediaType) => /^application\/problem\+(?:json|xml)$/.test(mediaType),
  },
  { name: "OAuth 2.0", extent: "address", matches: isOAuthError },
  { name: "CouchDB", extent: "below", matches: isCouchError },
  {
    name: "health checks",
    extent: "address",
    matches: (body, _text, mediaType) =>
      mediaType === "application/health+json" || hasOnly(body, ["status", "info", "error", "details"], 4),
  },
  {
    name: "S3",
    extent: "below",
    matches: (_body, text) => /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<Error(?:\s[^>]{0,200})?>\s*<Code>/.test(text),
  },
  {
    name: "HTML pages",
    extent: "pages",
    matches: (_body, text, mediaType) => mediaType === "text/html" && !FRAMEWORKS_PAGE.test(text),
  },
];

/** The error page that Express and connect write by default. It is not one of the service's own pages. */
const FRAMEWORKS_PAGE = /^<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error<\/title>/;

/** Whether a response is a complete JSON-RPC 2.0 message. Never throws. */
export function isJsonRpc({ body }: InterceptedResponse): boolean {
  // This check avoids parsing nearly every other body.
  if (!body.includes('"jsonrpc"')) return false;
  // Adapters keep only the beginning of a longer body.
  return JSON_RPC.matches(parseJson(body), body, "") && utf8Length(body) < MAX_ENVELOPE_BYTES;
}

/** Words of the media types that are enough for a protocol to match. */
const OWN_TYPE = /html|\+json|\+xml/;

/** What the body of every other match contains: a name, perhaps escaped, or a tag. */
const OWN_BODY = /"(?:errors?|schemas|jsonrpc)"|\\u|<Error/;

/** Returns the protocol of a response, if that protocol has its own errors. Never throws. */
export function protocolOf(intercepted: InterceptedResponse): Protocol | undefined {
  const { body } = intercepted;
  if (intercepted.header("tus-resumable") === TUS_VERSION) return TUS;
  if (body === "") return undefined;
  const type = String(intercepted.header("content-type")).toLowerCase();
  // One look is enough for nearly every other response.
  if (!OWN_TYPE.test(type) && !OWN_BODY.test(body)) return undefined;
  if (isJsonRpc(intercepted)) return JSON_RPC;
  const [mediaType] = type.split(";", 1) as [string];
  const value = parseJson(body);
  return REPLACED.find((protocol) => protocol.matches(value, body, mediaType.trim()));
}

function isRpcResponse(value: unknown): boolean {
  if (!isRecord(value) || peek(value, "jsonrpc") !== "2.0") return false;
  return Object.hasOwn(value, "error") || Object.hasOwn(value, "id");
}

/** Checks the shape of a result. Other services list errors too, so a GraphQL error must have more than a message. */
function isGraphQLResult(body: unknown): boolean {
  const errors = peek(body, "errors");
  if (!Array.isArray(errors) || !hasOnly(body, ["data", "errors", "extensions"], 1)) return false;
  const [first]: unknown[] = errors;
  if (peekString(first, "message") === undefined) return false;
  if (Object.hasOwn(Object(body), "data")) return true;
  return (
    Array.isArray(peek(first, "locations")) || Array.isArray(peek(first, "path")) || isRecord(peek(first, "extensions"))
  );
}

/** A batch has a result for each call, some of which may have succeeded. */
function isTrpcResult(value: unknown): boolean {
  return isTrpcError(value) || hasOnly(value, ["result"], 1);
}

/** tRPC numbers its errors as JSON-RPC does. A transformer, such as superjson, wraps the error in `json`. */
function isTrpcError(value: unknown): boolean {
  if (!hasOnly(value, ["error"], 1)) return false;
  const error = peek(value, "error");
  const shape = peek(error, "json") ?? error;
  const code = peek(shape, "code");
  return (
    typeof code === "number" && code < 0 && peekString(shape, "message") !== undefined && isRecord(peek(shape, "data"))
  );
}

/** OAuth codes that no other kind of service uses, so they count even without a description (RFC 6749, 6750, 7591, and 8628). */
const OAUTH_CODES: ReadonlySet<string> = new Set([
  "authorization_pending",
  "expired_token",
  "invalid_client",
  "invalid_client_metadata",
  "invalid_grant",
  "invalid_redirect_uri",
  "invalid_token",
  "slow_down",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_response_type",
]);

function isOAuthError(body: unknown): boolean {
  const error = peekString(body, "error");
  if (error === undefined || !hasOnly(body, ["error", "error_description", "error_uri", "state", "iss", "scope"], 1)) {
    return false;
  }
  return (
    OAUTH_CODES.has(error) || (/^[a-z_]{1,60}$/.test(error) && peekString(body, "error_description") !== undefined)
  );
}

function isCouchError(body: unknown): boolean {
  const error = peekString(body, "error");
  const isNamed = error !== undefined && /^[a-z_]{1,60}$/.test(error);
  return isNamed && peekString(body, "reason") !== undefined && hasOnly(body, ["error", "reason", "status", "name"], 2);
}

/** Whether an object has only keys from a list, and at least the given number of keys. */
function hasOnly(body: unknown, names: readonly string[], atLeast: number): boolean {
  if (!isRecord(body)) return false;
  const keys = Object.keys(body);
  return keys.length >= atLeast && keys.every((key) => names.includes(key));
}
