import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { describeErrors } from "./describe.ts";
import type { DescribeOptions } from "./operations.ts";
import { toOverlay } from "./overlay.ts";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_gpu_cold: { status: 503, message: "Cold." }, acme_crashed: { task: true, message: "Crashed." } },
});

/** A document of which no part can be changed. */
const document = frozen({
  openapi: "3.1.0",
  info: { title: "Acme", version: "1" },
  paths: {
    "/v1/harnesses/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getHarness",
        responses: {
          "200": { description: "The harness." },
          "404": {
            description: "It is gone.",
            headers: { "X-Gone": { schema: { type: "string" } } },
            content: { "text/plain": { schema: { type: "string" } } },
          },
        },
      },
      head: { responses: { "200": { description: "It is there." } } },
    },
    "/v1/tasks": { post: { operationId: "createTask", responses: { "429": { $ref: "#/components/responses/Slow" } } } },
    "/v1/plain": { get: {} },
  },
  components: { schemas: { Harness: { type: "object" } }, responses: { Slow: { description: "Slow." } } },
});

const untyped = describeErrors as unknown as (given: unknown, catalog: unknown, options?: object) => typeof document;

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into by path
type Any = any;
const responsesOf = (described: unknown, path: string, method: string) =>
  (described as Any).paths[path][method].responses as Record<string, Any>;

describe("an operation", () => {
  const described = describeErrors(document, acme, {
    operations: {
      getHarness: ["harness_not_found", "session_expired"],
      "POST /v1/tasks": ["session_busy", "rate_limited", "acme_gpu_cold"],
    },
  });

  test("gets a response for each status of its codes, and of those that any request may get", () => {
    expect(Object.keys(responsesOf(described, "/v1/harnesses/{id}", "get"))).toEqual(["200", "400", "404", "500"]);
    expect(Object.keys(responsesOf(described, "/v1/tasks", "post"))).toEqual(["400", "409", "429", "500", "503"]);
    expect(Object.keys(responsesOf(described, "/v1/plain", "get"))).toEqual(["400", "500"]);
  });

  test("gets an example for each code", () => {
    const { examples } = responsesOf(described, "/v1/harnesses/{id}", "get")["404"].content["application/json"];
    expect(Object.keys(examples)).toEqual(["harness_not_found", "session_expired"]);
    expect(examples.harness_not_found.value).toEqual({
      error: {
        type: "invalid_request_error",
        code: "harness_not_found",
        message: "There is no such harness.",
        param: null,
        detail: null,
      },
    });
  });

  test("keeps what was said of a response, but for its body", () => {
    expect(responsesOf(described, "/v1/harnesses/{id}", "get")["404"]).toEqual({
      description: expect.stringMatching(/^It is gone\.\n\n- `harness_not_found`: /),
      headers: { "X-Gone": { schema: { type: "string" } } },
      content: {
        "application/json": {
          schema: { $ref: "#/components/schemas/AcmeErrorEnvelope" },
          examples: expect.anything(),
        },
      },
    });
  });

  test("keeps its successes", () => {
    expect(responsesOf(described, "/v1/harnesses/{id}", "get")["200"]).toEqual({ description: "The harness." });
  });

  test("has no body in the answer to a HEAD", () => {
    expect(responsesOf(described, "/v1/harnesses/{id}", "head")["500"]).toEqual({ description: expect.any(String) });
  });

  test("gets the whole response in place of a reference", () => {
    expect(Object.keys(responsesOf(described, "/v1/tasks", "post")["429"])).toEqual([
      "description",
      "headers",
      "content",
    ]);
  });
});

test("the document that is given stays as it is", () => {
  const text = JSON.stringify(document);
  const described = describeErrors(document, acme);
  expect(JSON.stringify(document)).toBe(text);
  expect(described).not.toBe(document);
});

test("what has nothing to do with errors stays", () => {
  const described = describeErrors(document, acme) as Any;
  expect(described.info).toEqual(document.info);
  expect(described.components.responses).toEqual(document.components.responses);
  expect(Object.keys(described.components.schemas)).toEqual(["Harness", "AcmeErrorEnvelope"]);
  expect(described.paths["/v1/harnesses/{id}"].parameters).toEqual(document.paths["/v1/harnesses/{id}"].parameters);
});

test("described twice is described once", () => {
  const options: DescribeOptions<"harness_not_found"> = { operations: { getHarness: ["harness_not_found"] } };
  const once = describeErrors(document, acme, options);
  expect(describeErrors(once, acme, options)).toEqual(once);
});

test("described again with more codes, it says each once", () => {
  const once = describeErrors(document, acme, { operations: { getHarness: ["harness_not_found"] } });
  const more = describeErrors(once, acme, { operations: { getHarness: ["harness_not_found", "session_expired"] } });
  const { description } = responsesOf(more, "/v1/harnesses/{id}", "get")["404"];
  for (const code of ["harness_not_found", "session_expired"])
    expect(description.split(`- \`${code}\``)).toHaveLength(2);
});

test("what is said of a code is one line", () => {
  const when = "It is odd.\n\n# Very\n";
  const odd = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "It is odd.", when } } });
  const described = describeErrors(document, odd, { operations: { "*": ["acme_odd"] } });
  const { description } = responsesOf(described, "/v1/plain", "get")["409"];
  expect(description).toBe("- `acme_odd`: It is odd. # Very. Retry: no.");
});

test("the codes of every operation are another choice", () => {
  const described = describeErrors(document, acme, { operations: { "*": ["missing_credential"] } });
  expect(Object.keys(responsesOf(described, "/v1/plain", "get"))).toEqual(["401"]);
  const none = describeErrors(document, acme, { operations: { "*": [] } });
  expect(responsesOf(none, "/v1/plain", "get")).toEqual({});
});

