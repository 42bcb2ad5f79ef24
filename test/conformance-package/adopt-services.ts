/** A service before its adoption. All of them answer `/orders/7`, `/orders/8`, `/closed` and `/stock`. */
export interface Service {
  readonly files: Readonly<Record<string, string>>;
  /** The file that listens. */
  readonly main: string;
  /** What `package.json` contains apart from the name. */
  readonly manifest: object;
  /** The responses to `/orders/8`, `/closed` and `/stock` after adoption, if they are not {@link ADOPTED}. */
  readonly adopted?: readonly [missing: string, closed: string, stock: string];
}

/** The statuses and codes after an adoption that replaces all errors and recognizes the class. */
export const ADOPTED = ["404 shop_no_order", "409 shop_order_closed", "409 shop_conflict"] as const;

const OUT_OF_STOCK = `export class OutOfStock extends Error {
  readonly status = 409;
  readonly statusCode = 409;
}
`;

const EXPRESS = `import express from "express";
import { OutOfStock } from "./errors.js";

export const app = express();

app.get("/orders/:id", (request, response) => {
  if (request.params.id !== "7") {
    response.status(404).json({ error: "There is no such order." });
    return;
  }
  response.json({ id: request.params.id });
});

app.get("/closed", async (_request, response) => response.status(409).send("The order is closed."));

app.get("/stock", () => {
  throw new OutOfStock("Nothing is left.");
});
`;

const COMMON_JS = `const express = require("express");

class OutOfStock extends Error {
  constructor(message) {
    super(message);
    this.status = 409;
  }
}
module.exports.OutOfStock = OutOfStock;

const app = express();

app.get("/orders/:id", (request, response, next) => {
  if (request.params.id !== "7") return response.status(404).json({ error: "There is no such order." });
  return response.json({ id: request.params.id });
});
app.get("/closed", (request, response) => {
  try {
    return response.status(409).send("The order is closed.");
  } finally {
    response.locals.closed = true;
  }
});
app.get("/stock", () => { throw new OutOfStock("Nothing is left."); });
app.listen(0);
`;

const KOA = `import Koa from "koa";
import { OutOfStock } from "./errors.js";

const app = new Koa();

app.use(async (context) => {
  if (context.path === "/orders/8") context.throw(404, "There is no such order.");
  if (context.path === "/closed") {
    context.status = 409;
    context.body = { error: "The order is closed." };
    return;
  }
  if (context.path === "/stock") throw new OutOfStock("Nothing is left.");
  context.body = { id: "7" };
});

app.listen(0);
`;

const FASTIFY = `import Fastify from "fastify";
import { OutOfStock } from "./errors.js";

const app = Fastify({ bodyLimit: 1_000 });

app.get<{ Params: { id: string } }>("/orders/:id", async (request, reply) => {
  if (request.params.id !== "7") return reply.code(404).send({ error: "There is no such order." });
  return { id: request.params.id };
});

app.get("/closed", async (_request, reply) => {
  return reply.status(409).send({ message: "The order is closed." });
});

app.get("/stock", async () => {
  throw new OutOfStock("Nothing is left.");
});

await app.listen({ port: 0 });
`;

const HONO = `import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { OutOfStock } from "./errors.js";

const app = new Hono();

app.get("/orders/:id", (c) => {
  if (c.req.param("id") !== "7") return c.json({ error: "There is no such order." }, 404);
  return c.json({ id: c.req.param("id") });
});

app.get("/closed", () => {
  throw new HTTPException(409, { message: "The order is closed." });
});

app.get("/stock", () => {
  throw new OutOfStock("Nothing is left.");
});

serve({ fetch: app.fetch, port: 0 });
`;

const H3 = `import { H3, HTTPError, serve } from "h3";
import { OutOfStock } from "./errors.js";

const app = new H3();

app.get("/orders/:id", (event) => {
  if (event.context.params?.["id"] !== "7") throw new HTTPError({ status: 404, message: "There is no such order." });
  return { id: "7" };
});

app.get("/closed", () => {
  throw new HTTPError({ status: 409, message: "The order is closed." });
});

app.get("/stock", () => {
  throw new OutOfStock("Nothing is left.");
});

serve(app, { port: 0 });
`;

