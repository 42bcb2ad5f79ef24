import { createContract, type ErrorReport, parseEnvelope } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { beforeEach, describe, expect, test } from "vitest";
import { listening } from "../support/listening.ts";
import { codeWithoutImports, page } from "../support/page-code.ts";
import { failuresOf } from "./client.ts";
import { acme, reports } from "./contract.ts";
import { yoga } from "./server.ts";

beforeEach(() => void reports.splice(0));

const JSON_TYPE = "application/json";
const RESPONSE_TYPE = "application/graphql-response+json";

async function ask(
  query: string,
  { to = "", accept = JSON_TYPE, headers = {}, variables = {} } = {},
): Promise<Response> {
  const body = JSON.stringify({ query, variables });
  return fetch(`${to || (await listening(yoga))}/graphql`, {
    method: "POST",
    body,
    headers: { "content-type": JSON_TYPE, accept, ...headers },
  });
}

test("the page shows the server as it is run", () => {
  expect(page("graphql")).toContain(codeWithoutImports(new URL("server.ts", import.meta.url)));
});

const INTERNAL = { type: "server_error", code: "acme_internal_error", param: null };
const MASKED = { ...INTERNAL, detail: { correlation_id: expect.any(String) } };

test("a result that is no JSON is an error of the whole operation", async () => {
  const response = await ask("{ fine big }");
  const { errors } = await response.json();
  expect([response.status, errors.length]).toEqual([500, 1]);
  expect(errors[0].extensions).toMatchObject(MASKED);
  expect(reports).toMatchObject([{ transport: "graphql", code: "acme_internal_error" }]);
});

describe("an error of a field", () => {
  test.each([
    [
      "soldOut",
      {
        code: "acme_sold_out",
        type: "invalid_request_error",
        message: "It is sold out.",
        param: "items.0",
        detail: null,
      },
      { rule: "never", automatic: false },
    ],
    ["broken", MASKED, { rule: "backoff", automatic: false }],
    ["text", MASKED, { rule: "backoff", automatic: false }],
    ["own", MASKED, { rule: "backoff", automatic: false }],
  ])("%s is an error at its place, next to the data, and is reported once", async (field, fields, retry) => {
    const response = await ask(`{ fine alias: ${field} }`);
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(text).not.toContain("hunter2");
    const { data, errors } = JSON.parse(text);
    expect(data).toEqual({ fine: 1, alias: null });
    expect(errors).toEqual([
      {
        message: errors[0].extensions.message,
        locations: [expect.anything()],
        path: ["alias"],
        extensions: { message: expect.any(String), ...fields, retry },
      },
    ]);
    expect(reports).toMatchObject([{ transport: "graphql", route: field, code: fields.code }]);
  });

  test("several at once are an error each", async () => {
    const failures = await failuresOf(await ask("{ soldOut broken fine }"));
    expect(failures).toMatchObject([{ code: "acme_sold_out" }, { code: "acme_internal_error" }]);
    expect(reports.map(({ code }) => code)).toEqual(["acme_sold_out", "acme_internal_error"]);
  });

  test("of a field that must not be null leaves no data", async () => {
    const response = await ask("{ fine down }", { accept: RESPONSE_TYPE });
    expect([response.status, await response.clone().json()]).toMatchObject([200, { data: null }]);
    expect(await failuresOf(response)).toMatchObject([{ code: "acme_down", status: 503, retryAfter: 2 }]);
  });
});

test("a context that fails gives the status of its code, and no data", async () => {
  const response = await ask("{ fine }", { headers: { "x-fail": "1" } });
  expect(response.status).toBe(503);
  expect(await response.clone().json()).not.toHaveProperty("data");
  expect(await failuresOf(response)).toMatchObject([{ code: "acme_down" }]);
  expect(reports).toMatchObject([{ code: "acme_down", route: undefined }]);
});

describe("a query that GraphQL refuses", () => {
  test.each([
    ["a slip of syntax", "{ fine", {}],
    ["an unknown field", "{ nothing }", {}],
    ["a variable of a wrong type", "query ($a: Int!) { sum(a: $a) }", { a: "x" }],
  ])("%s is left as it is, and not reported", async (_, query, variables) => {
    const failures = await failuresOf(await ask(query, { variables }));
    expect(failures).toMatchObject([{ message: expect.stringMatching(/^(?:Syntax Error|Cannot query|Variable)/) }]);
    expect(failures[0]).not.toHaveProperty("retry");
    expect(reports).toEqual([]);
  });

  test("by a scalar of the service, as a variable, is masked", async () => {
    const response = await ask("query ($t: Token!) { open(token: $t) }", { variables: { t: "x" } });
    expect(await response.clone().text()).not.toContain("hunter2");
    expect(await failuresOf(response)).toMatchObject([{ code: "acme_internal_error" }]);
    expect(reports).toHaveLength(1);
  });

  test("by a scalar of the service, in the query, shows the scalar's text", async () => {
    expect(await (await ask('{ open(token: "x") }')).text()).toContain("hunter2");
    expect(reports).toEqual([]);
  });
});

describe("under a contract for HTTP", () => {
  const under = async (options: Parameters<typeof createContract>[1] = {}) => {
    const replaced: ErrorReport[] = [];
    const app = express();
    install(app, createContract(acme, { ...options, onError: (report) => void replaced.push(report) }));
    app.use("/graphql", async (request, response) => void (await yoga(request, response)));
    return { to: await listening(app), replaced };
  };

  test("a 200 is left as it is, and an error status is replaced", async () => {
    const { to, replaced } = await under();
    expect(await failuresOf(await ask("{ fine soldOut }", { to }))).toMatchObject([{ code: "acme_sold_out" }]);
    expect(replaced).toEqual([]);
    const refused = await ask("{ nothing }", { to, accept: RESPONSE_TYPE });
    expect(refused.status).toBe(400);
    expect(parseEnvelope(await refused.text())?.error.code).toBe("invalid_input");
    expect(replaced).toMatchObject([{ level: "error", misuse: expect.stringContaining("GraphQL over HTTP") }]);
  });

  test("appliesTo keeps every status out", async () => {
    const { to, replaced } = await under({ appliesTo: ({ path }) => path !== "/graphql" });
    const refused = await ask("{ nothing }", { to, accept: RESPONSE_TYPE });
    expect([refused.status, await refused.json()]).toMatchObject([400, { errors: [{ message: expect.any(String) }] }]);
    const failed = await ask("{ fine }", { to, headers: { "x-fail": "1" } });
    expect([failed.status, (await failuresOf(failed))[0]]).toMatchObject([503, { code: "acme_down" }]);
    expect(replaced).toEqual([]);
  });
});
