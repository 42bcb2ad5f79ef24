import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
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
  const { contract, reports } = reporting(acme, options);
  for (const answer of answers) {
    const { body, type = "application/json" } = answer;
    const header = (name: string) => (name === "content-type" ? type : undefined);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    contract.replace({ status: 400, header, body: text }, requestOf(answer));
  }
  return reports;
}

const page = "<!doctype html><title>Not found</title><h1>Nothing here</h1>";
const graphQL = { errors: [{ message: "Cannot query", locations: [{ line: 1, column: 2 }] }] };
const scim = { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "404" };
const rpc = { jsonrpc: "2.0", id: 1, error: { code: -32_601, message: "no such method" } };

describe("the first replaced response of another protocol is reported with the line to write", () => {
  test.each<readonly [name: string, written: Written, line: string]>([
    ["an answer of GraphQL over HTTP", { body: graphQL }, '({ path }) => path !== "/graphql"'],
    [
      "an answer of SCIM",
      { body: scim, route: "/scim/v2/Users/:id", path: "/scim/v2/Users/7" },
      '({ path }) => !path.startsWith("/scim/v2/Users/")',
    ],
    [
      "an answer of tRPC",
      { body: { error: { message: "x", code: -32_004, data: {} } }, path: "/trpc/orders.byId" },
      '({ path }) => !path.startsWith("/trpc/")',
    ],
    ["an answer of JSON-RPC 2.0", { body: rpc, path: "/rpc" }, '({ path }) => path !== "/rpc"'],
    [
      "an HTML page",
      { body: page, type: "text/html; charset=utf-8", path: "/x", accept: "text/html,application/xhtml+xml" },
      '(request) => !request.header("accept")?.includes("text/html")',
    ],
  ])("%s: %j", (name, written, line) => {
    const [first, second] = reportsOf([written, written], { replaceJsonRpc: true });
    expect(first).toMatchObject({ level: "error", outcome: "answered" });
    expect(first?.misuse).toContain(`${name} was replaced`);
    expect(first?.misuse).toContain(`appliesTo: ${line}`);
    expect(second).toMatchObject({ level: "info", misuse: undefined });
  });

  test("each line excludes what it was written for, and nothing else", () => {
    const [report] = reportsOf([{ body: graphQL, path: "/graphql" }]);
    const line = /appliesTo: (.*)$/.exec(report?.misuse ?? "")?.[1] ?? "";
    const appliesTo = new Function(`return ${line}`)() as (context: { path: string }) => boolean;
    expect(["/graphql", "/graphql2", "/v1/orders"].map((path) => appliesTo({ path }))).toEqual([false, true, true]);
  });
});

test("a response of no known protocol is not taken for one", () => {
  const [report] = reportsOf([{ body: { error: "Not found" }, accept: "text/html" }]);
  expect(report).toMatchObject({ level: "info", outcome: "answered", misuse: undefined });
});
