import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import type { ContractOptions } from "../pipeline/contract-options.ts";
import type { ErrorReport } from "../reports/report.ts";

const acme = defineCatalog({ vendor: "acme", codes: {} });

/** An answer that a service wrote, and the request that it answers. */
interface Written {
  readonly body: unknown;
  readonly type?: string;
  readonly path?: string;
  readonly route?: string;
  readonly accept?: string;
}

function requestOf({ path = "/graphql", route, accept }: Written): RequestContext {
  return {
    method: "POST",
    path,
    header: (name) => (name === "accept" ? accept : undefined),
    ...(route === undefined ? {} : { route: () => route }),
  };
}

/** What a contract reports of some answers, one after the other. */
function reportsOf(answers: readonly Written[], options: ContractOptions = {}): ErrorReport[] {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  for (const answer of answers) {
    const { body, type = "application/json" } = answer;
    const header = (name: string) => (name === "content-type" ? type : undefined);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    contract.replace({ status: 400, header, body: text }, requestOf(answer));
  }
  return reports;
}

const problem = { type: "about:blank", title: "No such order", status: 404 };
const page = "<!doctype html><title>Not found</title><h1>Nothing here</h1>";
const graphQL = { errors: [{ message: "Cannot query", locations: [{ line: 1, column: 2 }] }] };
const scim = { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "404" };
const s3 = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';
const rpc = { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "no such method" } };

describe("the first replaced response of another protocol is reported with the line to write", () => {
  test.each<readonly [name: string, written: Written, line: string]>([
    ["GraphQL over HTTP", { body: graphQL }, 'path !== "/graphql"'],
    ["GraphQL over HTTP", { body: { data: null, errors: [{ message: "no" }] } }, 'path !== "/graphql"'],
    [
      "GraphQL over HTTP",
      { body: "{}", type: "application/graphql-response+json; charset=utf-8" },
      'path !== "/graphql"',
    ],
    ["OAuth 2.0", { body: { error: "invalid_grant" }, path: "/token" }, 'path !== "/token"'],
    [
      "OAuth 2.0",
      { body: { error: "invalid_request", error_description: "code is missing" }, path: "/oauth/token" },
      'path !== "/oauth/token"',
    ],
    [
      "SCIM",
      { body: scim, route: "/scim/v2/Users/:id", path: "/scim/v2/Users/7" },
      '!path.startsWith("/scim/v2/Users/")',
    ],
    ["problem details (RFC 9457)", { body: problem, type: "application/problem+json", path: "/a" }, 'path !== "/a"'],
    [
      "problem details (RFC 9457)",
      { body: "<problem/>", type: "application/problem+xml", path: "/a" },
      'path !== "/a"',
    ],
    ["CouchDB", { body: { error: "not_found", reason: "missing" }, path: "/db/doc" }, '!path.startsWith("/db/")'],
    ["S3", { body: s3, type: "application/xml", route: "/:bucket/*", path: "/b/key" }, '!path.startsWith("/b/")'],
    [
      "health checks",
      { body: { status: "error", info: {}, error: {}, details: {} }, path: "/health" },
      'path !== "/health"',
    ],
    ["health checks", { body: { status: "fail" }, type: "application/health+json", path: "/up" }, 'path !== "/up"'],
    ["JSON-RPC 2.0", { body: rpc, path: "/rpc" }, 'path !== "/rpc"'],
  ])("%s: %j", (name, written, line) => {
    const [first, second] = reportsOf([written, written], { replaceJsonRpc: true });
    expect(first).toMatchObject({ level: "error", outcome: "answered" });
    expect(first?.misuse).toContain(`an answer of ${name} was replaced`);
    expect(first?.misuse).toContain(`appliesTo: ({ path }) => ${line}`);
    expect(second).toMatchObject({ level: "info", misuse: undefined });
  });

  test("a page, if the client asks for one", () => {
    const accept = "text/html,application/xhtml+xml";
    const [browser, program] = [{ accept }, {}].map((sent) => {
      const [report] = reportsOf([{ body: page, type: "text/html; charset=utf-8", path: "/x", ...sent }]);
      return report?.misuse;
    });
    expect(browser).toContain('appliesTo: (request) => !request.header("accept")?.includes("text/html")');
    expect(program).toBeUndefined();
  });

  test("each line excludes what it was written for, and nothing else", () => {
    const [report] = reportsOf([{ body: graphQL, path: "/graphql" }]);
    const line = /appliesTo: (.*)$/.exec(report?.misuse ?? "")?.[1] ?? "";
    const appliesTo = new Function(`return ${line}`)() as (context: { path: string }) => boolean;
    expect(["/graphql", "/graphql2", "/v1/orders"].map((path) => appliesTo({ path }))).toEqual([false, true, true]);
  });

  test("once for each route, however many addresses it has", () => {
    const answers = ["1", "2", "3"].map((id) => ({ body: graphQL, route: "/g/:id", path: `/g/${id}` }));
    const others = { body: graphQL, route: "/other", path: "/other" };
    expect(reportsOf([...answers, others]).map(({ misuse }) => misuse !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("a path that a client made up never becomes code, and few paths are remembered", () => {
    const odd = ['/x"||true', "/`x`", "/a b", "/é", "/", `/${"x".repeat(300)}`];
    expect(reportsOf(odd.map((path) => ({ body: graphQL, path }))).map(({ misuse }) => misuse)).toEqual(
      odd.map(() => undefined),
    );
    const many = Array.from({ length: 500 }, (_, index) => ({ body: graphQL, path: `/p${index}` }));
    expect(reportsOf(many).filter(({ misuse }) => misuse !== undefined)).toHaveLength(200);
  });
});

test.each<readonly [what: string, written: Written]>([
  ["a message", { body: { error: "Not found" } }],
  ["a message of a framework", { body: { statusCode: 404, message: "Cannot GET /x", error: "Not Found" } }],
  ["issues of a validator", { body: { errors: [{ message: "expected a number", field: "n" }] } }],
  ["issues with paths", { body: { errors: [{ msg: "Invalid value", path: "n", location: "body" }] } }],
  ["a code and a reason for people", { body: { error: "Bad Request", reason: "The name is missing" } }],
  ["a code that OAuth has too", { body: { error: "access_denied" } }],
  ["a text that names protocols", { body: 'see "jsonrpc":"2.0" or <Error><Code>x</Code></Error>', type: "text/plain" }],
  ["a health report that is none", { body: { status: "error", details: "no" } }],
  ["what does not parse", { body: '{"errors":[{"message":"x","path":["a"]}' }],
  ["nothing", { body: "" }],
])("%s is not taken for another protocol", (_what, written) => {
  const [report] = reportsOf([{ ...written, accept: "text/html" }]);
  expect(report).toMatchObject({ level: "info", outcome: "answered", misuse: undefined });
});

test("Express's own error page does not count as a page of the service", () => {
  const body = '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>Error</title>\n</head>';
  const [report] = reportsOf([{ body, type: "text/html; charset=utf-8", accept: "text/html" }]);
  expect(report?.misuse).toBeUndefined();
});

test("JSON-RPC passes, and its report says so", () => {
  const [report] = reportsOf([{ body: rpc }]);
  expect(report).toMatchObject({ level: "info", outcome: "passed", code: "invalid_input", status: 400, withheld: [] });
});
