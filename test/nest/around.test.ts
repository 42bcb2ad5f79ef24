import * as common from "@nestjs/common";
import { ValidationPipe } from "@nestjs/common";
import { type AbstractHttpAdapter, NestFactory } from "@nestjs/core";
import { ClientProxyFactory, MessagePattern, Payload, Transport } from "@nestjs/microservices";
import { DocumentBuilder, SwaggerModule } from "@nestjs/swagger";
import { Test } from "@nestjs/testing";
import { type Contract, createContract, type ErrorReport } from "@uhp-errors/core";
import { defineOwn, PIPE_ISSUES } from "@uhp-errors/core/internal";
import { describeErrors } from "@uhp-errors/exports";
import { exceptionFactory, operationsOf, UHP_CONTRACT, UhpErrorCodes, UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { IsArray, MinLength } from "class-validator";
import { lastValueFrom } from "rxjs";
import { describe, expect, test } from "vitest";
import { acme, untypedError } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { freePort } from "../support/free-port.ts";
import { send } from "../support/http.ts";
import { createApp, during, Everything, metadataWith, PLATFORMS, SECRET } from "./app.ts";

const silent = { onError: () => {} };

test("the packages have the project's major version", () => {
  expect("StandardSchemaValidationPipe" in common).toBe(process.env["NEST"] !== "11");
});

test.each([undefined, null, {}, acme])("a module for %o instead of a contract is refused", (contract) => {
  expect(() => UhpModule.forRoot({ contract: contract as unknown as Contract })).toThrow(/UhpModule\.forRoot/);
});

/** The input of `/tasks`, for a pipe of the app. */
class Named {
  declare readonly name: string;
  declare readonly tags: readonly unknown[];
}
MinLength(2, { message: "name is too short" })(Named.prototype, "name");
IsArray()(Named.prototype, "tags");

describe.each(PLATFORMS)("%s", (_name, make) => {
  test.each([
    ["by itself", undefined, null],
    ["with our exceptionFactory", exceptionFactory, "name"],
  ])("a service that exposes its own messages says what ValidationPipe says %s", async (_how, factory, param) => {
    const contract = createContract(acme, { ...silent, exposeMessages: true });
    const app = await createApp(make(), contract);
    app.useGlobalPipes(
      new ValidationPipe({ expectedType: Named, ...(factory === undefined ? {} : { exceptionFactory: factory }) }),
    );
    await during(app, async (url) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await send(url, { path: "/tasks", method: "POST", headers, body: '{"name":"x","tags":1}' });
      expect(expectEnvelope(answer)).toMatchObject({
        code: "invalid_input",
        message: "name is too short",
        detail: {
          issues: [
            { param, message: "name is too short" },
            { param: param && "tags", message: "tags must be an array" },
          ],
        },
      });
    });
  });

  test("a contract that other providers make is in force, and can be injected", async () => {
    const settings = { provide: "settings", useValue: { compat: { deprecatedDetail: true } } };
    class Settings {}
    const useFactory = (options: object) => ({ contract: createContract(acme, { ...silent, ...options }) });
    const module = UhpModule.forRootAsync({
      imports: [{ module: Settings, providers: [settings], exports: [settings] }],
      inject: ["settings"],
      useFactory,
    });
    class Root {}
    const app = await NestFactory.create({ module: Root, ...metadataWith([module]) }, make(), { logger: false });
    const received = await during(app, (url) => send(url, { path: "/nowhere" }));
    expect(JSON.parse(received.body)).toHaveProperty("detail");
    expect(app.get<Contract>(UHP_CONTRACT).versions).toContain("2026-10-04");
  });

  test("an app of a testing module answers under the contract, including Nest's own errors", async () => {
    const metadata = metadataWith([UhpModule.forRoot({ contract: createContract(acme, silent) })]);
    const compiled = await Test.createTestingModule(metadata).compile();
    const app = compiled.createNestApplication(make() as AbstractHttpAdapter, { logger: false });
    await during(app, async (url) => {
      const old = await send(url, { path: "/ok", headers: { "UHP-Version": "1999-01-01" } });
      expect(expectEnvelope(old).code).toBe("unsupported_protocol_version");
      expect(expectEnvelope(await send(url, { path: "/raise/acme_teapot" })).code).toBe("acme_teapot");
      expect(expectEnvelope(await send(url, { path: "/ok", method: "DELETE" })).code).toBe("acme_method_not_allowed");
    });
  });

  test("Nest itself responds where the contract does not apply", async () => {
    const contract = createContract(acme, { ...silent, appliesTo: () => false });
    const json = { "Content-Type": "application/json" };
    const bodies = await during(await createApp(make(), contract), async (url) => [
      await send(url, { path: "/nowhere" }),
      await send(url, { path: "/forbidden" }),
      await send(url, { path: "/bearer" }),
      await send(url, { path: "/tasks", method: "POST", headers: json, body: '{"name":3,"tags":[{"rank":"one"}]}' }),
      await send(url, { path: "/tasks", method: "POST", headers: json, body: "{" }),
    ]);
    expect(bodies.map(({ status }) => status)).toEqual([404, 403, 401, 400, 400]);
    expect(JSON.parse(bodies[0]?.body ?? "")).toMatchObject({ message: "Cannot GET /nowhere" });
    expect(JSON.parse(bodies[3]?.body ?? "")).toMatchObject({
      message: expect.arrayContaining(["name must be a string", "tags.0.rank must be an integer number"]),
    });
    for (const { headers } of bodies) expect(headers["uhp-version"]).toBeUndefined();
  });

  test("a filter that throws on keeps the paths of a pipe's issues", async () => {
    const app = await createApp(make(), createContract(acme, silent));
    app.useGlobalFilters(new Everything(() => true));
    await during(app, async (url) => {
      const headers = { "Content-Type": "application/json" };
      const answer = await send(url, { path: "/tasks", method: "POST", headers, body: '{"name":"x","tags":[]}' });
      expect(expectEnvelope(answer)).toMatchObject({ code: "invalid_input", param: "name" });
    });
  });

  test("a microservice in the same app gets Nest's own errors", async () => {
    class Commands {
      fail(name: string): never {
        if (name === "known") throw untypedError("acme_teapot");
        throw new Error(SECRET);
      }
    }
    decorate(Commands, [common.Controller()], {
      fail: { method: [MessagePattern("fail")], parameters: [Payload()] },
    });
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const app = await createApp(make(), contract, [{ module: class {}, controllers: [Commands] }]);
    const tcp = { transport: Transport.TCP as const, options: { host: "127.0.0.1", port: await freePort() } };
    app.connectMicroservice(tcp, { inheritAppConfig: true });
    await app.startAllMicroservices();
    await during(app, async () => {
      const client = ClientProxyFactory.create(tcp);
      try {
        for (const name of ["known", "unknown"]) {
          const failure = lastValueFrom(client.send("fail", name)).catch((reason: unknown) => reason);
          expect(await failure).toEqual({ status: "error", message: "Internal server error" });
        }
      } finally {
        await client.close();
      }
    });
    expect(reports).toEqual([]);
  });

  test("codes that decorators name are responses in the document", async () => {
    class Described {
      one(): object {
        return {};
      }
      two(): object {
        return {};
      }
      get three(): never {
        return expect.fail();
      }
    }
    decorate(Described, [common.Controller("described"), UhpErrorCodes("rate_limited")], {
      one: { method: [common.Get("one"), UhpErrorCodes("harness_not_found", "acme_teapot")] },
      two: { method: [common.Get("two")] },
    });
    const app = await NestFactory.create({ module: class {}, controllers: [Described] }, make(), { logger: false });
    const document = SwaggerModule.createDocument(app, new DocumentBuilder().build());
    await app.close();
    const operations = operationsOf(document);
    expect(operations).toEqual({
      "GET /described/one": ["harness_not_found", "acme_teapot", "rate_limited"],
      "GET /described/two": ["rate_limited"],
    });
    expect(operationsOf({})).toEqual({});
    const described = describeErrors(document, acme, { operations: operationsOf(document) });
    expect(Object.keys(described.paths["/described/one"]?.get?.responses ?? {})).toEqual(
      expect.arrayContaining(["200", "404", "418", "429"]),
    );
    expect(() =>
      describeErrors(document, acme, { operations: { "GET /described/one": ["nothing" as never] } }),
    ).toThrow(TypeError);
  });
});

