import { type AnyCatalog, defineCatalog, type Operation } from "@uhp-errors/core";
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
const refTo = (name: string) => ({ $ref: `#/components/schemas/AcmeError${name}` });
const responsesOf = (described: unknown, path: string, method: string) =>
  (described as Any).paths[path][method].responses as Record<string, Any>;

describe("an operation", () => {
  const described = describeErrors(document, acme, {
    operations: {
      getHarness: ["harness_not_found", "session_expired"],
      "POST /v1/tasks": ["session_busy", "rate_limited", "acme_gpu_cold"],
    },
  });

  test("gets a response for each status of its codes and of the general ones", () => {
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

  test("keeps what its responses say, except their bodies", () => {
    expect(responsesOf(described, "/v1/harnesses/{id}", "get")["404"]).toEqual({
      description: expect.stringMatching(/^It is gone\.\n\n- `harness_not_found`: /),
      headers: { "X-Gone": { schema: { type: "string" } } },
      content: {
        "application/json": {
          schema: { anyOf: [expect.anything(), expect.anything(), refTo("Envelope")] },
          examples: expect.anything(),
        },
      },
    });
  });

  test("keeps its successes", () => {
    expect(responsesOf(described, "/v1/harnesses/{id}", "get")["200"]).toEqual({ description: "The harness." });
  });

  test("has no body in the response to a HEAD", () => {
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

test("the given document is not changed", () => {
  const text = JSON.stringify(document);
  const described = describeErrors(document, acme);
  expect(JSON.stringify(document)).toBe(text);
  expect(described).not.toBe(document);
});

test("everything but errors stays", () => {
  const described = describeErrors(document, acme) as Any;
  expect(described.info).toEqual(document.info);
  expect(described.components.responses).toEqual(document.components.responses);
  expect(described.components.schemas.Harness).toEqual(document.components.schemas.Harness);
  expect(described.paths["/v1/harnesses/{id}"].parameters).toEqual(document.paths["/v1/harnesses/{id}"].parameters);
});

test.each([false, true])("a second description changes nothing (closed: %s)", (closed) => {
  const options: DescribeOptions<"harness_not_found"> = {
    operations: {
      getHarness: ["harness_not_found"],
      "HEAD /v1/harnesses/{id}": [],
      createTask: [],
      "GET /v1/plain": [],
    },
    closed,
  };
  const once = describeErrors(document, acme, options);
  expect(describeErrors(once, acme, options)).toEqual(once);
});

test("describing again with more codes lists each once", () => {
  const once = describeErrors(document, acme, { operations: { getHarness: ["harness_not_found"] } });
  const more = describeErrors(once, acme, { operations: { getHarness: ["harness_not_found", "session_expired"] } });
  const { description } = responsesOf(more, "/v1/harnesses/{id}", "get")["404"];
  for (const code of ["harness_not_found", "session_expired"])
    expect(description.split(`- \`${code}\``)).toHaveLength(2);
});

test.each([false, true])("describing again with other codes leaves none of the old ones (closed: %s)", (closed) => {
  const described = (given: unknown, codes: readonly string[]) =>
    untyped(given, acme, { operations: { getHarness: codes }, closed });
  const once = described(document, ["harness_not_found", "session_busy", "acme_gpu_cold"]);
  const again = described(once, ["session_expired"]);
  const { paths } = described(document, ["session_expired"]);
  expect(again.paths).toEqual(paths);
});

test("describing again with other codes keeps a response that was there, as one of any error", () => {
  const once = untyped(document, acme, { operations: { getHarness: ["harness_not_found"] }, closed: true });
  const again = untyped(once, acme, { operations: { getHarness: [] }, closed: true });
  expect(responsesOf(again, "/v1/harnesses/{id}", "get")["404"]).toEqual({
    description: "It is gone.",
    headers: { "X-Gone": { schema: { type: "string" } } },
    content: { "application/json": { schema: refTo("Envelope") } },
  });
});

test("the description of a code is one line", () => {
  const when = "It is odd.\n\n# Very\n";
  const odd = defineCatalog({ vendor: "acme", codes: { acme_odd: { status: 409, message: "It is odd.", when } } });
  const described = describeErrors(document, odd, { operations: { "*": ["acme_odd"] } });
  const { description } = responsesOf(described, "/v1/plain", "get")["409"];
  expect(description).toBe("- `acme_odd`: It is odd. # Very. Retry: no.");
});

test("the codes of every operation can be chosen", () => {
  const described = describeErrors(document, acme, { operations: { "*": ["missing_credential"] } });
  expect(Object.keys(responsesOf(described, "/v1/plain", "get"))).toEqual(["401"]);
  const none = describeErrors(document, acme, { operations: { "*": [] } });
  expect(responsesOf(none, "/v1/plain", "get")).toEqual({});
});

test("a method may be in lower case", () => {
  const small = describeErrors(document, acme, { operations: { "post /v1/tasks": ["session_busy"] } });
  const large = describeErrors(document, acme, { operations: { "POST /v1/tasks": ["session_busy"] } });
  expect(small).toEqual(large);
  expect(responsesOf(small, "/v1/tasks", "post")).toHaveProperty("409");
});

test("the default response is added on request", () => {
  expect(responsesOf(describeErrors(document, acme), "/v1/plain", "get")).not.toHaveProperty("default");
  const described = describeErrors(document, acme, { default: true });
  expect(responsesOf(described, "/v1/plain", "get")["default"]).toMatchObject({ description: "Any other error." });
});

test("codes are named as the version names them", () => {
  const operations = { getHarness: ["environment_busy"] } as const;
  const described = describeErrors(document, acme, { version: "2026-09-12", operations });
  expect(
    responsesOf(described, "/v1/harnesses/{id}", "get")["409"].content["application/json"].examples,
  ).toHaveProperty("acme_environment_busy");
});

test("null is described as OpenAPI 3.0 does", () => {
  const described = describeErrors({ ...document, openapi: "3.0.3" }, acme) as Any;
  const { param, detail } = described.components.schemas.AcmeErrorEnvelope.properties.error.properties;
  expect([param, detail]).toMatchObject([
    { type: "string", nullable: true },
    { type: "object", nullable: true },
  ]);
  expect(JSON.stringify(described.components.schemas.AcmeErrorEnvelope)).not.toContain('"null"');
});

test("a header of any name is kept", () => {
  const headers = JSON.parse('{"__proto__":{"schema":{"type":"string"}}}');
  const given = {
    openapi: "3.1.0",
    paths: { "/x": { get: { responses: { "500": { description: "X.", headers } } } } },
  };
  const { headers: kept } = responsesOf(untyped(given, acme), "/x", "get")["500"];
  expect([Object.keys(kept), Object.getPrototypeOf(kept)]).toEqual([["__proto__"], Object.prototype]);
});

test("a path of any name is accepted", () => {
  const odd = JSON.parse(`{"openapi":"3.1.0","paths":{"__proto__":{"get":{}},"/x":{"$ref":"#/y","constructor":{}}}}`);
  const described = untyped(odd, acme) as Any;
  expect(Object.keys(described.paths)).toEqual(["__proto__", "/x"]);
  expect(Object.getOwnPropertyDescriptor(described.paths, "__proto__")?.value.get.responses).toHaveProperty("500");
  expect(described.paths["/x"]).toEqual({ $ref: "#/y", constructor: {} });
});

test.each<[what: string, paths: object]>([
  ["no paths", {}],
  ["paths that are no object", { paths: null }],
  ["paths without operations", { paths: { "/x": null, "/y": { get: null, parameters: [] }, "/z": "z" } }],
])("a document with %s gets no errors", (_what, paths) => {
  const given = { openapi: "3.1.0", ...paths };
  expect(untyped(given, acme)).toEqual({ ...given, components: {} });
});

test("an id may look like the end of a method and a path", () => {
  const given = { openapi: "3.1.0", paths: { "/x": { get: { operationId: "2. get /x" } } } };
  const described = untyped(given, acme, { operations: { "*": [], "2. get /x": ["session_busy"] } });
  expect(Object.keys(responsesOf(described, "/x", "get"))).toEqual(["409"]);
});

describe("the schemas", () => {
  const operations = { getHarness: ["harness_not_found"], createTask: ["acme_gpu_cold"] } as const;
  const schemaOf = (described: unknown, path: string, method: string, status: string) =>
    responsesOf(described, path, method)[status].content["application/json"].schema;

  test("are one for any error, and one for each code in use", () => {
    const described = describeErrors(document, acme, { operations }) as Any;
    expect(Object.keys(described.components.schemas)).toEqual([
      "Harness",
      "AcmeErrorEnvelope",
      "AcmeErrorUnsupportedProtocolVersion",
      "AcmeErrorHarnessNotFound",
      "AcmeErrorInternalError",
      "AcmeErrorGpuCold",
    ]);
  });

  test("allow any other code in a response", () => {
    const described = describeErrors(document, acme, { operations });
    const schema = { anyOf: [refTo("HarnessNotFound"), refTo("Envelope")] };
    expect(schemaOf(described, "/v1/harnesses/{id}", "get", "404")).toEqual(schema);
  });

  test("allow only the listed codes on request, except where nobody listed any", () => {
    const described = describeErrors(document, acme, { operations, closed: true });
    expect(schemaOf(described, "/v1/harnesses/{id}", "get", "404")).toEqual(refTo("HarnessNotFound"));
    const both = { getHarness: ["harness_not_found", "session_expired"] } as const;
    expect(
      schemaOf(describeErrors(document, acme, { operations: both, closed: true }), "/v1/harnesses/{id}", "get", "404"),
    ).toEqual({ oneOf: [refTo("HarnessNotFound"), refTo("SessionExpired")] });
    expect(schemaOf(described, "/v1/plain", "get", "500")).toEqual({
      anyOf: [refTo("InternalError"), refTo("Envelope")],
    });
  });

  test("leave out the one for any error if no response needs it", () => {
    const given = { openapi: "3.1.0", paths: { "/x": { get: { operationId: "getHarness" } } } };
    const keys = (options: object) => Object.keys((untyped(given, acme, options) as Any).components.schemas);
    const one = { operations: { getHarness: ["harness_not_found"], "*": [] }, closed: true };
    expect(keys(one)).toEqual(["AcmeErrorHarnessNotFound"]);
    expect(keys({ ...one, default: true })).toEqual(["AcmeErrorEnvelope", "AcmeErrorHarnessNotFound"]);
  });

  test("list one value in OpenAPI 3.0", () => {
    const described = describeErrors({ ...document, openapi: "3.0.3" }, acme, { operations }) as Any;
    const { code, type } = described.components.schemas.AcmeErrorHarnessNotFound.properties.error.properties;
    expect([code, type]).toEqual([
      { type: "string", enum: ["harness_not_found"] },
      { type: "string", enum: ["invalid_request_error"] },
    ]);
  });

  test("have names of their own, whatever the codes are", () => {
    const codes = ["acme_envelope", "acme_1_2", "acme_12", "acme_a_b", "acme_ab"];
    const definition = { status: 409, message: "Odd." } as const;
    const odd = defineCatalog({
      vendor: "acme",
      codes: Object.fromEntries(codes.map((code) => [code, definition])) as Record<`acme_${string}`, typeof definition>,
    });
    const given = { openapi: "3.1.0", paths: { "/x": { get: {} } } };
    const described = untyped(given, odd, { operations: { "*": ["session_busy", ...codes] } }) as Any;
    const named = Object.entries(described.components.schemas as Record<string, Any>).map(([name, schema]) => [
      name,
      schema.properties.error.properties.code.const,
    ]);
    expect(named).toEqual([
      ["AcmeErrorEnvelope", undefined],
      ["AcmeErrorSessionBusy", "session_busy"],
      ["AcmeErrorAcmeEnvelope", "acme_envelope"],
      ["AcmeError1_2", "acme_1_2"],
      ["AcmeError12", "acme_12"],
      ["AcmeErrorAB", "acme_a_b"],
      // On some disks, the file of AcmeErrorAb would be that of AcmeErrorAB.
      ["AcmeErrorAcmeAb", "acme_ab"],
    ]);
  });

  test("name codes as the version names them", () => {
    const options = { version: "2026-09-12", operations: { getHarness: ["environment_busy"] } } as const;
    const { schemas } = (describeErrors(document, acme, options) as Any).components;
    expect(schemas.AcmeErrorEnvironmentBusy.properties.error.properties.code.const).toBe("acme_environment_busy");
  });
});

describe("a list of operations", () => {
  const getHarness = {
    method: "GET",
    path: "/v1/harnesses/:harness",
    codes: ["harness_not_found"],
  } as const satisfies Operation<typeof acme>;
  const createTask = {
    method: "POST",
    path: "/elsewhere",
    operationId: "createTask",
    codes: ["session_busy", "acme_gpu_cold"],
  } as const satisfies Operation<typeof acme>;
  const statuses = (described: unknown, path: string, method: string) =>
    Object.keys(responsesOf(described, path, method));

  test("is found by id, or else by method and path, whatever the parameters are called", () => {
    const described = describeErrors(document, acme, { operations: [getHarness, createTask], always: [] });
    expect(statuses(described, "/v1/harnesses/{id}", "get")).toEqual(["200", "404"]);
    expect(statuses(described, "/v1/tasks", "post")).toEqual(["409", "429", "503"]);
    expect(statuses(described, "/v1/plain", "get")).toEqual([]);
  });

  test("is found by its path where the document has another id", () => {
    const renamed = { ...getHarness, operationId: "readHarness" };
    const described = describeErrors(document, acme, { operations: [renamed], always: [] });
    expect(statuses(described, "/v1/harnesses/{id}", "get")).toEqual(["200", "404"]);
  });

  test("with the id of another operation is not that of its path", () => {
    const elsewhere = { ...createTask, method: "GET", path: "/v1/plain" } as const;
    const described = describeErrors(document, acme, { operations: [elsewhere], always: [] });
    expect(statuses(described, "/v1/tasks", "post")).toEqual(["409", "429", "503"]);
    expect(statuses(described, "/v1/plain", "get")).toEqual([]);
  });

  test.each<[url: string, path: string]>([
    ["https://acme.example/v1", "/v1/plain"],
    ["HTTPS://acme.example:8080/v1/", "/v1/plain"],
    ["//acme.example/v1", "/v1/plain"],
    ["/v1", "/v1/plain"],
    ["/v1//x", "/v1/x/plain"],
    ["https://acme.example", "/plain"],
  ])("is found by the path with that of the server %s before it", (url, path) => {
    const given = {
      openapi: "3.1.0",
      servers: [null, {}, { url: 5 }, { url }],
      paths: { "/plain/": { get: {} } },
    };
    const plain = { method: "GET", path, codes: ["session_busy"] };
    expect(statuses(untyped(given, acme, { operations: [plain], always: [] }), "/plain/", "get")).toEqual(["409"]);
  });

  test("may be what the catalog returns", () => {
    const operations = [acme.operation(getHarness)];
    const described = describeErrors(document, acme, { operations });
    expect(statuses(described, "/v1/harnesses/{id}", "get")).toContain("404");
  });

  test("has the codes of any operation that a correct client meets", () => {
    const described = describeErrors(document, acme, { operations: [createTask] });
    const codes = Object.entries(responsesOf(described, "/v1/tasks", "post")).map(([status, { content }]) => [
      status,
      ...Object.keys(content["application/json"].examples),
    ]);
    expect(codes).toEqual([
      ["400", "unsupported_protocol_version", "invalid_input", "acme_bad_request"],
      ["401", "missing_credential", "invalid_credential", "acme_unauthenticated"],
      ["403", "insufficient_scope", "acme_forbidden"],
      ["409", "session_busy"],
      ["413", "acme_content_too_large"],
      ["429", "rate_limited", "quota_exhausted"],
      ["500", "acme_internal_error"],
      ["502", "acme_upstream_error"],
      ["503", "acme_unavailable", "acme_gpu_cold"],
      ["504", "acme_upstream_timeout"],
    ]);
    expect(statuses(described, "/v1/plain", "get")).toContain("504");
  });

  test("is checked by the compiler", () => {
    const wrong = { method: "GET", path: "/v1/plain", codes: ["acme_crashed"] } as const;
    // @ts-expect-error a code of tasks
    expect(() => describeErrors(document, acme, { operations: [wrong] })).toThrow(
      'operations: GET /v1/plain: "acme_crashed" belongs inside the 200',
    );
    // @ts-expect-error a code that the catalog does not have
    expect(() => describeErrors(document, acme, { always: ["acme_lost"] })).toThrow(
      'always: "acme_lost" is no code of the catalog',
    );
  });

  test.each<[what: string, options: object, reason: RegExp]>([
    [
      "an operation that the document lacks",
      { operations: [{ method: "GET", path: "/v1/nowhere", codes: [] }] },
      /"GET \/v1\/nowhere" is no operation of the document/,
    ],
    [
      "an operation with another method",
      { operations: [{ method: "POST", path: "/v1/plain", codes: [] }] },
      /"POST \/v1\/plain" is no operation of the document/,
    ],
    ["no operation", { operations: ["harness_not_found"] }, /expected each to have a method, a path and codes/],
    [
      "an operation without a method",
      { operations: [{ path: "/v1/plain", codes: [] }] },
      /^operations: expected each to have a method, a path and codes$/,
    ],
    [
      "an operation without a path",
      { operations: [{ method: "GET", codes: [] }] },
      /^operations: expected each to have a method, a path and codes$/,
    ],
    ["null as an operation", { operations: [null] }, /^operations: expected each to have a method, a path and codes$/],
    ["no codes", { operations: [{ method: "GET", path: "/v1/plain" }] }, /GET \/v1\/plain: expected a list of codes/],
    ["two lists for every operation", { operations: { "*": [] }, always: [] }, /^always: the key "\*" of operations/],
  ])("refuses %s", (_what, options, reason) => {
    expect(() => untyped(document, acme, options)).toThrow(TypeError);
    expect(() => untyped(document, acme, options)).toThrow(reason);
  });

  test("is found by an overlay by id, or else by its path with braces", () => {
    const { actions } = toOverlay(acme, { operations: [getHarness, createTask], always: [] }) as unknown as {
      readonly actions: readonly { readonly target: string; readonly update?: object }[];
    };
    expect(actions.filter(({ update }) => update !== undefined).map(({ target }) => target)).toEqual([
      "$",
      "$.paths['/v1/harnesses/{harness}'].get.responses",
      "$.paths.*[?@.operationId == 'createTask'].responses",
    ]);
  });

  test("has all its statuses in a closed overlay", () => {
    const { actions } = toOverlay(acme, { operations: [getHarness], closed: true }) as Any;
    const { target, update } = actions.at(-1);
    expect(target).toBe("$.paths['/v1/harnesses/{harness}'].get.responses");
    expect(Object.keys(update)).toEqual(["400", "401", "403", "404", "413", "429", "500", "502", "503", "504"]);
    expect(JSON.stringify(update)).not.toContain("AcmeErrorEnvelope");
  });
});

describe("invalid input is refused", () => {
  test.each<[what: string, given: unknown, options: object, reason: RegExp]>([
    ["Swagger 2.0", { swagger: "2.0", paths: {} }, {}, /^document: expected one of OpenAPI 3; Swagger 2\.0/],
    ["no document", null, {}, /^document: expected one of OpenAPI 3/],
    ["a version that is a number", { openapi: 3.1 }, {}, /^document: expected one of OpenAPI 3/],
    ["a later version", { openapi: "13.1.0" }, {}, /^document: expected one of OpenAPI 3/],
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
      /"acme_crashed" belongs inside the 200/,
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
  test("gives an operation only the statuses of its own codes", () => {
    const updates = actions.filter(({ target, update }) => target.includes("getHarness") && update !== undefined);
    expect(updates.map(({ update = {} }) => Object.keys(update))).toEqual([["404"]]);
  });
  test("escapes what JSONPath does not allow in a string", () => {
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
