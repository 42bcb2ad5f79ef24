import {
  Body,
  type CanActivate,
  Controller,
  Get,
  InternalServerErrorException,
  type MessageEvent,
  ParseIntPipe,
  Post,
  Query,
  Sse,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import type { Contract } from "@uhp-errors/core";
import { exceptionFactory, UhpModule } from "@uhp-errors/nestjs";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { IsInt } from "class-validator";
import { type Observable, throwError } from "rxjs";
import type { RunningDriver } from "../../conformance/drivers/driver.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import type { Sent } from "../../support/http.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { BREAKS_OFF, type Item, observed, outcome } from "./item.ts";
import { ofCase, onDriver } from "./shared.ts";

const NEST: readonly DriverName[] = ["nest-express", "nest-fastify"];

class Order {
  declare readonly amount: number;
}
IsInt()(Order.prototype, "amount");

const refusing: CanActivate = { canActivate: () => false };

/** Starts a typical app. Its pipe has the library's factory only with the contract. */
async function start(framework: DriverName, contract: Contract | undefined): Promise<RunningDriver> {
  class Failing {
    order(order: Order): object {
      return order;
    }
    guarded(): string {
      return "ok";
    }
    parsed(id: number): object {
      return { id };
    }
    raised(): never {
      throw new InternalServerErrorException(LEAKY_TEXT);
    }
    events(): Observable<MessageEvent> {
      return throwError(() => new InternalServerErrorException(LEAKY_TEXT));
    }
  }
  const pipe = new ValidationPipe({ expectedType: Order, ...(contract && { exceptionFactory }) });
  decorate(Failing, [Controller()], {
    order: { method: [Post("orders")], parameters: [Body(pipe)] },
    guarded: { method: [Get("guarded"), UseGuards(refusing)] },
    parsed: { method: [Get("parsed")], parameters: [Query("id", ParseIntPipe)] },
    raised: { method: [Get("raised")] },
    events: { method: [Sse("events")] },
  });
  const adapter = framework === "nest-express" ? new ExpressAdapter() : new FastifyAdapter();
  const imports = contract === undefined ? [] : [UhpModule.forRoot({ contract })];
  const app = await NestFactory.create({ module: class {}, imports, controllers: [Failing] }, adapter as never, {
    logger: false,
    forceCloseConnections: true,
  });
  await app.listen(0, "127.0.0.1");
  return { url: await app.getUrl(), server: app.getHttpServer(), close: () => app.close() };
}

function onApp(what: string, expected: string, sent: Sent): Item {
  const observe: Item["observe"] = (framework, contract) =>
    observed(start(framework, contract), (url) => outcome(url, sent));
  return { what, frameworks: NEST, expected, observe };
}

const order: Sent = {
  method: "POST",
  path: "/orders",
  headers: { "Content-Type": "application/json" },
  body: '{"amount":"many"}',
};

/** Failures in a Nest service. */
export const NEST_ITEMS: readonly Item[] = [
  ofCase(NEST, "`throw new Error(…)` with a private text", "thrown.error"),
  ofCase(NEST, "`throw undefined`", "thrown.undefined"),
  onApp("an `HttpException` with a private text", "500 `acme_internal_error`", { path: "/raised" }),
  ofCase(NEST, "an error of another service's SDK, with its status and headers", "upstream.SDK error with a status", {
    shown: { "set-cookie": "none" },
  }),
  onApp("`ValidationPipe`", "400 `invalid_input`", order),
  onApp("`ParseIntPipe`", "400 `invalid_input`", { path: "/parsed?id=x" }),
  onApp("a guard that returns `false`", "403 `acme_forbidden`", { path: "/guarded" }),
  onApp("`@Sse()` that fails before its first event", "500 `acme_internal_error`", { path: "/events" }),
  ofCase(NEST, "an unknown route", "written.no-route"),
  ofCase(NEST, "a known route by another method", "written.wrong-method", { shown: { allow: "`GET, HEAD`" } }),
  ofCase(NEST, "JSON that does not parse", "body-parser.syntax"),
  ofCase(NEST, "a body over the limit", "body-parser.too-large"),
  ofCase(NEST, "a file over the limit", "limit.upload"),
  ofCase(NEST, "`ThrottlerGuard`", "written.limiter", { twice: true }),
  ofCase(NEST, "a body that cannot be serialized", "unserialisable.big-integer"),
  onDriver(NEST, "a throw after the first half of an answer", {
    expected: BREAKS_OFF,
    handler: async ({ response }) => {
      response.statusCode = 200;
      await new Promise((written) => response.write("half of it", written));
      throw new Error(LEAKY_TEXT);
    },
  }),
];
