import { describe, expect, test } from "vitest";
import type { InterceptedResponse } from "../http/response.ts";
import { isJsonRpc, protocolOf } from "./protocols.ts";

function written(body: unknown, type?: string): InterceptedResponse {
  return {
    status: 400,
    body: typeof body === "string" ? body : JSON.stringify(body),
    header: (name) => (name === "content-type" ? type : undefined),
  };
}

const RPC = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found" } };

describe("a JSON-RPC 2.0 response", () => {
  test.each<readonly [what: string, body: unknown, is: boolean]>([
    ["with an error", RPC, true],
    ["with an error and no id", { jsonrpc: "2.0", error: {} }, true],
    ["with an id", { jsonrpc: "2.0", id: null }, true],
    ["with a result", { jsonrpc: "2.0", id: 1, result: {} }, true],
    ["in a batch", [RPC, RPC], true],
    ["in a batch with something else", [RPC, {}], false],
    ["in an empty batch", [], false],
    ["of another version", { ...RPC, jsonrpc: "1.0" }, false],
    ["without a version", { id: 1, error: {} }, false],
    ["without an id and an error", { jsonrpc: "2.0", method: "x" }, false],
    ["inside something else", { data: RPC }, false],
    ["in a list in a list", [[RPC]], false],
    ["that is cut off", JSON.stringify(RPC).slice(0, -1), false],
    ["as a string", JSON.stringify('"jsonrpc"'), false],
    ["of 64 KiB", JSON.stringify(RPC).padEnd(65_536), false],
    ["of a byte less than 64 KiB", JSON.stringify(RPC).padEnd(65_535), true],
  ])("%s", (_what, body, is) => {
    expect(isJsonRpc(written(body))).toBe(is);
    expect(protocolOf(written(body))?.name === "JSON-RPC 2.0").toBe(is);
  });
});

const GRAPHQL = { message: "x", locations: [{ line: 1, column: 2 }] };
const EXPRESS_PAGE =
  '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>\n<body>\n<pre>x</pre>\n';

const TRPC = { error: { message: "x", code: -32004, data: { code: "NOT_FOUND", httpStatus: 404, path: "a" } } };

test.each<readonly [field: string, body: string, name: string | undefined]>([
  ["tus-resumable", "Upload-Offset conflict", "tus"],
  ["tus-resumable", "", "tus"],
  ["upload-offset", "Upload-Offset conflict", undefined],
])("a response with %s and the body %j is of %s", (field, body, name) => {
  const header = (asked: string) => (asked === field ? "1.0.0" : undefined);
  expect(protocolOf({ status: 409, body, header })?.name).toBe(name);
});

