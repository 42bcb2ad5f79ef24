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
  const document = toOpenApi(acme, version);
  const { schemas, responses } = componentsOf(document);

  test("there is one schema, without a choice or a closed list in it", () => {
    expect(Object.keys(schemas)).toEqual(["AcmeErrorEnvelope"]);
    expect(JSON.stringify(schemas)).not.toMatch(/oneOf|anyOf|discriminator|"enum"/);
  });

  test("the codes are a text, with those that are known beside it", () => {
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

  test("there is a response for each status, and in it an example for each of its codes", () => {
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

  test("no code of a task answers a request", () => {
    const examples = Object.values(responses).flatMap(({ content }) =>
      Object.keys(content["application/json"].examples),
    );
    for (const code of ["acme_crashed", "timeout", "cancelled"]) expect(examples).not.toContain(code);
  });
});

test("a code with two statuses stands in both", () => {
  const { responses } = componentsOf(toOpenApi(acme));
  for (const name of ["AcmeError502", "AcmeError503"]) {
    expect(responses[name]?.content["application/json"].examples).toHaveProperty("memory_unavailable");
  }
});

test("where a wait may be known, there is Retry-After", () => {
  const { responses } = componentsOf(toOpenApi(acme));
  const waiting = Object.keys(responses).filter((name) => responses[name]?.headers !== undefined);
  expect(waiting).toEqual(["AcmeError429", "AcmeError503"]);
});

test("a response for any other error is there when it is asked for", () => {
  expect(componentsOf(toOpenApi(acme)).responses).not.toHaveProperty("AcmeErrorDefault");
  const { responses } = componentsOf(toOpenApi(acme, "2026-10-04", { default: true }));
  expect(responses["AcmeErrorDefault"]).toMatchObject({
    content: { "application/json": { schema: { $ref: "#/components/schemas/AcmeErrorEnvelope" } } },
  });
});

test("a description says of each code when it is used, and whether to try again", () => {
  const { responses } = componentsOf(toOpenApi(acme));
  const lines = (name: string) => responses[name]?.description.split("\n");
  expect(lines("AcmeError409")).toContain(
    `- \`session_busy\`: ${CODES.session_busy.when} Retry: yes, once the session's task has ended (completed, failed or cancelled).`,
  );
  expect(lines("AcmeError500")).toEqual([
    "- `acme_internal_error`: The server failed to handle the request. Retry: yes, after a delay that grows.",
  ]);
});
