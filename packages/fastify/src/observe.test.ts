import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { type Contract, type ContractOptions, createContract, type ErrorReport } from "@uhp-errors/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { describe, expect, test } from "vitest";
import { acme } from "../../../test/support/catalog.ts";
import { during } from "../../../test/support/drivers.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { FASTIFY_KITS } from "../../../test/support/fastify.ts";
import { type Sent, send, sendBytes } from "../../../test/support/http.ts";
import { told } from "../../../test/support/observed.ts";
import { type UhpOptions, uhp } from "./plugin.ts";
import { uhpServerOptions } from "./server-options.ts";
import { stream } from "./stream.ts";

type Mount = (app: FastifyInstance, contract: Contract) => unknown;

const busy = () => {
  throw acme.error("session_busy");
};

const boom = () => {
  throw new Error("boom");
};

const conflict = (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => reply.code(409).send("no");

const JSON_TYPE = { "content-type": "application/json" };

async function* halves() {
  yield "half of it";
  await setImmediate();
  throw new Error("broken");
}

describe.each(FASTIFY_KITS)("a contract that only reports, on %s", (name, kit) => {
  interface How {
    readonly plugin?: Partial<UhpOptions>;
    readonly contract?: ContractOptions;
    readonly before?: (app: FastifyInstance) => unknown;
  }

  /** Runs an app under a contract that only reports. */
  async function observed(
    mount: Mount,
    use: (url: string, reports: readonly ErrorReport[]) => Promise<void>,
    { plugin = {}, contract: options = {}, before = () => {} }: How = {},
  ) {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report), ...options });
    const app: FastifyInstance = kit.Fastify({ forceCloseConnections: true, ...uhpServerOptions(contract) });
    await before(app);
    await app.register(uhp, { contract, ...plugin });
    await mount(app, contract);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    await during({ url, server: app.server, close: () => app.close() }, () => use(url, reports));
  }

  const post = (path: string, body: string): Sent => ({ method: "POST", path, headers: JSON_TYPE, body });

  const routes: Mount = (app) => {
    app.get("/ok", () => ({ ok: true }));
    app.get("/boom", boom);
    app.get("/rejects", async () => boom());
    app.get("/busy", busy);
    app.get("/written", (_request, reply) => reply.code(409).send("no"));
    app.get("/missing", (_request, reply) => reply.code(404).send("no"));
    app.get("/asks", (_request, reply) => reply.callNotFound());
    app.post("/json", () => ({ ok: true }));
    app.get("/big", (_request, reply) => reply.send({ a: 1n }));
    app.get("/caught", (_request, reply) => {
      try {
        reply.code(200).send({ a: 1n });
      } catch {
        reply.send("caught");
      }
    });
    app.get("/at-once", (_request, reply) =>
      reply.send(
        new Readable({
          read() {
            this.destroy(new Error("broken"));
          },
        }),
      ),
    );
    app.get("/late", async (_request, reply) => {
      reply.send("ok");
      await new Promise((resolve) => reply.raw.once("finish", resolve));
      boom();
    });
    app.get("/own", { errorHandler: conflict }, boom);
    app.get("/own-busy", { errorHandler: conflict }, busy);
    app.get(
      "/own-again",
      {
        errorHandler: (error) => {
          throw error;
        },
      },
      busy,
    );
    app.register(
      async (scope) => {
        scope.setErrorHandler(conflict);
        scope.get("/thrown", boom);
      },
      { prefix: "/scope" },
    );
    app.register(
      async (scope) => {
        scope.setErrorHandler((error) => {
          throw error;
        });
        scope.get("/thrown", busy);
      },
      { prefix: "/again" },
    );
    app.register(
      async (scope) => {
        scope.get("/", boom);
        scope.get("/:id", async () => boom());
      },
      { prefix: "/part" },
    );
    app.get("/hijacked", async (_request, reply) => {
      reply.hijack();
      reply.raw.end("hijacked");
    });
  };

  test("a payload of the wrong kind is reported, even if the handler answers past it", async () => {
    const mount: Mount = (app) =>
      app.get("/past", (_request, reply) => {
        try {
          reply.type("image/png").send({ a: 1 });
        } catch {
          reply.hijack();
          reply.raw.end("caught");
        }
      });
    await observed(mount, async (url, reports) => {
      expect(await send(url, { path: "/past" })).toMatchObject({ status: 200, body: "caught" });
      await eventually(() => expect(told(reports)).toEqual([["observed", "acme_internal_error", "/past", 200]]));
    });
  });

  test.each<readonly [what: string, body: object, code: string]>([
    [
      "what Fastify says",
      { statusCode: 409, error: "Conflict", message: "A task is already running in this session." },
      "session_busy",
    ],
    [
      "another status",
      { statusCode: 500, error: "Conflict", message: "A task is already running in this session." },
      "acme_conflict",
    ],
    ["another message", { statusCode: 409, error: "Conflict", message: "no" }, "acme_conflict"],
    [
      "another name",
      { statusCode: 409, error: "No", message: "A task is already running in this session." },
      "acme_conflict",
    ],
    ["an envelope of its own", { no: 1 }, "acme_conflict"],
  ])("a service's own error handler that sends %s", async (_what, body, code) => {
    const mount: Mount = (app) => {
      app.setErrorHandler((_error, _request, reply) => reply.code(409).send(body));
      app.get("/busy", busy);
    };
    await observed(mount, async (url, reports) => {
      expect((await send(url, { path: "/busy" })).status).toBe(409);
      await eventually(() => expect(reports.map((report) => report.code)).toEqual([code]));
    });
  });

  /** What is requested, the status of Fastify's own response, and the code and the route that are reported. */
  const rows: [what: string, request: Sent, status: number, code?: string, route?: string][] = [
    ["a success", { path: "/ok" }, 200],
    ["an error that is thrown", { path: "/boom" }, 500, "acme_internal_error", "/boom"],
    ["a rejection", { path: "/rejects" }, 500, "acme_internal_error", "/rejects"],
    ["an error of the catalog", { path: "/busy" }, 409, "session_busy", "/busy"],
    ["an error that is written", { path: "/written" }, 409, "acme_conflict", "/written"],
    ["a 404 that is written", { path: "/missing" }, 404, "acme_not_found", "/missing"],
    ["a route that asks for the handler of unknown addresses", { path: "/asks" }, 404, "acme_not_found"],
    ["an unknown address", { path: "/nowhere" }, 404, "acme_route_not_found"],
    ["another method", { path: "/ok", method: "PUT" }, 404, "acme_method_not_allowed"],
    ["a body that is no JSON", post("/json", "{x"), 400, "invalid_input", "/json"],
    ["a body that is no JSON, for an unknown address", post("/nowhere", "{x"), 400, "acme_route_not_found"],
    ["a payload that cannot be serialized", { path: "/big" }, 500, "acme_internal_error", "/big"],
    ["such a payload, and a handler that catches it", { path: "/caught" }, 500, "acme_internal_error", "/caught"],
    ["a stream that fails at once", { path: "/at-once" }, 500, "acme_internal_error", "/at-once"],
    ["an error handler of the route's own", { path: "/own" }, 409, "acme_conflict", "/own"],
    ["one that throws the error again", { path: "/own-again" }, 409, "session_busy", "/own-again"],
    ["an error handler of the scope's own", { path: "/scope/thrown" }, 409, "acme_conflict", "/scope/thrown"],
    ["one of the scope's that throws the error again", { path: "/again/thrown" }, 409, "session_busy", "/again/thrown"],
    ["a route at a prefix", { path: "/part" }, 500, "acme_internal_error", "/part"],
    [
      "a route at a prefix, with a slash",
      { path: "/part/" },
      500,
      "acme_internal_error",
      name === "fastify4" ? "/part/" : "/part",
    ],
    ["a route below a prefix", { path: "/part/7" }, 500, "acme_internal_error", "/part/:id"],
    ["a reply that was hijacked", { path: "/hijacked" }, 200],
    ["an address that cannot be decoded", { path: "/%ff" }, 400, "invalid_input"],
    [
      "a version that is not served",
      { path: "/ok", headers: { "UHP-Version": "1999-01-01" } },
      200,
      "unsupported_protocol_version",
    ],
  ];

  test.each(rows)("%s", async (_what, request, status, code, route) => {
    await observed(routes, async (url, reports) => {
      const answer = await send(url, request);
      expect([answer.status, answer.headers["uhp-version"]]).toEqual([status, undefined]);
      const expected = code === undefined ? [] : [["observed", code, route, status]];
      await eventually(() => expect(told(reports)).toEqual(expected));
    });
  });

  test("a request that the contract does not apply to is not reported, and meets the service's own hooks", async () => {
    const applies: How = { contract: { appliesTo: ({ path }) => path.startsWith("/part") } };
    const hooked: string[] = [];
    await observed(
      (app, contract) => {
        app.addHook("onError", async ({ url }) => void hooked.push(url));
        routes(app, contract);
      },
      async (url, reports) => {
        const statuses: number[] = [];
        for (const path of ["/boom", "/busy", "/nowhere", "/late", "/%ff", "/big", "/part/7"]) {
          statuses.push((await send(url, { path })).status);
        }
        expect(statuses).toEqual([500, 409, 404, 200, 400, 500, 500]);
        expect(hooked).toEqual(["/boom", "/busy", "/big", "/part/7"]);
        await eventually(() => expect(reports.map(({ path }) => path)).toEqual(["/part/7"]));
      },
      applies,
    );
  });

  test("a constraint of the router that fails is sent as without the contract", async () => {
    const constraints = {
      region: {
        name: "region",
        storage: () => ({ get: () => null, set() {} }),
        deriveConstraint: (_request: unknown, _context: unknown, done: (error: Error) => void) => done(new Error("no")),
        validate() {},
      },
    };
    const bodies: string[] = [];
    for (const isObserved of [false, true]) {
      const reports: ErrorReport[] = [];
      const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report) });
      const app: FastifyInstance = kit.Fastify({
        forceCloseConnections: true,
        ...((name === "fastify4" ? { constraints } : { routerOptions: { constraints } }) as object),
        ...(isObserved && uhpServerOptions(contract)),
      });
      app.get("/", { constraints: { region: "eu" } }, () => ({ ok: true }));
      const url = await app.listen({ host: "127.0.0.1", port: 0 });
      await during({ url, server: app.server, close: () => app.close() }, async () => {
        const { status, headers, body } = await send(url, { path: "/" });
        bodies.push(`${status} ${headers["content-type"]} ${body}`);
        await eventually(() => expect(reports).toHaveLength(isObserved ? 1 : 0));
      });
    }
    expect(bodies[0]).toContain("constraint");
    expect(bodies[1]).toBe(bodies[0]);
  });

  test("a bad escape is sent as without the contract", async () => {
    await observed(routes, async (url) => {
      const { body } = await send(url, { path: "/%ff" });
      expect(JSON.parse(body)).toEqual({
        error: "Bad Request",
        code: "FST_ERR_BAD_URL",
        message: "'/%ff' is not a valid url component",
        statusCode: 400,
      });
    });
  });

  test("what Node refuses by itself is reported", async () => {
    await observed(routes, async (url, reports) => {
      expect(await sendBytes(url, "GARBAGE\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(reports.map(({ outcome, code }) => [outcome, code])).toEqual([["observed", "acme_bad_request"]]);
    });
  });

  const late: readonly (readonly [what: string, handler: (reply: FastifyReply) => unknown])[] = [
    [
      "throws after its reply",
      (reply) => {
        reply.send("ok");
        boom();
      },
    ],
    [
      "rejects after its reply",
      async (reply) => {
        reply.send("ok");
        await new Promise((resolve) => reply.raw.once("finish", resolve));
        boom();
      },
    ],
    [
      "rejects after it has hijacked its reply and answered",
      async (reply) => {
        reply.hijack();
        await new Promise<void>((resolve) => reply.raw.end("ok", () => resolve()));
        boom();
      },
    ],
  ];
  test.each(late)("a handler that %s is reported", async (_what, handler) => {
    const mount: Mount = (app) => app.get("/late", (_request, reply) => handler(reply));
    await observed(mount, async (url, reports) => {
      expect(await send(url, { path: "/late" })).toMatchObject({ status: 200, body: "ok" });
      await eventually(() => expect(told(reports)).toEqual([["late", "acme_internal_error", "/late", undefined]]));
    });
  });

  test("a stream that breaks is reported", async () => {
    const mount: Mount = (app) => app.get("/breaks", (_request, reply) => reply.send(Readable.from(halves())));
    await observed(mount, async (url, reports) => {
      await expect(send(url, { path: "/breaks" })).rejects.toThrow();
      await eventually(() => expect(told(reports)).toEqual([["cut", "acme_internal_error", "/breaks", undefined]]));
    });
  });

  test("a throw after a stream of events was opened ends the stream", async () => {
    const mount: Mount = (app, contract) =>
      app.get("/events", async (request, reply) => {
        const events = stream(contract, request, reply, { responseObject: { id: "resp_1" } });
        await events.send({ type: "response.created", response: { id: "resp_1" } });
        boom();
      });
    await observed(mount, async (url, reports) => {
      const { status, body } = await send(url, { path: "/events" });
      expect([status, [...body.matchAll(/"type":"(response\.\w+|error)"/g)].map(([, type]) => type)]).toEqual([
        200,
        ["response.created", "error", "response.failed"],
      ]);
      await eventually(() =>
        expect(told(reports)).toEqual([["streamed", "acme_internal_error", "/events", undefined]]),
      );
    });
  });

  const nowhere = { path: "/nowhere" };
  const ownNotFound: Mount = (app) => app.setNotFoundHandler((_request, reply) => reply.code(404).send("no"));

  /** What a contract in force would have answered in the place of a service's own handlers. */
  test.each<readonly [what: string, mount: Mount, request: Sent, status: number, code: string, how: How]>([
    [
      "an error handler from before the plugin",
      (app) => app.get("/busy", busy),
      { path: "/busy" },
      409,
      "session_busy",
      { before: (app) => app.setErrorHandler(conflict) },
    ],
    [
      "an error handler from after the plugin",
      (app) => app.setErrorHandler(conflict).get("/busy", busy),
      { path: "/busy" },
      409,
      "acme_conflict",
      {},
    ],
    ["a handler of unknown addresses", ownNotFound, nowhere, 404, "acme_route_not_found", {}],
    [
      "a handler of unknown addresses that throws",
      (app) => app.setNotFoundHandler(busy),
      nowhere,
      409,
      "session_busy",
      {},
    ],
    [
      "a hook that fails before an unknown address is answered",
      (app) => app.addHook("onRequest", async () => busy()),
      nowhere,
      409,
      "session_busy",
      {},
    ],
    [
      "a hook that fails after it would be answered, and an error handler",
      (app) => app.setErrorHandler(conflict).addHook("preHandler", async () => busy()),
      nowhere,
      409,
      "acme_route_not_found",
      {},
    ],
    [
      "a plugin that leaves unknown addresses",
      () => {},
      nowhere,
      404,
      "acme_route_not_found",
      { plugin: { handleNotFound: false } },
    ],
    [
      "such a plugin, and a body that is no JSON",
      () => {},
      post("/nowhere", "{x"),
      400,
      "invalid_input",
      { plugin: { handleNotFound: false } },
    ],
  ])("with %s", async (_what, mount, request, status, code, how) => {
    await observed(
      mount,
      async (url, reports) => {
        expect((await send(url, request)).status).toBe(status);
        await eventually(() => expect(reports.map((report) => report.code)).toEqual([code]));
      },
      how,
    );
  });

  /** Handlers of a framework on top of Fastify, which decide what is sent. */
  const outside = {
    errorHandler: (_error: unknown, _request: FastifyRequest, reply: FastifyReply) => reply.code(418).send("no"),
    notFoundHandler: (_request: FastifyRequest, reply: FastifyReply) => reply.code(418).send("no"),
  };

  test.each<readonly [what: string, request: Sent, code: string]>([
    ["an error", { path: "/busy" }, "session_busy"],
    ["an unknown address", nowhere, "acme_route_not_found"],
    ["a method that an address does not have", { path: "/busy", method: "PUT" }, "acme_method_not_allowed"],
    ["a body that is no JSON, for an unknown address", post("/nowhere", "{x"), "acme_route_not_found"],
  ])("below another framework, %s is reported", async (_what, request, code) => {
    const mount: Mount = (app) => {
      app.setErrorHandler(outside.errorHandler).setNotFoundHandler(outside.notFoundHandler);
      app.get("/busy", busy);
    };
    await observed(
      mount,
      async (url, reports) => {
        expect((await send(url, request)).status).toBe(418);
        await eventually(() => expect(reports.map((report) => report.code)).toEqual([code]));
      },
      { plugin: { outside } },
    );
  });

  test("a query that a handler returns runs once", async () => {
    let runs = 0;
    const query = {
      // biome-ignore lint/suspicious/noThenProperty: query builders do this.
      then(done: (rows: object[]) => void) {
        runs += 1;
        done([{ run: runs }]);
      },
    };
    await observed(
      (app) => app.get("/rows", () => query),
      async (url) => {
        expect((await send(url, { path: "/rows" })).body).toBe('[{"run":1}]');
        expect(runs).toBe(1);
      },
    );
  });

  test("a handler keeps its name, its arguments and what it returns", async () => {
    const names: string[] = [];
    const mount: Mount = (app) => {
      app.addHook("onRoute", ({ handler }) => void names.push(handler.name));
      app.get("/named", async function named(this: FastifyInstance, request, reply) {
        return { isOwn: this === app, path: request.url, isReply: reply.request === request };
      });
    };
    await observed(mount, async (url) => {
      const { body } = await send(url, { path: "/named" });
      expect(JSON.parse(body)).toEqual({ isOwn: true, path: "/named", isReply: true });
      expect(names).toContain("named");
    });
  });

  describe("an upload", () => {
    const mount: Mount = async (app) => {
      await app.register(kit.multipart, { limits: { fileSize: 1_000 } });
      const drain = async (part: { file: AsyncIterable<unknown> } | undefined) => {
        for await (const _chunk of part?.file ?? []);
      };
      app.post("/file", async (request) => {
        await drain(await request.file());
        return { stored: true };
      });
      app.post("/files", async (request) => {
        for await (const part of request.files()) await drain(part);
        return { stored: true };
      });
      app.post("/first-of-files", async (request) => {
        for await (const part of request.files()) {
          await drain(part);
          break;
        }
        return { stored: true };
      });
      app.post("/first-of-parts", async (request) => {
        for await (const part of request.parts()) {
          if (part.type === "file") await drain(part);
          break;
        }
        return { stored: true };
      });
      app.post("/own-check", async (request) => {
        const part = await request.file({ throwFileSizeLimit: false });
        await drain(part);
        return { truncated: part?.file.truncated };
      });
      app.post("/buffer", async (request) => (await request.file())?.toBuffer());
      app.post("/fails", async (request) => {
        await drain(await request.file());
        busy();
      });
      app.post("/own-fails", { errorHandler: conflict }, async (request) => {
        await drain(await request.file());
        busy();
      });
      app.post("/none", async (request) => ({ part: (await request.file()) === undefined }));
    };
    test.each<readonly [path: string, bytes: number, status: number, codes: readonly string[]]>([
      ["/file", 5_000, 200, ["file_too_large"]],
      ["/file", 500, 200, []],
      ["/files", 5_000, 413, ["file_too_large"]],
      ["/first-of-files", 5_000, 200, ["file_too_large"]],
      ["/first-of-parts", 5_000, 200, ["file_too_large"]],
      ["/first-of-parts", 500, 200, []],
      ["/own-check", 5_000, 200, []],
      ["/buffer", 5_000, 413, ["file_too_large"]],
      ["/fails", 5_000, 409, ["session_busy"]],
      ["/own-fails", 5_000, 409, ["acme_conflict"]],
    ])("to %s of %i bytes", async (path, bytes, status, codes) => {
      await observed(mount, async (url, reports) => {
        const body = new FormData();
        body.append("file", new Blob([new Uint8Array(bytes)]), "file.bin");
        expect((await fetch(url + path, { method: "POST", body })).status).toBe(status);
        await eventually(() => expect(reports.map(({ code }) => code)).toEqual(codes));
      });
    });

    test("without a file", async () => {
      await observed(mount, async (url, reports) => {
        const body = new FormData();
        body.append("text", "x");
        const response = await fetch(`${url}/none`, { method: "POST", body });
        expect([await response.json(), reports]).toEqual([{ part: true }, []]);
      });
    });
  });
});

