/**
 * The measured process: one framework, equipped in one way, with one route. It is started with the names of these three, and
 * reports its address. When asked, it reports what it has used.
 */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { serve } from "@hono/node-server";
import { installed } from "../run/packages.ts";
import { deedOf } from "./cases.ts";
import type { Case, Framework, Mode, Variant } from "./names.ts";
import { answerQuestions } from "./questions.ts";

const HOST = "127.0.0.1";

async function start(framework: Framework, variant: Variant | Mode, name: Case): Promise<Server> {
  if (framework === "hono") {
    const { honoApp, httpException } = await import("./hono.ts");
    return served(honoApp(variant, deedOf(name, variant, httpException)).fetch);
  }
  const deed = deedOf(name, variant);
  switch (framework) {
    case "express4":
    case "express5":
      return listening((await import("./express.ts")).expressApp(framework, variant, deed).listen(0, HOST));
    case "koa2":
    case "koa3":
      return listening((await import("./koa.ts")).koaApp(framework, variant, deed).listen(0, HOST));
    case "fastify4":
    case "fastify5": {
      const app = await (await import("./fastify.ts")).fastifyApp(framework, variant, deed);
      await app.listen({ port: 0, host: HOST });
      return app.server;
    }
    case "web":
      return served((await import("./web.ts")).webHandler(variant, deed));
  }
}

/** Serves a fetch handler on Node, with the listener's own settings. */
async function served(fetch: Parameters<typeof serve>[0]["fetch"]): Promise<Server> {
  const listener = installed<{ readonly serve: typeof serve }>("@hono/node-server");
  return listening(listener.serve({ fetch, port: 0, hostname: HOST }) as Server);
}

async function listening(server: Server): Promise<Server> {
  if (!server.listening) await once(server, "listening");
  return server;
}

const [framework, variant, name] = process.argv.slice(2) as [Framework, Variant | Mode, Case];
// Express prints the stack of an unhandled error. The stack is still made, as it is in production.
console.error = () => {};
const server = await start(framework, variant, name);
answerQuestions(`http://${HOST}:${(server.address() as AddressInfo).port}/case`);
