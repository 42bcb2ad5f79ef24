import "reflect-metadata";
import swagger from "@fastify/swagger";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { Body, Controller, Get, HttpCode, Module, Param, Post } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ApiBody, ApiOperation, ApiParam, ApiResponse, DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { describeErrors } from "@uhp-errors/exports";
import Fastify from "fastify";
import swaggerJsdoc from "swagger-jsdoc";
import { acme, operations } from "./catalog.ts";

/** A document as a tool made it, without and with the errors. */
export interface Documents {
  readonly before: object;
  readonly after: object;
}

const INFO = {
  title: "Acme",
  description: "Runs tasks.",
  version: "1.0.0",
  license: { name: "MIT", url: "https://acme.example/license" },
};
const SERVERS = [{ url: "https://api.acme.example" }];
const BEARER = { type: "http", scheme: "bearer" } as const;
const TASK = { type: "object", required: ["id"], properties: { id: { type: "string" } } } as const;

/** The output of `@fastify/swagger`, with `describeErrors` as its `transformObject`. */
export async function ofFastify(openapi: "3.0.3" | "3.1.0"): Promise<Documents> {
  const documentOf = async (transformed: boolean) => {
    const app = Fastify();
    await app.register(swagger, {
      openapi: {
        openapi,
        info: INFO,
        servers: SERVERS,
        security: [{ bearer: [] }],
        components: { securitySchemes: { bearer: BEARER } },
      },
      ...(transformed
        ? {
            transformObject: (given) =>
              "openapiObject" in given
                ? describeErrors(given.openapiObject, acme, { operations })
                : given.swaggerObject,
          }
        : {}),
    });
    const params = { type: "object", properties: { id: { type: "string" } } } as const;
    const responses = { 200: { description: "The harness.", ...TASK }, 404: { description: "It is gone.", ...TASK } };
    const get = { operationId: "getHarness", summary: "A harness", params, response: responses };
    app.get("/v1/harnesses/:id", { schema: get }, async () => ({ id: "x" }));
    const post = { operationId: "createTask", summary: "A task", body: TASK, response: { 200: responses[200] } };
    app.post("/v1/responses", { schema: post }, async () => ({ id: "x" }));
    await app.ready();
    const document = JSON.parse(JSON.stringify(app.swagger()));
    await app.close();
    return document as object;
  };
  return { before: withErrorOf(await documentOf(false)), after: await documentOf(true) };
}

/** The output of swagger-jsdoc for the comments in `annotated.ts`. */
export function ofSwaggerJsdoc(): Documents {
  const before = swaggerJsdoc({
    failOnErrors: true,
    definition: {
      openapi: "3.0.3",
      info: INFO,
      servers: SERVERS,
      security: [{ bearer: [] }],
      components: { securitySchemes: { bearer: BEARER } },
    },
    apis: [new URL("annotated.ts", import.meta.url).pathname],
  });
  return { before: withErrorOf(before), after: describeErrors(before, acme, { operations }) };
}

/** The output of Nest's `createDocument`. Decorators are called as functions, so no compiler is needed. */
export async function ofNest(): Promise<Documents> {
  class Tasks {
    byId(id: string) {
      return { id };
    }
    create(task: object) {
      return task;
    }
  }
  const decorate = (method: "byId" | "create", ...decorators: readonly MethodDecorator[]) => {
    const descriptor = Object.getOwnPropertyDescriptor(Tasks.prototype, method) as PropertyDescriptor;
    for (const decorator of decorators) decorator(Tasks.prototype, method, descriptor);
  };
  Reflect.defineMetadata("design:paramtypes", [String], Tasks.prototype, "byId");
  Reflect.defineMetadata("design:paramtypes", [Object], Tasks.prototype, "create");
  Param("id")(Tasks.prototype, "byId", 0);
  Body()(Tasks.prototype, "create", 0);
  decorate(
    "byId",
    Get("harnesses/:id"),
    ApiOperation({ operationId: "getHarness", summary: "A harness" }),
    ApiParam({ name: "id", type: String }),
    ApiResponse({ status: 200, description: "The harness.", schema: TASK as never }),
    ApiResponse({ status: 404, description: "It is gone." }),
  );
  decorate(
    "create",
    Post("responses"),
    HttpCode(200),
    ApiOperation({ operationId: "createTask", summary: "A task" }),
    ApiBody({ schema: TASK as never }),
    ApiResponse({ status: 200, description: "The task.", schema: TASK as never }),
  );
  Controller("v1")(Tasks);
  class App {}
  Module({ controllers: [Tasks] })(App);
  const app = await NestFactory.create(App, { logger: false });
  const config = new DocumentBuilder()
    .setTitle(INFO.title)
    .setDescription(INFO.description)
    .setVersion(INFO.version)
    .setLicense(INFO.license.name, INFO.license.url)
    .addServer(SERVERS[0]?.url ?? "")
    .addBearerAuth(BEARER, "bearer")
    .addSecurityRequirements("bearer")
    .build();
  const before = SwaggerModule.createDocument(app, config);
  const described = describeErrors(before, acme, { operations });
  await app.close();
  return { before: withErrorOf(before), after: JSON.parse(JSON.stringify(described)) };
}

/** The output of `@hono/zod-openapi`. */
export function ofHono(): Documents {
  const task = { content: { "application/json": { schema: z.object({ id: z.string() }) } } };
  const app = new OpenAPIHono();
  app.openAPIRegistry.registerComponent("securitySchemes", "bearer", BEARER);
  const get = createRoute({
    method: "get",
    path: "/v1/harnesses/{id}",
    operationId: "getHarness",
    summary: "A harness",
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: { description: "The harness.", ...task }, 404: { description: "It is gone.", ...task } },
  });
  const post = createRoute({
    method: "post",
    path: "/v1/responses",
    operationId: "createTask",
    summary: "A task",
    request: { body: task },
    responses: { 200: { description: "The task.", ...task } },
  });
  app.openapi(get, (context) => context.json({ id: "x" }, 200));
  app.openapi(post, (context) => context.json({ id: "x" }, 200));
  const made = app.getOpenAPI31Document({
    openapi: "3.1.0",
    info: INFO,
    servers: [...SERVERS],
    security: [{ bearer: [] }],
  });
  const before = JSON.parse(JSON.stringify(made)) as typeof made;
  return { before: withErrorOf(before), after: describeErrors(before, acme, { operations }) };
}

/** Adds a sample error to every operation, since the linter wants one even before the errors are described. */
function withErrorOf(document: object): object {
  const copy = JSON.parse(JSON.stringify(document)) as { paths: Record<string, Record<string, { responses: object }>> };
  for (const item of Object.values(copy.paths)) {
    for (const operation of Object.values(item)) {
      operation.responses = { ...operation.responses, "400": { description: "Wrong." } };
    }
  }
  return copy;
}