describe.each(FASTIFY_KITS)("a contract for a scope that only reports, on %s", (_name, kit) => {
  test.each<readonly [what: string, prefix: string, paths: Readonly<Record<string, string | undefined>>]>([
    ["with a prefix", "/v1", { "/v1/boom": "acme_internal_error", "/nowhere": undefined, "/out": undefined }],
    ["without a prefix", "", { "/boom": "acme_internal_error", "/nowhere": undefined, "/out": undefined }],
  ])("%s", async (_what, prefix, paths) => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { reportOnly: true, onError: (report) => reports.push(report) });
    const app: FastifyInstance = kit.Fastify({ forceCloseConnections: true });
    app.register(
      async (scope) => {
        await scope.register(uhp, { contract });
        scope.get("/boom", boom);
      },
      { prefix },
    );
    app.get("/out", boom);
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    await during({ url, server: app.server, close: () => app.close() }, async () => {
      for (const [path, code] of Object.entries(paths)) {
        reports.length = 0;
        expect((await send(url, { path })).status).toBe(/nowhere/.test(path) ? 404 : 500);
        await eventually(() => expect(reports.map((report) => report.code)).toEqual(code === undefined ? [] : [code]));
      }
      reports.length = 0;
      await sendBytes(url, "GARBAGE\r\n\r\n");
      expect(reports).toEqual([]);
    });
  });
});
