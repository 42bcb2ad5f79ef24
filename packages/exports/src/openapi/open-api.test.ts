import { type AnyCatalog, CODES, defineCatalog, VERSIONS } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toOpenApi } from "./open-api.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: { status: 503, message: "Cold.", detail: z.object({ eta_seconds: z.int().nonnegative() }) },
    acme_crashed: { task: true, message: "Crashed." },
  },
});

interface Response {
  readonly description: string;
  readonly headers?: object;
  readonly content: {
    readonly "application/json": { readonly schema: object; readonly examples: Record<string, object> };
  };
}

const componentsOf = (document: object) =>
  (document as { components: { schemas: Record<string, object>; responses: Record<string, Response> } }).components;

describe.each(VERSIONS)("of %s", (version) => {
  const document = toOpenApi(acme, { version });
  const { schemas, responses } = componentsOf(document);

  test("has a schema for any error, without a closed list, and one for each code of requests", () => {
    const requests = Object.values(acme.codes as AnyCatalog["codes"]).filter(({ where }) => where === "request");
    expect(Object.keys(schemas)).toHaveLength(1 + requests.length);
    expect(JSON.stringify(schemas["AcmeErrorEnvelope"])).not.toMatch(/oneOf|anyOf|discriminator|"enum"|"const"/);
    expect(schemas["AcmeErrorGpuCold"]).toMatchObject({
      properties: {
        error: {
          properties: {
            type: { const: "server_error" },
            code: { const: "acme_gpu_cold" },
            detail: { properties: { eta_seconds: { type: "integer", minimum: 0 } }, required: ["eta_seconds"] },
          },
        },
      },
    });
  });

  test("allows any other code in each response, or none on request", () => {
    const any = { $ref: "#/components/schemas/AcmeErrorEnvelope" };
    const schemaOf = ({ content }: Response) => content["application/json"].schema;
    const open = Object.values(responses).map(schemaOf);
    expect(open.filter((schema) => (schema as { anyOf: readonly object[] }).anyOf.length < 2)).toEqual([]);
    for (const { anyOf } of open as { anyOf: readonly object[] }[]) expect(anyOf.at(-1)).toEqual(any);
    const closed = componentsOf(toOpenApi(acme, { version, closed: true }));
    expect(closed.schemas).not.toHaveProperty("AcmeErrorEnvelope");
    expect(
      Object.values(closed.responses)
        .map(schemaOf)
        .map((schema) => Object.keys(schema)),
    ).toEqual(
      Object.values(closed.responses).map(({ content }) => [
        Object.keys(content["application/json"].examples).length === 1 ? "$ref" : "oneOf",
      ]),
    );
  });

  test("describes a code as a string, with the known codes as examples", () => {
    const seen = version >= "2026-09-28" ? "environment_busy" : "acme_environment_busy";
    expect(schemas["AcmeErrorEnvelope"]).toMatchObject({
      properties: {
        error: {
          properties: {
            code: { type: "string", "x-extensible-enum": expect.arrayContaining([seen, "acme_gpu_cold", "timeout"]) },
          },
        },
      },
    });
  });

  test("has a response for each status, with an example for each of its codes", () => {
    const wanted = new Map<string, number>();
    for (const { where, status } of Object.values(acme.codes as AnyCatalog["codes"])) {
      if (where !== "request") continue;
      for (const one of [status].flat()) wanted.set(`AcmeError${one}`, (wanted.get(`AcmeError${one}`) ?? 0) + 1);
    }
    const found = Object.entries(responses).map(([name, { content }]) => [
      name,
      Object.keys(content["application/json"].examples).length,
    ]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
  });

  test("has no response with a code of a task", () => {
    const examples = Object.values(responses).flatMap(({ content }) =>
      Object.keys(content["application/json"].examples),
    );
    for (const code of ["acme_crashed", "timeout", "cancelled"]) expect(examples).not.toContain(code);
  });
});

test("a code with two statuses is in both responses", () => {
  const { responses } = componentsOf(toOpenApi(acme));
  for (const name of ["AcmeError502", "AcmeError503"]) {
    expect(responses[name]?.content["application/json"].examples).toHaveProperty("memory_unavailable");
  }
});

test("Retry-After is described where a wait may be known", () => {
  const waits = { acme_warming: { status: 500, message: "It is warming up.", retry: "retry_after" } } as const;
  const { responses } = componentsOf(toOpenApi(defineCatalog({ vendor: "acme", codes: waits })));
  const waiting = Object.keys(responses).filter((name) => responses[name]?.headers !== undefined);
  expect(waiting).toEqual(["AcmeError429", "AcmeError502", "AcmeError503"]);
  const description = "Whole seconds after which a retry makes sense, where they are known.";
  expect(responses["AcmeError429"]?.headers).toEqual({
    "Retry-After": { description, schema: { type: "integer", minimum: 0 } },
  });
});

test("a response for any other error is added on request", () => {
  expect(componentsOf(toOpenApi(acme)).responses).not.toHaveProperty("AcmeErrorDefault");
  const { responses } = componentsOf(toOpenApi(acme, { version: "2026-10-04", default: true }));
  expect(responses["AcmeErrorDefault"]).toMatchObject({
    content: { "application/json": { schema: { $ref: "#/components/schemas/AcmeErrorEnvelope" } } },
  });
});

test("a description says when each code is used, and whether to retry", () => {
  const { responses } = componentsOf(toOpenApi(acme));
  const lines = (name: string) => responses[name]?.description.split("\n");
  expect(lines("AcmeError409")).toContain(
    `- \`session_busy\`: ${CODES.session_busy.when} Retry: yes, once the session's task has ended (completed, failed or cancelled).`,
  );
  expect(lines("AcmeError500")).toEqual([
    "- `acme_internal_error`: The server failed to handle the request. Retry: yes, after a delay that grows.",
  ]);
});