const NEST = `import "reflect-metadata";
import { ConflictException, Controller, Get, Module, NotFoundException, Param } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { OutOfStock } from "./errors.js";

@Controller()
class OrdersController {
  @Get("/orders/:id")
  order(@Param("id") id: string): object {
    if (id !== "7") throw new NotFoundException("There is no such order.");
    return { id };
  }

  @Get("/closed")
  closed(): object {
    throw new ConflictException("The order is closed.");
  }

  @Get("/stock")
  stock(): object {
    throw new OutOfStock("Nothing is left.");
  }
}

@Module({ controllers: [OrdersController] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: false });
await app.listen(0);
`;

const FETCH = `import { OutOfStock } from "./errors.js";

function handle(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === "/orders/8") return Response.json({ error: "There is no such order." }, { status: 404 });
  if (pathname === "/closed") return new Response("The order is closed.", { status: 409 });
  if (pathname === "/stock") throw new OutOfStock("Nothing is left.");
  return Response.json({ id: "7" });
}

export default { fetch: handle };
`;

function typescript(file: string, text: string, dependencies: object, more: Partial<Service> = {}): Service {
  const files = { "src/errors.ts": OUT_OF_STOCK, [file]: text };
  return { files, main: file, manifest: { type: "module", dependencies }, ...more };
}

/** Writes a service's calls on its app as one chain, from the constructor on. */
function chained(text: string): string {
  return text.replaceAll(/\);\n\napp\.(?=get|use)/g, ")\n  .");
}

const OWN_HANDLER = `new Koa();

app.use(async (context, next) => {
  try {
    await next();
  } catch (error) {
    context.status = error instanceof OutOfStock ? error.status : 500;
    context.body = { failed: true };
  }
});
`;

const HONOS_HANDLER = `new Hono();

app.onError((error, c) => {
  return c.json({ failed: true }, error instanceof OutOfStock ? error.status : 500);
});
`;

const TYPED_FASTIFY = FASTIFY.replace("import Fastify", "import Fastify, { type FastifyTypeProviderDefault }").replace(
  "bodyLimit: 1_000 })",
  "bodyLimit: 1_000 }).withTypeProvider<FastifyTypeProviderDefault>()",
);

export const SERVICES: Readonly<Record<string, Service>> = {
  Express: typescript(
    "src/app.ts",
    EXPRESS,
    {},
    {
      files: {
        "src/errors.ts": OUT_OF_STOCK,
        "src/app.ts": EXPRESS,
        "src/main.ts": 'import { app } from "./app.js";\n\napp.listen(0);\n',
      },
      main: "src/main.ts",
      manifest: { type: "module", dependencies: { express: "^5.1.0" }, devDependencies: { vitest: "^5.0.0" } },
    },
  ),
  "Express in CommonJS": {
    files: { "index.js": COMMON_JS },
    main: "index.js",
    manifest: { dependencies: { express: "^5.1.0" } },
    // The response inside `try` stays the same. The contract cannot load the class from a file that loads the contract.
    adopted: ["404 shop_no_order", "409 shop_conflict", "500 shop_internal_error"],
  },
  Koa: typescript("src/app.ts", KOA, { koa: "^3.0.0" }),
  "Koa in a chain, with an error handler": typescript("src/app.ts", chained(KOA.replace("new Koa();\n", OWN_HANDLER)), {
    koa: "^3.0.0",
  }),
  Fastify: typescript("src/app.ts", FASTIFY, { fastify: "^5.0.0" }),
  "Fastify with a type provider": typescript("src/app.ts", TYPED_FASTIFY, { fastify: "^5.0.0" }),
  Hono: typescript("src/app.ts", HONO, { hono: "^4.0.0" }),
  "Hono, with an error handler": typescript("src/app.ts", HONO.replace("new Hono();\n", HONOS_HANDLER), {
    hono: "^4.0.0",
  }),
  "Hono in a chain": typescript("src/app.ts", chained(HONO), { hono: "^4.0.0" }),
  h3: typescript("src/app.ts", H3, { h3: "^2.0.0" }),
  "h3 in a chain": typescript("src/app.ts", chained(H3), { h3: "^2.0.0" }),
  NestJS: typescript("src/main.ts", NEST, { "@nestjs/core": "^12.0.0", "@nestjs/common": "^12.0.0" }),
  fetch: typescript(
    "src/worker.ts",
    FETCH,
    {},
    { adopted: ["404 shop_not_found", "409 shop_conflict", "409 shop_conflict"] },
  ),
};
