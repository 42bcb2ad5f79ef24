import { createContract, type ErrorReport, type RequestContext } from "@uhp-errors/core";
import { uhp } from "@uhp-errors/fastify";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { eventually } from "../support/eventually.ts";
import { FASTIFY_KITS, serveFastify } from "../support/fastify.ts";
import { type Received, send } from "../support/http.ts";
import { proves } from "../support/proves.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";

const json = { "Content-Type": "application/json" };

function fail(): never {
  throw new Error(LEAKY_TEXT);
}

describe.each(FASTIFY_KITS)("%s", (name, kit) => {
  describe("scopes and routes with their own error handler", () => {
    const own = (error: unknown, _request: FastifyRequest, reply: FastifyReply) =>
      reply.code(409).send({ message: String(error) });
    // Each place is named only once in a process, so the paths have to differ.
    const at = (path: string) => `/${name}${path}`;

    async function named(scope: FastifyInstance) {
      scope.setErrorHandler((...failure) => own(...failure));
      scope.register(async (inner) => void inner.get(at("/inherited"), fail));
    }

    Object.defineProperty(named, "name", { value: `${name}-named` });

    const mount = (app: FastifyInstance) => {
      for (const prefix of ["/scope", "/unasked", "/kept"].map(at)) {
        app.register(
          async (scope) => {
            scope.setErrorHandler((...failure) => own(...failure));
            scope.get("/thrown", fail);
            scope.get("/rpc", (_request, reply) => reply.code(400).send({ jsonrpc: "2.0", id: 1, error: {} }));
          },
          { prefix },
        );
      }
      app.register(named);
      for (const path of ["/route", "/other"].map(at)) app.get(path, { errorHandler: own }, fail);
      app.get(at("/written"), (_request, reply) => reply.code(409).send({ no: 1 }));
      app.register(
        async (scope) => {
          await scope.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
          scope.get("/thrown", fail);
        },
        { prefix: at("/nested") },
      );
      app.register(async (scope) => scope.get("/inner", fail), { prefix: at("/plain") });
    };

    /** The warnings about error handlers while these paths are requested. */
    async function warningsOf(paths: readonly string[], check: (received: Received, path: string) => void) {
      const warnings: string[] = [];
      const listener = (warning: Error & { readonly code?: string }) => {
        if (warning.code === "UHP_OWN_ERROR_HANDLER")
          warnings.push(warning.message.split(" has an error handler")[0] ?? "");
      };
      process.on("warning", listener);
      onTestFinished(() => void process.off("warning", listener));
      const contract = { appliesTo: ({ path }: RequestContext) => !path.startsWith(at("/kept")) };
      await serveFastify(
        kit,
        mount,
        async (url) => {
          for (const path of paths) check(await send(url, { path: at(path) }), path);
        },
        { contract },
      );
      return warnings;
    }

    proves(
      ["ENV-1", "LEAK-1"],
      "get a warning when their response is first replaced",
      async () => {
        const paths = ["/scope/thrown", "/scope/thrown", "/route", "/route", "/inherited"];
        const warnings = await warningsOf(paths, (received) => {
          expect(expectEnvelope(received).code).toBe("acme_conflict");
          for (const secret of SECRET_VALUES) expect(received.body).not.toContain(secret);
        });
        expect(warnings).toEqual([
          `the scope ${at("/scope")}`,
          `the route GET ${at("/route")}`,
          `the plugin "${name}-named"`,
        ]);
      },
      name,
    );

    test("get no warning for what the contract does not apply to, answers itself, or leaves as it is", async () => {
      const answers: unknown[] = [];
      const paths = ["/kept/thrown", "/plain/inner", "/nested/thrown", "/written", "/unasked/rpc", "/nowhere"];
      const warnings = await warningsOf(paths, ({ status }, path) => void answers.push([path, status]));
      expect(answers).toEqual([
        ["/kept/thrown", 409],
        ["/plain/inner", 500],
        ["/nested/thrown", 500],
        ["/written", 409],
        ["/unasked/rpc", 400],
        ["/nowhere", 404],
      ]);
      expect(warnings).toEqual([]);
    });
  });

  test("a handler in the scopes of two contracts that fails after its reply is reported once", async () => {
    const inner: ErrorReport[] = [];
    const mount = (app: FastifyInstance) =>
      app.register(async (scope) => {
        await scope.register(uhp, { contract: createContract(acme, { onError: (report) => inner.push(report) }) });
        scope.get("/late", (_request, reply) => {
          reply.send("ok");
          throw "late";
        });
      });
    await serveFastify(kit, mount, async (url, outer) => {
      expect((await send(url, { path: "/late" })).body).toBe("ok");
      await eventually(() => expect([...outer, ...inner].map(({ outcome }) => outcome)).toEqual(["late"]));
    });
  });

  test("a scope's error handler that rethrows the error leaves it to the contract", async () => {
    const mount = (app: FastifyInstance) => {
      app.register(async (scope) => {
        scope.setErrorHandler((error) => {
          throw error;
        });
        scope.get("/x", () => {
          throw acme.error("harness_not_found");
        });
      });
    };
    await serveFastify(kit, mount, async (url) => {
      expect(expectEnvelope(await send(url, { path: "/x" })).code).toBe("harness_not_found");
    });
  });

  describe("unknown routes", () => {
    proves(
      ["ENV-1"],
      "come before the body, and after the app's own hooks",
      async () => {
        const mount = (app: FastifyInstance) => {
          app.addHook("onRequest", async (request) => {
            if (request.headers.authorization === undefined) throw acme.error("missing_credential");
          });
        };
        await serveFastify(kit, mount, async (url) => {
          const broken = { method: "POST", path: "/nowhere", body: "{", headers: json };
          expect(expectEnvelope(await send(url, broken)).code).toBe("missing_credential");
          const known = { ...broken, headers: { ...json, Authorization: "Bearer x" } };
          expect(expectEnvelope(await send(url, known)).code).toBe("acme_route_not_found");
        });
      },
      name,
    );

    for (const order of ["before the plugin", "after it", "while it loads"]) {
      test(`belong to the app if it has set a handler for them ${order}`, async () => {
        const app: FastifyInstance = kit.Fastify();
        const own = () =>
          app.setNotFoundHandler((request, reply) =>
            request.url === "/page" ? reply.type("text/html").send("<h1>Page</h1>") : reply.code(404).send({ no: 1 }),
          );
        if (order === "before the plugin") own();
        const loaded = app.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
        if (order === "while it loads") own();
        await loaded;
        if (order === "after it") own();
        const page = await app.inject("/page");
        expect([page.statusCode, page.body]).toEqual([200, "<h1>Page</h1>"]);
        const nowhere = await app.inject("/nowhere");
        expect(JSON.parse(nowhere.body).error.code).toBe("acme_route_not_found");
        await app.close();
      });
    }

    test("are not answered by a scope without a prefix", async () => {
      const app: FastifyInstance = kit.Fastify();
      app.register(async (scope) => {
        await scope.register(uhp, { contract: createContract(acme, { onError: () => {} }) });
        scope.get("/mine", fail);
      });
      expect(JSON.parse((await app.inject("/mine")).body).error.code).toBe("acme_internal_error");
      const nowhere = await app.inject("/nowhere");
      expect(JSON.parse(nowhere.body)).toMatchObject({ message: "Route GET:/nowhere not found" });
      expect(nowhere.headers["uhp-version"]).toBeUndefined();
      await app.close();
    });

    for (const where of ["the app", "a scope"]) {
      test(`do not become addresses through CORS on ${where}, or a route that takes every path`, async () => {
        const mount = async (app: FastifyInstance) => {
          app.get("/*", (_request, reply) => reply.callNotFound());
          if (where === "the app") await app.register(kit.cors, {});
          else {
            app.register(
              async (scope) => {
                await scope.register(kit.cors, {});
              },
              { prefix: "/v1" },
            );
          }
        };
        await serveFastify(kit, mount, async (url) => {
          for (const path of ["/nowhere", "/no%20where", "/n%C3%A4", "/a%2Fb", "/%2a", "/v1/nowhere", "/no;a=b"]) {
            const received = await send(url, { method: "POST", path });
            expect(expectEnvelope(received).code, path).toBe("acme_route_not_found");
          }
        });
      });
    }

    test("list the methods of the address, wildcards included, and not those of a route that takes every path", async () => {
      const mount = (app: FastifyInstance) => {
        app.put("/things/:id", () => ({}));
        app.patch("/things/:id", () => ({}));
        app.get("/files/*", () => ({}));
        app.get("/fixed", () => ({}));
        app.options("/fixed", () => ({}));
        app.options("/asked", () => ({}));
        app.options("/*", () => ({}));
        app.delete("*", (_request, reply) => reply.callNotFound());
      };
      await serveFastify(kit, mount, async (url) => {
        const allow = async (path: string) => (await send(url, { method: "POST", path })).headers["allow"];
        expect(await allow("/things/1?x=1")).toBe("PATCH, PUT");
        expect(await allow("/files/a/b")).toBe("GET, HEAD");
        expect(await allow("/fixed?x=/1")).toBe("GET, HEAD, OPTIONS");
        expect(await allow("/asked")).toBeUndefined();
        expect(await allow("/nowhere")).toBeUndefined();
        expect(expectEnvelope(await send(url, { method: "DELETE", path: "/x" })).code).toBe("acme_not_found");
      });
    });
  });

  test("a report names the route of a handler that failed as Fastify does, and as it does for a hook", async () => {
    const app: FastifyInstance = kit.Fastify();
    const routes: (string | undefined)[] = [];
    const contract = createContract(acme, { onError: ({ route }) => void routes.push(route) });
    await app.register(uhp, { contract });
    const named: (string | undefined)[] = [];
    const mount = async (scope: FastifyInstance) => {
      scope.addHook("preHandler", async (request) => {
        named.push(request.routeOptions.url);
        if (request.headers["x-fail"] === "hook") throw new Error("in a hook");
      });
      scope.get("/", fail);
      scope.get("/things/:id", async () => fail());
    };
    app.register(mount, { prefix: "/v1" });
    for (const url of ["/v1", "/v1/", "/v1/things/7"]) {
      for (const failing of ["handler", "hook"]) await app.inject({ url, headers: { "x-fail": failing } });
    }
    expect(named).toContain("/v1/things/:id");
    expect(routes).toEqual(named);
    await app.close();
  });
});
