import "reflect-metadata";
import {
  Body,
  Controller,
  Get,
  type INestApplication,
  type INestMicroservice,
  Post,
  UseFilters,
  UseGuards,
  ValidationPipe,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ClientProxyFactory, EventPattern, MessagePattern, Transport } from "@nestjs/microservices";
import { ExpressAdapter } from "@nestjs/platform-express";
import { IoAdapter } from "@nestjs/platform-socket.io";
import { WsAdapter } from "@nestjs/platform-ws";
import { SubscribeMessage, WebSocketGateway } from "@nestjs/websockets";
import { type ApiError, parseErrorObject } from "@uhp-errors/client";
import { exceptionFactory, UhpModule } from "@uhp-errors/nestjs";
import { lastValueFrom, type Observable, throwError } from "rxjs";
import { io, type Socket } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { freePort } from "../../support/free-port.ts";
import { page, rowsOf, shownCode } from "../support/page-code.ts";
import { command, place, readException } from "./client.ts";
import { CallFilter, contract } from "./filter.ts";
import { OrderCommands, OrderGateway } from "./gateway.ts";
import { acme, Order, placeOrder, reports, SECRET } from "./orders.ts";

const PAGE = page("transports", "NestJS gateways and microservices");

test("the page shows the filter as it is run", () => {
  expect(PAGE).toContain(shownCode(new URL("filter.ts", import.meta.url)));
});

const closed = { canActivate: () => false };

/** Failures that none of the page's own classes can throw, as a gateway and as commands. */
@UseFilters(CallFilter)
@WebSocketGateway()
@Controller()
class Others {
  @UseGuards(closed)
  @SubscribeMessage("closed")
  @MessagePattern("closed")
  closed() {}

  @SubscribeMessage("bare")
  @MessagePattern("bare")
  bare() {
    return new ValidationPipe({ expectedType: Order }).transform({ item: 7 }, { type: "body" });
  }

  @SubscribeMessage("observed")
  @MessagePattern("observed")
  observed(): Observable<never> {
    return throwError(() => acme.error("acme_unavailable"));
  }

  @SubscribeMessage("order.find")
  @MessagePattern("order.find")
  find() {
    return placeOrder({ item: "desk" });
  }

  @EventPattern("noted")
  noted(_data: unknown) {
    throw new TypeError(SECRET);
  }

  @Get("mixed")
  mixed() {
    return placeOrder({ item: "lamp" });
  }
}

/** Answers HTTP in the app with the filter, and in one without it. */
@Controller("orders")
class OrderRoutes {
  @Post()
  place(@Body(new ValidationPipe({ expectedType: Order, exceptionFactory })) order: Order) {
    return placeOrder(order);
  }

  @UseGuards(closed)
  @Get("closed")
  closed() {}
}

@Controller()
class MixedRoute {
  @Get("mixed")
  mixed() {
    return placeOrder({ item: "lamp" });
  }
}

interface Running {
  readonly app: INestApplication;
  readonly url: string;
  readonly tcp: {
    readonly transport: Transport.TCP;
    readonly options: { readonly host: string; readonly port: number };
  };
}

async function start(Adapter: typeof IoAdapter | typeof WsAdapter, inheritAppConfig = false): Promise<Running> {
  const root = {
    module: class {},
    imports: [UhpModule.forRoot({ contract })],
    controllers: [OrderRoutes, OrderCommands, Others],
    providers: [OrderGateway, Others],
  };
  const app = await NestFactory.create(root, new ExpressAdapter(), { logger: false, abortOnError: false });
  app.useWebSocketAdapter(new Adapter(app));
  const tcp = { transport: Transport.TCP as const, options: { host: "127.0.0.1", port: await freePort() } };
  app.connectMicroservice(tcp, { inheritAppConfig }) satisfies INestMicroservice;
  await app.startAllMicroservices();
  await app.listen(0, "127.0.0.1");
  return { app, url: await app.getUrl(), tcp };
}

/** What each failure sends: the message, its order, and what arrives. The page's table shows some of them. */
const ROWS: readonly (readonly [failure: string, message: string, order: object, error: object])[] = [
  [
    'acme.error("acme_sold_out", { param: "items.0", detail: { left: 0 } })',
    "order.place",
    { item: "lamp" },
    { code: "acme_sold_out", param: "items.0", detail: { left: 0 } },
  ],
  ["UnauthorizedException", "order.place", { item: "login" }, { code: "acme_unauthenticated" }],
  ["ForbiddenException", "order.place", { item: "rights" }, { code: "acme_forbidden" }],
  ["a guard that returns false", "closed", {}, { code: "acme_forbidden" }],
  [
    "ValidationPipe with exceptionFactory",
    "order.place",
    { item: 7 },
    { code: "invalid_input", param: "item", detail: { issues: [{ param: "item" }] } },
  ],
  ["ValidationPipe without it", "bare", {}, { code: "invalid_input", param: null, detail: null }],
  ["an Observable that fails", "observed", {}, { code: "acme_unavailable" }],
  ["another WsException", "order.place", { item: "ws" }, { code: "acme_internal_error" }],
  ["another RpcException", "order.place", { item: "rpc" }, { code: "acme_internal_error" }],
  ["a result that is no JSON", "order.place", { item: "pen" }, { code: "acme_internal_error" }],
  ["anything else", "order.place", { item: "bug" }, { code: "acme_internal_error" }],
];

test.each(rowsOf(PAGE, "failure"))("the page's row is tried: %s", (failure, code = "") => {
  const tried = ROWS.map(([name, , , error]) => [name, (error as ApiError).code]);
  expect(tried).toContainEqual([failure, code.split(",")[0]]);
});

beforeEach(() => void reports.splice(0));

