import { createRequire } from "node:module";
import accepts5 from "@fastify/accepts";
import compress5 from "@fastify/compress";
import formbody5 from "@fastify/formbody";
import multipart5 from "@fastify/multipart";
import rateLimit5 from "@fastify/rate-limit";
import static5 from "@fastify/static";
import type { Contract } from "@uhp-errors/core";
import { bearer, requestContext, stream, uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify5, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from "fastify";
import Fastify4 from "fastify4";
import accepts4 from "fastify4-accepts";
import compress4 from "fastify4-compress";
import formbody4 from "fastify4-formbody";
import multipart4 from "fastify4-multipart";
import rateLimit4 from "fastify4-rate-limit";
import static4 from "fastify4-static";
import { type Driver, type Handler, MAX_BYTES, type RunningDriver, VALIDATED } from "./driver.ts";
import { FILES, SERVER_OPTIONS } from "./listen.ts";
import type { DriverName } from "./names.ts";
import { ioOnFastify } from "./node-request.ts";

/** Fastify and plugins of the same generation. The types of the newer ones serve for both. */
const FASTIFY_5 = {
  Fastify: Fastify5,
  buildValidator: validatorsOf("fastify"),
  accepts: accepts5,
  compress: compress5,
  formbody: formbody5,
  multipart: multipart5,
  rateLimit: rateLimit5,
  files: static5,
};
const FASTIFY_4 = {
  Fastify: Fastify4,
  buildValidator: validatorsOf("fastify4"),
  accepts: accepts4,
  compress: compress4,
  formbody: formbody4,
  multipart: multipart4,
  rateLimit: rateLimit4,
  files: static4,
} as unknown as Kit;

type Kit = typeof FASTIFY_5;

const KNOWN_FAILING: Driver["knownFailing"] = {
  "body-parser.charset": "Fastify reads every JSON body as UTF-8 and looks at no charset",
  "body-parser.strict": "Fastify takes any JSON value for a body",
  "body-parser.parameters": "@fastify/formbody has no limit of parameters",
  "body-parser.depth": "@fastify/formbody nests nothing",
  "body-parser.verify": "Fastify has no hook that verifies a body",
};

export const FASTIFY_DRIVERS: readonly Driver[] = [driver("fastify4", FASTIFY_4), driver("fastify5", FASTIFY_5)];

function driver(name: DriverName, kit: Kit): Driver {
  return {
    name,
    hasNodeResponse: true,
    knownFailing: KNOWN_FAILING,
    start: async (contract, handler = () => {}, verify) => {
      const app = create(kit, contract);
      if (contract !== undefined) await app.register(uhp, { contract });
      if (contract !== undefined && verify !== undefined) app.addHook("onRequest", bearer(contract, verify));
      await mountFixtures(app, kit);
      app.all("/case", (request, reply) => runCase(handler, request, reply));
      app.get("/methods/:id", () => ({ ok: true }));
      return run(app);
    },
    startMounted: (contracts) => {
      const app = create(kit, undefined);
      mountPages(app);
      for (const [prefix, contract] of Object.entries(contracts)) {
        app.register(
          async (scope) => {
            await scope.register(uhp, { contract });
            mountPages(scope);
          },
          { prefix },
        );
      }
      return run(app);
    },
  };
}

async function run(app: FastifyInstance): Promise<RunningDriver> {
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  return { url, server: app.server, close: () => app.close() };
}

function create({ Fastify, buildValidator }: Kit, contract: Contract | undefined): FastifyInstance {
  const options = contract === undefined ? {} : uhpServerOptions(contract);
  const schemaController = { compilersFactory: { buildValidator } };
  return Fastify({ http: SERVER_OPTIONS, forceCloseConnections: true, schemaController, ...options });
}

type BuildValidator = NonNullable<
  NonNullable<NonNullable<FastifyServerOptions["schemaController"]>["compilersFactory"]>["buildValidator"]
>;

/** The built-in validators of a version of Fastify. All its apps share them, since making them is slow. */
function validatorsOf(name: "fastify" | "fastify4"): BuildValidator {
  const here = createRequire(import.meta.url);
  return createRequire(here.resolve(name))("@fastify/ajv-compiler")();
}

/** The routes of a server that also serves pages. Each answers or throws in the framework's own way. */
function mountPages(app: FastifyInstance): void {
  app.get("/", (_request, reply) => {
    reply.type("text/html").send("<h1>Hello</h1>");
  });
  app.get("/broken", (_request, reply) => {
    reply.code(500).type("text/html").send("<h1>Sorry</h1>");
  });
  app.get("/thrown", () => {
    throw Object.assign(new Error("page"), { statusCode: 410 });
  });
}

/** Plugins that every Fastify service has, none of them from the library. Each route answers or fails in its own way. */
async function mountFixtures(app: FastifyInstance, kit: Kit): Promise<void> {
  await app.register(kit.accepts);
  await app.register(kit.compress, { global: false, threshold: 0 });
  await app.register(kit.formbody, { bodyLimit: MAX_BYTES });
  await app.register(kit.multipart, { limits: { fileSize: MAX_BYTES } });
  await app.register(kit.rateLimit, { global: false });
  await app.register(kit.files, { root: FILES, prefix: "/static/", dotfiles: "deny" });
  const echo = (request: FastifyRequest) => ({ received: request.body });
  app.post("/json", { bodyLimit: MAX_BYTES, decompress: {} } as object, echo);
  app.post("/form", echo);
  app.post("/upload", async (request) => ({ received: (await (await request.file())?.toBuffer())?.length }));
  app.post("/validated", { schema: { body: VALIDATED } }, () => ({ ok: true }));
  app.get("/silent", () => new Promise(() => {}));
  app.get("/limited", { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, echo);
  app.get<{ Params: { status: string } }>("/bare/:status", (request, reply) => {
    reply.code(Number(request.params.status)).send();
  });
  app.get("/format", (request, reply) => {
    if (request.accepts().type(["html"]) === false) reply.code(406).send();
    else reply.type("text/html").send("<p>");
  });
  app.get<{ Params: { status: string } }>("/compressed/:status", { compress: {} }, (request, reply) => {
    reply.code(Number(request.params.status)).send({ message: "pg://svc:hunter2@db-1" });
  });
}

function runCase(handler: Handler, request: FastifyRequest, reply: FastifyReply): unknown {
  const done = handler(
    ioOnFastify(request, reply, {
      context: () => requestContext(request, reply),
      principal: () => Reflect.get(request, "principal"),
      stream: (contract, options) => stream(contract, request, reply, options),
    }),
  );
  // Fastify sends what an asynchronous handler resolves with, unless it is the reply itself.
  return done instanceof Promise ? done.then(() => reply) : undefined;
}