test("a method is the same in small letters", () => {
  const small = describeErrors(document, acme, { operations: { "post /v1/tasks": ["session_busy"] } });
  const large = describeErrors(document, acme, { operations: { "POST /v1/tasks": ["session_busy"] } });
  expect(small).toEqual(large);
  expect(responsesOf(small, "/v1/tasks", "post")).toHaveProperty("409");
});

test("a default is there when it is asked for", () => {
  expect(responsesOf(describeErrors(document, acme), "/v1/plain", "get")).not.toHaveProperty("default");
  const described = describeErrors(document, acme, { default: true });
  expect(responsesOf(described, "/v1/plain", "get")["default"]).toMatchObject({ description: "Any other error." });
});

test("the names of codes are those of the version", () => {
  const operations = { getHarness: ["environment_busy"] } as const;
  const described = describeErrors(document, acme, { version: "2026-09-12", operations });
  expect(
    responsesOf(described, "/v1/harnesses/{id}", "get")["409"].content["application/json"].examples,
  ).toHaveProperty("acme_environment_busy");
});

test("OpenAPI 3.0 has its own words for null", () => {
  const described = describeErrors({ ...document, openapi: "3.0.3" }, acme) as Any;
  const { param, detail } = described.components.schemas.AcmeErrorEnvelope.properties.error.properties;
  expect([param, detail]).toMatchObject([
    { type: "string", nullable: true },
    { type: "object", nullable: true },
  ]);
  expect(JSON.stringify(described.components.schemas.AcmeErrorEnvelope)).not.toContain('"null"');
});

test("a header of any name is kept as it is", () => {
  const headers = JSON.parse('{"__proto__":{"schema":{"type":"string"}}}');
  const given = {
    openapi: "3.1.0",
    paths: { "/x": { get: { responses: { "500": { description: "X.", headers } } } } },
  };
  const { headers: kept } = responsesOf(untyped(given, acme), "/x", "get")["500"];
  expect([Object.keys(kept), Object.getPrototypeOf(kept)]).toEqual([["__proto__"], Object.prototype]);
});

test("a path of any name is taken as it is", () => {
  const odd = JSON.parse(`{"openapi":"3.1.0","paths":{"__proto__":{"get":{}},"/x":{"$ref":"#/y","constructor":{}}}}`);
  const described = untyped(odd, acme) as Any;
  expect(Object.keys(described.paths)).toEqual(["__proto__", "/x"]);
  expect(Object.getOwnPropertyDescriptor(described.paths, "__proto__")?.value.get.responses).toHaveProperty("500");
  expect(described.paths["/x"]).toEqual({ $ref: "#/y", constructor: {} });
});

describe("what cannot be is refused", () => {
  test.each<[what: string, given: unknown, options: object, reason: RegExp]>([
    ["Swagger 2.0", { swagger: "2.0", paths: {} }, {}, /^document: expected one of OpenAPI 3; Swagger 2\.0/],
    ["no document", null, {}, /^document: expected one of OpenAPI 3/],
    [
      "an operation that is none",
      document,
      { operations: { "GET /v1/nowhere": ["harness_not_found"] } },
      /"GET \/v1\/nowhere" is no operation of the document/,
    ],
    ["a code that is none", document, { operations: { getHarness: ["nope"] } }, /"nope" is no code of the catalog/],
    [
      "a code that every object has",
      document,
      { operations: { getHarness: ["__proto__"] } },
      /"__proto__" is no code of the catalog/,
    ],
    [
      "a code of tasks",
      document,
      { operations: { getHarness: ["acme_crashed"] } },
      /"acme_crashed" stands inside the 200/,
    ],
    ["no list", document, { operations: { getHarness: "harness_not_found" } }, /\["getHarness"\]: expected a list/],
    ["a version that is none", document, { version: "2026-01-01" }, /^version: expected one of/],
    [
      "another schema of the name",
      { ...document, components: { schemas: { AcmeErrorEnvelope: { type: "string" } } } },
      {},
      /^components\.schemas\.AcmeErrorEnvelope: the document has another schema/,
    ],
  ])("%s", (_what, given, options, reason) => {
    expect(() => untyped(given, acme, options)).toThrow(TypeError);
    expect(() => untyped(given, acme, options)).toThrow(reason);
  });
});

describe("an overlay", () => {
  const { actions } = toOverlay(acme, {
    operations: { getHarness: ["harness_not_found"], "POST /v1/it's": ["session_busy"] },
  }) as unknown as { actions: readonly { readonly target: string; readonly update?: object }[] };
  test("names each operation by its id, or by its path and method", () => {
    expect([...new Set(actions.filter(({ update }) => update !== undefined).map(({ target }) => target))]).toEqual([
      "$",
      "$.paths.*[?@.responses].responses",
      "$.paths.*[?@.operationId == 'getHarness'].responses",
      "$.paths['/v1/it\\'s'].post.responses",
    ]);
  });
  test("escapes what may not stand in a text of JSONPath", () => {
    const key = `GET /v1/"\\\n\0`;
    const { actions: made } = toOverlay(acme, { operations: { "*": [], [key]: ["session_busy"] } }) as unknown as {
      readonly actions: readonly { readonly target: string }[];
    };
    expect(made.at(-1)?.target).toBe(`$.paths['/v1/"\\\\\\n\\u0000'].get.responses`);
  });
  test("refuses a code of tasks", () => {
    // @ts-expect-error the compiler says so too
    expect(() => toOverlay(acme, { operations: { getHarness: ["acme_crashed"] } })).toThrow(/answers no request/);
    const any: AnyCatalog = acme;
    expect(() => toOverlay(any, { operations: { getHarness: ["acme_crashed"] } })).toThrow(/answers no request/);
  });
});

function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
