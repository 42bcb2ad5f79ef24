import { defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import * as z from "zod";
import { describeErrors } from "./describe.ts";
import { toOverlay } from "./overlay.ts";

const left = z.int().min(0).max(9);
const tree = z.object({
  get inner() {
    return z.optional(tree);
  },
});
const acme = defineCatalog({
  vendor: "acme",
  docsUrl: "https://acme.example/{code}",
  codes: {
    acme_full: { status: 429, message: "It is  full", retry: "retry_after", detail: z.object({ left }) },
    acme_bare: { status: 409, message: "Bare." },
    acme_maybe: { status: 409, message: "Maybe!", detail: z.object({ left: left.optional() }) },
    acme_tree: { status: 409, message: "Is it a tree?", detail: tree },
  },
});
const version = { version: "2026-09-12", deprecation: "2026-12-01", sunset: "2027-12-01" } as const;

const text = { type: "string" };
const HEADERS = {
  Deprecation: {
    description: "Since when, or from when on, the version is deprecated: `@` and seconds since 1970 (RFC 9745).",
    schema: text,
  },
  Sunset: { description: "When the version ends (RFC 8594).", schema: text },
  Link: { description: 'The page about the code, with rel="help" (RFC 8288).', schema: text },
};
const WAIT = {
  description: "Whole seconds after which a retry makes sense, where they are known.",
  schema: { type: "integer", minimum: 0 },
};

const refTo = (name: string) => ({ $ref: `#/components/schemas/AcmeError${name}` });
const example = (type: string, code: string, message: string, detail: object | null) => ({
  [code]: { value: { error: { type, code, message, param: null, detail } } },
});
const json = (schema: object, examples: object) => ({ "application/json": { schema, examples } });

const FULL = {
  description: "- `acme_full`: It is full. Retry: yes, after the time in `Retry-After`.",
  headers: { "Retry-After": WAIT, ...HEADERS },
  content: json(
    { anyOf: [refTo("Full"), refTo("Envelope")] },
    example("rate_limit_error", "acme_full", "It is  full", { left: 1 }),
  ),
};
const BARE = {
  description: "- `acme_bare`: Bare. Retry: no.",
  headers: HEADERS,
  content: json(
    { anyOf: [refTo("Bare"), refTo("Envelope")] },
    example("invalid_request_error", "acme_bare", "Bare.", null),
  ),
};
const OTHER = {
  description: "Any other error.",
  content: { "application/json": { schema: refTo("Envelope") } },
};

const MESSAGE = { type: "string", description: "One sentence that may be shown to a user." };

/** The schema of an error with one code. */
const oneOf = (code: string, type: string, only: (value: string) => object, param: object, detail: object) => ({
  type: "object",
  externalDocs: { url: `https://acme.example/${code}` },
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["type", "code", "message", "param", "detail"],
      properties: { type: only(type), code: only(code), message: MESSAGE, param, detail },
    },
  },
});

test.each([
  {
    openapi: "3.0.3",
    only: (value: string) => ({ type: "string", enum: [value] }),
    orNull: (type: string) => ({ type, nullable: true }),
    maybe: (schema: object) => ({ ...schema, nullable: true }),
    maybeNode: { type: "object", allOf: [refTo("Tree_Detail")], nullable: true },
  },
  {
    openapi: "3.1.0",
    only: (value: string) => ({ type: "string", const: value }),
    orNull: (type: string) => ({ type: [type, "null"] }),
    maybe: (schema: object) => ({ anyOf: [schema, { type: "null" }] }),
    maybeNode: { anyOf: [refTo("Tree_Detail"), { type: "null" }] },
  },
])("a document of OpenAPI $openapi says all of its errors", ({ openapi, only, orNull, maybe, maybeNode }) => {
  const given = { openapi, paths: { "/x": { get: {}, head: {} } } };
  const operations = { "GET /x": ["acme_full"], "*": ["acme_bare", "acme_maybe", "acme_tree"] } as const;
  const { paths, components } = describeErrors(given, acme, { operations, version, default: true }) as typeof given & {
    readonly components: { readonly schemas: Record<string, object> };
  };
  const conflicts = {
    description: [
      "- `acme_bare`: Bare. Retry: no.",
      "- `acme_maybe`: Maybe! Retry: no.",
      "- `acme_tree`: Is it a tree? Retry: no.",
    ].join("\n"),
    headers: HEADERS,
  };
  const examples = {
    ...example("invalid_request_error", "acme_bare", "Bare.", null),
    ...example("invalid_request_error", "acme_maybe", "Maybe!", { left: 1 }),
    ...example("invalid_request_error", "acme_tree", "Is it a tree?", { inner: { inner: { inner: {} } } }),
  };
  const schema = { anyOf: [refTo("Bare"), refTo("Maybe"), refTo("Tree"), refTo("Envelope")] };
  expect(paths).toEqual({
    "/x": {
      get: {
        responses: { 409: { ...conflicts, content: json(schema, examples) }, 429: FULL, default: OTHER },
        deprecated: true,
      },
      head: { responses: { 409: conflicts, default: { description: "Any other error." } }, deprecated: true },
    },
  });
  const param = {
    ...orNull("string"),
    description: "The field at fault as a dotted path, such as input.0.type, or null.",
  };
  const number = { type: "integer", minimum: 0, maximum: 9 };
  expect(components.schemas).toEqual({
    AcmeErrorEnvelope: {
      type: "object",
      description: "The body of every error response.",
      required: ["error"],
      properties: {
        error: {
          type: "object",
          required: ["type", "code", "message", "param", "detail"],
          properties: {
            type: {
              type: "string",
              description: "The broad class of the error. Go by it when you do not know the code.",
              "x-extensible-enum": [
                "invalid_request_error",
                "server_error",
                "permission_error",
                "authentication_error",
                "rate_limit_error",
                "harness_error",
              ],
            },
            code: {
              type: "string",
              description: "The exact reason. There may be new ones at any time.",
              "x-extensible-enum": expect.arrayContaining(["acme_environment_busy", "acme_full"]),
            },
            message: MESSAGE,
            param,
            detail: {
              ...orNull("object"),
              description: "What a program needs to act on the code, or null.",
              additionalProperties: true,
            },
          },
        },
      },
    },
    AcmeErrorFull: oneOf("acme_full", "rate_limit_error", only, param, {
      type: "object",
      properties: { left: number },
      required: ["left"],
    }),
    AcmeErrorBare: oneOf("acme_bare", "invalid_request_error", only, param, {
      ...orNull("object"),
      additionalProperties: true,
    }),
    AcmeErrorMaybe: oneOf(
      "acme_maybe",
      "invalid_request_error",
      only,
      param,
      maybe({ type: "object", properties: { left: number } }),
    ),
    AcmeErrorTree: oneOf("acme_tree", "invalid_request_error", only, param, maybeNode),
    AcmeErrorTree_Detail: { type: "object", properties: { inner: refTo("Tree_Detail") } },
  });
});

