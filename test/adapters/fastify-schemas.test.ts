import type { FastifyInstance } from "fastify";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT } from "../support/secrets.ts";

const json = { "Content-Type": "application/json" };

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  describe("a schema for responses", () => {
    const error = { type: "object", properties: { oops: { type: "string" } }, required: ["oops"] };
    const mount = (app: FastifyInstance) => {
      const note = { type: "object", properties: { note: { type: "string" } } };
      app.get("/loose", { schema: { response: { "5xx": note } } }, fail);
      app.get("/strict", { schema: { response: { "4xx": error, "5xx": error } } }, fail);
      app.get("/known", { schema: { response: { 404: error, default: error } } }, () => {
        throw acme.error("harness_not_found");
      });
      app.get("/success", { schema: { response: { 200: error } } }, () => ({ other: LEAKY_TEXT }));
    };
    for (const [path, code] of [
      ["/loose", "acme_internal_error"],
      ["/strict", "acme_internal_error"],
      ["/known", "harness_not_found"],
      ["/success", "acme_internal_error"],
    ] as const) {
      proves(
        ["ENV-2", "LEAK-1"],
        `does not rewrite the envelope of ${path}`,
        async () => {
          await serveFastify(kit, mount, async (url) => {
            expect(expectEnvelope(await send(url, { path })).code).toBe(code);
          });
        },
        name,
      );
    }
  });

  describe("serializers", () => {
    const mount = (app: FastifyInstance) => {
      app.setReplySerializer(() => "rewritten");
      app.get("/app", fail);
      app.get("/reply", (_request, reply) => {
        reply.serializer(() => "rewritten").trailer("X-Sum", (_reply, _payload, done) => done(null, "1"));
        fail();
      });
    };
    for (const path of ["/app", "/reply"]) {
      test(`of ${path} leave the envelope alone`, async () => {
        await serveFastify(kit, mount, async (url) => {
          expect(expectEnvelope(await send(url, { path })).code).toBe("acme_internal_error");
        });
      });
    }
  });

  describe("validation", () => {
    const body = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
    const mount = (app: FastifyInstance) => {
      app.setSchemaErrorFormatter(() => new Error(LEAKY_TEXT));
      app.post("/body", { schema: { body } }, () => ({}));
      app.get("/headers", { schema: { headers: { type: "object", required: ["x-tenant"] } } }, () => ({}));
      app.get(
        "/query",
        { schema: { querystring: { type: "object", properties: { n: { type: "integer" } } } } },
        () => ({}),
      );
    };
    for (const [path, method, param] of [
      ["/body", "POST", "name"],
      ["/headers", "GET", null],
      ["/query?n=x", "GET", "n"],
    ] as const) {
      proves(
        ["ENV-7", "LEAK-2"],
        `of ${path} does not depend on how the app formats its errors`,
        async () => {
          await serveFastify(kit, mount, async (url) => {
            const received = await send(url, {
              path,
              method,
              headers: method === "POST" ? json : {},
              ...(method === "POST" ? { body: "{}" } : {}),
            });
            expect(expectEnvelope(received)).toMatchObject({ code: "invalid_input", param });
          });
        },
        name,
      );
    }
  });

  describe("an app's own formatter or compiler", () => {
    const schema = { body: { type: "object", required: ["name"] } };
    const failures: Readonly<Record<string, () => Error>> = {
      "a code of its own": () => Object.assign(new Error(LEAKY_TEXT), { code: "VALIDATION_FAILED" }),
      "fields that other clients' errors have": () =>
        Object.assign(new Error(LEAKY_TEXT), { error: "x", requestId: 1 }),
      "a status of its own": () => Object.assign(new Error(LEAKY_TEXT), { statusCode: 422 }),
    };
    for (const [what, make] of Object.entries(failures)) {
      for (const where of ["formatter", "compiler"]) {
        proves(
          ["ENV-4", "LEAK-2"],
          `may give its errors ${what}: ${where}`,
          async () => {
            const mount = (app: FastifyInstance) => {
              if (where === "formatter") app.setSchemaErrorFormatter(make);
              else app.setValidatorCompiler(() => () => ({ error: make() }));
              app.post("/", { schema }, () => ({}));
            };
            await serveFastify(kit, mount, async (url) => {
              const received = await send(url, { method: "POST", headers: json, body: "{}" });
              expect(expectEnvelope(received).code).toBe("invalid_input");
            });
          },
          name,
        );
      }
    }
  });

  describe("a body limit", () => {
    const upload = (url: string, path: string, bytes: number, type = "application/x-custom") =>
      send(url, { method: "POST", path, headers: { "Content-Type": type }, body: "x".repeat(bytes) });
    const mount = (app: FastifyInstance) => {
      const parse = (_request: unknown, body: string, done: (error: null, body: string) => void) => done(null, body);
      app.addContentTypeParser("application/x-custom", { parseAs: "string", bodyLimit: 100 }, parse as never);
      app.post("/app", () => ({}));
      app.post("/route", { bodyLimit: 50 }, () => ({}));
    };
    proves(
      ["LIM-1", "COD-2"],
      "is stated if it applies, and none is invented for a parser with its own",
      async () => {
        await serveFastify(
          kit,
          mount,
          async (url) => {
            const ofParser = expectEnvelope(await upload(url, "/app", 200));
            expect(ofParser).toMatchObject({ code: "acme_content_too_large", detail: null });
            const atLimit = expectEnvelope(await upload(url, "/app", 1_000));
            expect(atLimit).toMatchObject({ code: "acme_content_too_large", detail: null });
            const ofRoute = expectEnvelope(await upload(url, "/route", 200));
            expect(ofRoute).toMatchObject({ code: "acme_content_too_large", detail: { max_bytes: 50 } });
            const ofApp = expectEnvelope(await upload(url, "/app", 2_000, "text/plain"));
            expect(ofApp).toMatchObject({ code: "acme_content_too_large", detail: { max_bytes: 1_000 } });
          },
          { server: { bodyLimit: 1_000 } },
        );
      },
      name,
    );
  });
});