test.each([
  ["nothing", []],
  ["what has no constraints", [{ property: "a" }]],
  ["issues of a Standard Schema", [{ message: "is wrong", path: ["a"] }]],
  ["the text of ParseArrayPipe", "Validation failed"],
  ["the texts of its items", ["[0] is wrong"]],
])("the exception of a pipe can be made of %s", (_what, errors) => {
  expect(exceptionFactory(errors).getStatus()).toBe(400);
  expect(new ValidationPipe({ exceptionFactory })).toBeInstanceOf(ValidationPipe);
});

test.each<[string, object]>([
  ["errors of class-validator", new ValidationPipe({ expectedType: Named, exceptionFactory })],
  [
    "issues of a Standard Schema",
    {
      transform: () => {
        throw exceptionFactory([{ message: SECRET, path: ["name"] }]);
      },
    },
  ],
])("an exception made of %s names the fields where no request failed", async (_what, pipe) => {
  const transform = async () => (pipe as ValidationPipe).transform({ name: "x", tags: [] }, { type: "body" });
  const thrown = await transform().catch((reason: unknown) => reason);
  const { error } = createContract(acme, silent).handleError(thrown, { transport: "ws" });
  expect(error).toMatchObject({ code: "invalid_input", param: "name", detail: { issues: [{ param: "name" }] } });
  expect(JSON.stringify(error)).not.toContain(SECRET);
});

test.each([
  ["a list of another kind", [{ reason: SECRET }]],
  ["no list", SECRET],
])("an exception that carries %s goes by its status", (_what, issues) => {
  const thrown = new common.BadRequestException(SECRET);
  defineOwn(thrown, PIPE_ISSUES, issues);
  const { error } = createContract(acme, silent).handleError(thrown, { transport: "ws" });
  expect(error).toMatchObject({ code: "invalid_input", param: null, detail: null });
});

test("missing options are refused like a missing contract", async () => {
  const imports = [UhpModule.forRootAsync({ useFactory: () => undefined as never })];
  const made = NestFactory.create({ module: class {}, imports }, { logger: false, abortOnError: false });
  await expect(made).rejects.toThrow(/UhpModule\.forRootAsync/);
});