test("responses that are there keep what they say, and lose what was said of codes before", () => {
  const own = { schema: text };
  const plain = defineCatalog({
    vendor: "acme",
    codes: {
      acme_full: { status: 409, message: "Full." },
      acme_shut: { status: 409, message: "Shut." },
      acme_gpu_cold: { status: 503, message: "Cold." },
    },
  });
  const responses = {
    200: { description: "Well.", headers: { "X-Own": own, Sunset: own } },
    204: { $ref: "#/components/responses/Empty" },
    304: { description: "As before.\n\nReally." },
    "4XX": { description: "Bad." },
    409: { description: "Taken.\nTry again.", headers: { Deprecation: own }, content: { "text/plain": own } },
    500: { description: 5, headers: "none" },
    503: { description: "" },
    default: { description: "Odd." },
  };
  const given = { openapi: "3.1.0", paths: { "/x": { summary: "X.", get: { responses } } } };
  const once = describeErrors(given, plain, { operations: { "*": ["acme_full", "acme_gpu_cold"] }, version });
  const { Deprecation, Sunset } = HEADERS;
  const content = { "application/json": expect.any(Object) };
  expect(once.paths["/x"]).toEqual({
    summary: "X.",
    get: {
      responses: {
        ...responses,
        200: { description: "Well.", headers: { Deprecation, "X-Own": own, Sunset: own } },
        304: { description: "As before.\n\nReally.", headers: { Deprecation, Sunset } },
        409: {
          description: "Taken.\nTry again.\n\n- `acme_full`: Full. Retry: no.",
          headers: { Deprecation: own, Sunset },
          content,
        },
        503: {
          description: "- `acme_gpu_cold`: Cold. Retry: yes, after a delay that grows.",
          headers: { "Retry-After": WAIT, Deprecation, Sunset },
          content,
        },
      },
      deprecated: true,
    },
  });
  const again = describeErrors(once, plain, { operations: { "*": ["acme_shut"] }, version: version.version });
  const { 503: _, ...left } = responses;
  expect(again.paths["/x"].get.responses).toEqual({
    ...left,
    409: {
      description: "Taken.\nTry again.\n\n- `acme_shut`: Shut. Retry: no.",
      headers: { Deprecation: own },
      content,
    },
  });
});

test("an overlay replaces the responses, and says that all operations are deprecated", () => {
  const operations = { "GET /x": ["acme_full"], "*": ["acme_bare"] } as const;
  const { overlay, info, actions } = toOverlay(acme, { operations, version, default: true });
  const everywhere = "$.paths.*[?@.responses].responses";
  const own = "$.paths['/x'].get.responses";
  expect({ overlay, info }).toEqual({
    overlay: "1.0.0",
    info: { title: "Errors of acme", version: "2026-09-12" },
  });
  expect(actions).toEqual([
    {
      target: "$",
      update: {
        components: {
          schemas: {
            AcmeErrorEnvelope: expect.any(Object),
            AcmeErrorFull: expect.any(Object),
            AcmeErrorBare: expect.any(Object),
          },
        },
      },
    },
    { target: "$.paths.*[?@.responses]", update: { deprecated: true } },
    { target: `${everywhere}['409']`, remove: true },
    { target: `${everywhere}['default']`, remove: true },
    { target: everywhere, update: { 409: BARE, default: OTHER } },
    { target: `${own}['429']`, remove: true },
    { target: own, update: { 429: FULL } },
  ]);
});

test("an overlay of a version that does not end deprecates nothing", () => {
  expect(toOverlay(acme, { operations: { "*": [] } })["actions"]).toEqual([
    { target: "$", update: { components: { schemas: {} } } },
  ]);
});