/** Checks what a receiver got, and that there was one report. */
function expectRow(body: unknown, message: string, error: object, transport: string): void {
  expect(body).toMatchObject({ error });
  expect(Object.keys(body as object)).toEqual(["error", "retry"]);
  expect(JSON.stringify(body)).not.toContain("hunter2");
  expect(reports).toMatchObject([{ transport, path: message, code: (error as ApiError).code }]);
}

describe("socket.io", () => {
  let running: Running;
  let socket: Socket;
  beforeAll(async () => {
    running = await start(IoAdapter);
    socket = io(running.url, { transports: ["websocket"], forceNew: true });
    await new Promise<void>((resolve) => socket.once("connect", resolve));
  });
  afterAll(async () => {
    socket.close();
    await running.app.close();
  });

  test.each(ROWS)("%s, acknowledged", async (_failure, message, order, error) => {
    expectRow(await socket.emitWithAck(message, order), message, error, "nest-ws");
  });
  test.each(ROWS)("%s, as an event", async (_failure, message, order, error) => {
    const received = new Promise((resolve) => socket.once("exception", resolve));
    socket.emit(message, order);
    expectRow(await received, message, error, "nest-ws");
  });
  test("the client throws what it reads, or returns the answer", async () => {
    await expect(place(socket, { item: "lamp" })).rejects.toMatchObject({ code: "acme_sold_out", status: 409 });
    expect(await place(socket, { item: "cup" })).toEqual({ id: 7 });
  });
  test.each([
    ["order.find", { rule: "backoff", automatic: true, waitMs: 2_000 }],
    ["order.place", { rule: "backoff", automatic: false, waitMs: 2_000 }],
  ])("the retry advice of %s", async (message, retry) => {
    expect(await socket.emitWithAck(message, { item: "desk" })).toMatchObject({ retry });
  });
});

describe("ws", () => {
  let running: Running;
  let socket: WebSocket;
  beforeAll(async () => {
    running = await start(WsAdapter, true);
    socket = new WebSocket(running.url.replace("http", "ws"));
    await new Promise((resolve) => socket.once("open", resolve));
  });
  afterAll(async () => {
    socket.close();
    await running.app.close();
  });

  test.each(ROWS)("%s", async (_failure, message, order, error) => {
    const received = new Promise((resolve) => socket.once("message", resolve));
    socket.send(JSON.stringify({ event: message, data: order }));
    const { event, data } = JSON.parse(String(await received));
    expect(event).toBe("exception");
    expectRow(data, message, error, "nest-ws");
    expect(readException(data)?.code).toBe((error as ApiError).code);
  });
});

describe.each([false, true])("a microservice, inheritAppConfig: %s", (inheritAppConfig) => {
  let running: Running;
  let client: ReturnType<typeof ClientProxyFactory.create>;
  beforeAll(async () => {
    running = await start(IoAdapter, inheritAppConfig);
    client = ClientProxyFactory.create(running.tcp);
  });
  afterAll(async () => {
    await client.close();
    await running.app.close();
  });

  test.each(ROWS)("%s", async (_failure, message, order, error) => {
    const reason = await lastValueFrom(client.send(message, order)).catch((thrown: unknown) => thrown);
    expectRow(reason, message, error, "nest-rpc");
  });
  test("the client throws what it reads", async () => {
    await expect(command(client, { item: "lamp" })).rejects.toMatchObject({ code: "acme_sold_out", status: 409 });
    expect(await command(client, { item: "cup" })).toEqual({ id: 7 });
  });
  test("a command without a handler is answered by Nest", async () => {
    const reason = await lastValueFrom(client.send("nothing", {})).catch((thrown: unknown) => thrown);
    expect(reason).toBeTypeOf("string");
    expect(parseErrorObject(reason)).toBeUndefined();
    expect(reports).toEqual([]);
  });
  test("an event that fails is reported", async () => {
    await lastValueFrom(client.emit("noted", {}), { defaultValue: undefined });
    await vi.waitFor(() => expect(reports).toMatchObject([{ path: "noted", code: "acme_internal_error" }]), {
      timeout: 20_000,
    });
  });
});

test("HTTP answers the same with gateways, microservice and filter as without them", async () => {
  const bare = await NestFactory.create(
    { module: class {}, imports: [UhpModule.forRoot({ contract })], controllers: [OrderRoutes, MixedRoute] },
    new ExpressAdapter(),
    { logger: false, abortOnError: false },
  );
  await bare.listen(0, "127.0.0.1");
  const { app, url } = await start(IoAdapter, true);
  const ask = async (base: string) => {
    const json = { method: "POST", headers: { "content-type": "application/json" } };
    const asked = [
      fetch(`${base}/mixed`),
      fetch(`${base}/orders/closed`),
      fetch(`${base}/nowhere`),
      ...["lamp", "login", "bug", 7].map((item) =>
        fetch(`${base}/orders`, { ...json, body: JSON.stringify({ item }) }),
      ),
    ];
    const answers = await Promise.all(asked);
    return Promise.all(
      answers.map(async (answer) => {
        const { error } = (await answer.json()) as { error: ApiError };
        return [answer.status, error.code, error.param];
      }),
    );
  };
  try {
    const expected = await ask(await bare.getUrl());
    expect(expected).toEqual([
      [409, "acme_sold_out", "items.0"],
      [403, "acme_forbidden", null],
      [404, "acme_route_not_found", null],
      [409, "acme_sold_out", "items.0"],
      [401, "acme_unauthenticated", null],
      [500, "acme_internal_error", null],
      [400, "invalid_input", "item"],
    ]);
    expect(await ask(url)).toEqual(expected);
  } finally {
    await app.close();
    await bare.close();
  }
});
