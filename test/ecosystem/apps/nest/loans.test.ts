import "reflect-metadata";
import type { AddressInfo } from "node:net";
import type { INestApplication } from "@nestjs/common";
import { type AbstractHttpAdapter, NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { WsAdapter } from "@nestjs/platform-ws";
import type { Contract } from "@uhp-errors/core";
import { UhpModule } from "@uhp-errors/nestjs";
import { file, form } from "../../support/multipart.ts";
import { OTHER_METHOD } from "../../support/styles.ts";
import { upgrade } from "../../support/websocket.ts";
import { type App, type AppStep, post } from "../support/app.ts";
import { threeWays } from "../support/three-ways.ts";
import { LoansModule, LoansWithPicturesModule } from "./loans.ts";

const starting =
  (module: typeof LoansModule | typeof LoansWithPicturesModule, adapter: () => AbstractHttpAdapter) =>
  async (contract: Contract | undefined) => {
    const covered = contract === undefined ? [] : [UhpModule.forRoot({ contract })];
    class Root {}
    const options = { logger: false, abortOnError: false, forceCloseConnections: true } as const;
    const root = { module: Root, imports: [...covered, module] };
    const app: INestApplication = await NestFactory.create(root, adapter(), options);
    app.useWebSocketAdapter(new WsAdapter(app));
    app.enableCors({ origin: "https://pages.test" });
    await app.listen(0, "127.0.0.1");
    return { port: (app.getHttpServer().address() as AddressInfo).port, close: () => app.close() };
  };

const KEEPER = { "X-Role": "keeper" };

/** Sends a message as a client of the gateway, and then ends the conversation. */
function say(...messages: readonly object[]): Buffer {
  const frames = messages.map((message) => {
    const text = Buffer.from(JSON.stringify(message));
    return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
  });
  return Buffer.concat(frames);
}

const talk = (last: string, ...messages: readonly object[]): AppStep => ({
  path: "/live",
  headers: upgrade(),
  status: 101,
  reply: say(...messages),
  until: last,
});

const FLOW: App["flow"] = {
  "all tools": { path: "/tools" },
  "tools of a kind": { path: "/tools?kind=power" },
  "tools of an unknown kind": { path: "/tools?kind=garden", status: 400 },
  "a page of tools": { path: "/tools/page" },
  "a page that is no number": { path: "/tools/page?limit=many", status: 400 },
  "some tools": { path: "/tools/some?ids=1,2" },
  "some tools that are no numbers": { path: "/tools/some?ids=1,x", status: 400 },
  "a tool": { path: "/tools/1" },
  "a tool that does not exist": { path: "/tools/9", status: 404 },
  "a tool that is no number": { path: "/tools/saw", status: 400 },
  "a new tool": post("/tools", { name: "plane", kind: "hand" }, { headers: KEEPER, status: 201 }),
  "a new tool without a name": post("/tools", {}, { headers: KEEPER, status: 400 }),
  "a new tool that is no JSON": {
    method: "POST",
    path: "/tools",
    headers: { ...KEEPER, "Content-Type": "application/json" },
    body: "{",
    status: 400,
  },
  "a new tool by an unknown visitor": post("/tools", { name: "x", kind: "hand" }, { status: 401 }),
  "a new tool of a member": post(
    "/tools",
    { name: "x", kind: "hand" },
    { headers: { "X-Role": "member" }, status: 403 },
  ),
  "a new tool of someone banned": post("/tools", {}, { headers: { "X-Role": "banned" }, status: 403 }),
  "a loan": { method: "POST", path: "/tools/1/loan", headers: KEEPER, status: 202 },
  "a second loan": { method: "POST", path: "/tools/1/loan", headers: KEEPER, status: 409 },
  "a tool that comes back": { method: "DELETE", path: "/tools/1/loan", headers: KEEPER, status: 204 },
  "a tool that is back": { method: "DELETE", path: "/tools/1/loan", headers: KEEPER, status: 404 },
  "a new name": { method: "PUT", path: "/tools/1/name", json: { name: "fretsaw" } },
  "a name that is a number": { method: "PUT", path: "/tools/1/name", json: { name: 1 }, status: 400 },
  "a handler that is too slow": { path: "/tools/slow", status: 408 },
  "a first answer": { path: "/tools/known" },
  "an answer from memory": { path: "/tools/known" },
  "an error that a filter answers": { path: "/tools/broken", status: 410 },
  "an unknown error": { path: "/tools/lost", status: 500 },
  "an old address": { path: "/tools/old", status: 301 },
  "a list as a file": { path: "/tools/list.csv" },
  events: { path: "/tools/ticks" },
  "HEAD of a tool": { method: "HEAD", path: "/tools/1" },
  "a preflight": {
    method: "OPTIONS",
    path: "/tools",
    headers: { Origin: "https://pages.test", "Access-Control-Request-Method": "POST" },
    status: 204,
  },
  "a tool over a WebSocket": talk("found", { event: "find", data: 1 }),
  "all tools over a WebSocket": talk("plane", { event: "each" }),
  "a refusal over a WebSocket": talk("counter", { event: "lend" }),
  "a failure over a WebSocket": talk("exception", { event: "find", data: 9 }),
  "no WebSocket": { path: "/live", status: 404 },
  "an address that does not exist": { path: "/nowhere", status: 404 },
  "another method": { method: "PATCH", path: "/tools/1", json: {}, status: 404 },
};

const SAMPLE = {
  is: "a sample with guards and a gateway",
  adoption: ["UhpModule.forRoot({ contract })"],
  differences: { "another method": OTHER_METHOD },
} as const;

threeWays({
  ...SAMPLE,
  library: "@nestjs/platform-express",
  start: starting(LoansWithPicturesModule, () => new ExpressAdapter()),
  flow: {
    ...FLOW,
    "a picture": { path: "/pictures", ...form([file("picture", "a.txt", "hello")]), status: 201 },
    "no picture": { path: "/pictures", ...form([]), status: 400 },
    "a picture that is too large": {
      path: "/pictures",
      ...form([file("picture", "a.txt", "x".repeat(90))]),
      status: 413,
    },
    "a picture under another name": { path: "/pictures", ...form([file("photo", "a.txt", "hello")]), status: 400 },
  },
});

threeWays({
  ...SAMPLE,
  library: "@nestjs/platform-fastify",
  start: starting(LoansModule, () => new FastifyAdapter({ forceCloseConnections: true })),
  flow: FLOW,
});