describe("the protocol of a response", () => {
  test.each<readonly [name: string | undefined, body: unknown, type?: string]>([
    ["GraphQL over HTTP", { errors: [GRAPHQL] }],
    ["GraphQL over HTTP", { errors: [{ message: "x", path: ["a"] }] }],
    ["GraphQL over HTTP", { errors: [{ message: "x", extensions: {} }], extensions: {} }],
    ["GraphQL over HTTP", { errors: [{ message: "x" }], data: null }],
    ["GraphQL over HTTP", "not JSON", "Application/GraphQL-Response+JSON; charset=utf-8"],
    [undefined, { errors: [{ message: "x" }] }],
    [undefined, { errors: [{ message: "x", path: "a" }] }],
    [undefined, { errors: [{ message: "x", extensions: [] }] }],
    [undefined, { errors: [{ path: ["a"] }], data: null }],
    [undefined, { errors: [], data: null }],
    [undefined, { errors: GRAPHQL }],
    [undefined, { errors: [GRAPHQL], status: 400 }],
    ["tRPC", TRPC],
    ["tRPC", { error: { json: TRPC.error } }],
    ["tRPC", [TRPC]],
    ["tRPC", [{ result: { data: 1 } }, TRPC]],
    [undefined, [{ result: { data: 1 } }]],
    [undefined, [TRPC, { error: "x" }]],
    [undefined, []],
    [undefined, { ...TRPC, status: 404 }],
    [undefined, { error: { ...TRPC.error, code: "NOT_FOUND" } }],
    [undefined, { error: { ...TRPC.error, code: 404 } }],
    [undefined, { error: { ...TRPC.error, code: 0 } }],
    [undefined, { error: { ...TRPC.error, code: "-32004" } }],
    [undefined, { error: { ...TRPC.error, message: undefined } }],
    [undefined, { error: { ...TRPC.error, data: undefined } }],
    [undefined, { error: { ...TRPC.error, data: [] } }],
    [undefined, { error: null }],
    ["SCIM", { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "404" }],
    [undefined, { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"] }],
    [undefined, { schemas: "urn:ietf:params:scim:api:messages:2.0:Error" }],
    ["problem details (RFC 9457)", { title: "x" }, "application/problem+json"],
    ["problem details (RFC 9457)", "<problem/>", "application/problem+xml;charset=utf-8"],
    [undefined, { title: "x" }, "application/problem+json-x"],
    [undefined, { title: "x" }, "x-application/problem+json"],
    [undefined, { title: "x" }, "application/problem+cbor"],
    ["OAuth 2.0", { error: "invalid_grant" }],
    ["OAuth 2.0", { error: "slow_down", error_uri: "https://example.com/" }],
    ["OAuth 2.0", { error: "invalid_request", error_description: "x", state: "s", iss: "i", scope: "a" }],
    [undefined, { error: "invalid_request" }],
    [undefined, { error: "Invalid request", error_description: "x" }],
    [undefined, { error: "x".repeat(61), error_description: "x" }],
    ["OAuth 2.0", { error: "x".repeat(60), error_description: "x" }],
    [undefined, { error: "a-b", error_description: "x" }],
    [undefined, { error: "", error_description: "x" }],
    [undefined, { error: "invalid_grant", status: 400 }],
    [undefined, { statusCode: 404, message: "Cannot GET /x", error: "Not Found" }],
    [undefined, { errors: [{ msg: "Invalid value", path: "n", location: "body" }] }],
    [undefined, 'see "jsonrpc":"2.0" or <Error><Code>x</Code></Error>', "text/plain"],
    [undefined, { error: { code: "invalid_grant" } }],
    [undefined, { error_description: "x" }],
    [undefined, { error_description: "x", state: "error", error_uri: '"error"' }],
    [undefined, { reason: "missing", name: '"error"' }],
    ["CouchDB", { error: "not_found", reason: "missing" }],
    ["CouchDB", { error: "not_found", reason: "missing", status: 404, name: "x" }],
    ["CouchDB", { error: "x".repeat(60), reason: "missing" }],
    [undefined, { error: "x".repeat(61), reason: "missing" }],
    [undefined, { error: "Not found", reason: "missing" }],
    [undefined, { error: "a b", reason: "missing" }],
    [undefined, { error: "not_found", reason: 7 }],
    [undefined, { error: "not_found", reason: "missing", code: 1 }],
    ["health checks", { status: "error", info: {}, error: {}, details: {} }],
    [undefined, { status: "error", info: {}, error: {} }],
    ["health checks", { status: "fail" }, "application/health+json"],
    ["S3", "<Error><Code>NoSuchKey</Code></Error>", "application/xml"],
    ["S3", '<?xml version="1.0"?>\n<Error xmlns="x">\n <Code>NoSuchKey</Code></Error>'],
    ["S3", ' <?xml version="1.0"?> <Error> <Code>'],
    ["S3", '<?xml version="1.0"?><Error><Code>'],
    ["S3", '<?xml version="1.0"?>\r\n<Error><Code>'],
    [undefined, "<ErrorResponse><Code>x</Code></ErrorResponse>"],
    [undefined, "<Error><Message>x</Message></Error>"],
    [undefined, "x<Error><Code>x"],
    [undefined, `<Error ${"x".repeat(201)}><Code>`],
    ["HTML pages", "<h1>No such page</h1>", "text/html"],
    ["HTML pages", "<h1>No such page</h1>", " Text/HTML ; charset=utf-8"],
    ["HTML pages", ` ${EXPRESS_PAGE}`, "text/html"],
    [undefined, EXPRESS_PAGE, "text/html; charset=utf-8"],
    [undefined, "<h1>No such page</h1>", "text/plain"],
    [undefined, "", "text/html"],
    [undefined, "", "application/problem+json"],
    [undefined, "Not found", "text/plain"],
    [undefined, { message: "x" }],
    [undefined, "[]"],
    [undefined, "null"],
    [undefined, '{"error":'],
  ])("is %s: %j %s", (name, body, type) =>
    expect(protocolOf(written(body, type as string | undefined))?.name).toBe(name),
  );

  test("is found after white space, too", () => {
    expect(protocolOf(written(` \n${JSON.stringify({ error: "invalid_grant" })}`))?.name).toBe("OAuth 2.0");
    expect(protocolOf(written(JSON.stringify([{ error: "invalid_grant" }])))).toBe(undefined);
  });

  test.each([
    ["expired_token"],
    ["authorization_pending"],
    ["invalid_client"],
    ["invalid_client_metadata"],
    ["invalid_redirect_uri"],
    ["invalid_token"],
    ["unauthorized_client"],
    ["unsupported_grant_type"],
    ["unsupported_response_type"],
  ])("is OAuth 2.0 by the code %s alone", (error) => {
    expect(protocolOf(written({ error }))?.name).toBe("OAuth 2.0");
  });
});
