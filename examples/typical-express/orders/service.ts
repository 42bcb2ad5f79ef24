import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { PGlite } from "@electric-sql/pglite";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import axios from "axios";
import express, { type ErrorRequestHandler, type RequestHandler, type Response } from "express";
import { rateLimit } from "express-rate-limit";
import jwt from "jsonwebtoken";
import multer from "multer";
import * as z from "zod";
import { ApiError, acme } from "./errors.ts";

const JWT_SECRET = "keyboard cat";
export const MAX_PHOTO_BYTES = 65_536;
const NOT_FOUND_PAGE = "<!doctype html><title>Not found</title><h1>We could not find that page</h1>";

/** How far the service has moved. */
export interface Stage {
  /** The contract that is installed; none before the first step. */
  readonly contract?: Contract;
  /** Whether the service still has its own error handler. */
  readonly hasOwnHandler: boolean;
  /** Whether routes throw errors of the catalog instead of writing responses. */
  readonly throwsCodes: boolean;
}

/** The refusals of the routes: how they write each one, and the code that they throw after the last step. */
const REFUSALS = {
  BAD_CREDENTIALS: { status: 401, message: "The password is wrong.", code: "acme_wrong_password" },
  NO_TOKEN: { status: 401, message: "Please sign in.", code: "missing_credential" },
  NO_ORDER: { status: 404, message: "There is no order 99.", code: "acme_order_not_found" },
  FORBIDDEN: { status: 403, message: "Only for the staff.", code: "acme_staff_only" },
  ORDER_CLOSED: { status: 409, message: "The order is closed.", code: "acme_order_closed" },
  ORDER_EXPIRED: { status: 410, message: "The order has expired.", code: "acme_order_expired" },
  BAD_AMOUNT: { status: 422, message: "The amount must be positive.", code: "invalid_input", param: "amount" },
} as const;

const Order = z.object({ item: z.string(), amount: z.number() });

const SCHEMA = `
  DROP SCHEMA IF EXISTS shop CASCADE;
  CREATE SCHEMA shop;
  SET search_path TO shop;
  CREATE TABLE customers (id integer PRIMARY KEY, email text NOT NULL UNIQUE);
  CREATE TABLE orders (
    customer integer NOT NULL REFERENCES customers (id),
    amount integer NOT NULL CHECK (amount > 0)
  );
  CREATE TABLE parcels (id uuid PRIMARY KEY);
  INSERT INTO customers VALUES (1, 'ada@example.com');
`;

/** PostgreSQL in this process, started once. Each service recreates its tables. */
let engine: PGlite | undefined;

async function openDatabase(): Promise<PGlite> {
  engine ??= new PGlite();
  await engine.exec(SCHEMA);
  return engine;
}

/** The service that orders call. It limits or rejects every request. */
async function startUpstream() {
  const server = createServer((request, response) => {
    if (request.url === "/busy")
      response.writeHead(429, { "Retry-After": "7" }).end('{"error":"slow down, acme-eu-3"}');
    else response.writeHead(401, { "Set-Cookie": "sid=upstream" }).end('{"error":"key sk-live-1 is revoked"}');
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** Starts the service that takes orders, as it is at a stage of its move to the contract. */
export async function start({ contract, hasOwnHandler, throwsCodes }: Stage) {
  const database = await openDatabase();
  const upstream = await startUpstream();
  const upload = multer({ limits: { fileSize: MAX_PHOTO_BYTES } });

  function refuse(response: Response, name: keyof typeof REFUSALS): void {
    const { status, message, code, ...rest } = REFUSALS[name];
    if (throwsCodes) throw acme.error(code, { message, ...rest });
    response.status(status).json({ error: { code: name, message } });
  }

  const signedIn: RequestHandler = (request, response, next) => {
    const token = request.headers.authorization?.replace(/^Bearer /, "");
    if (token === undefined) return refuse(response, "NO_TOKEN");
    jwt.verify(token, JWT_SECRET);
    next();
  };

  const app = express();
  if (contract !== undefined) install(app, contract);
  app.use(express.json({ limit: "20kb" }));

  app.get("/health", (_request, response) => void response.send("ok"));
  app.get("/", (_request, response) => void response.type("html").send("<!doctype html><h1>Orders</h1>"));

  app.post("/sessions", (request, response) => {
    if (request.body.password !== "engine") return refuse(response, "BAD_CREDENTIALS");
    response.json({ token: jwt.sign({ sub: "ada" }, JWT_SECRET, { noTimestamp: true }) });
  });

  app.get("/orders", signedIn, async (_request, response) => {
    response.json({ orders: (await database.query("SELECT customer, amount FROM orders")).rows });
  });
  app.post("/orders", (request, response) => {
    const { item, amount } = Order.parse(request.body);
    if (amount < 0) return refuse(response, "BAD_AMOUNT");
    response.status(201).json({ item, amount });
  });
  app.get("/orders/:id", (request, response) => {
    if (request.params.id === "99") return refuse(response, "NO_ORDER");
    if (request.params.id === "98") throw new ApiError(404, "NO_ORDER", "There is no order 98.");
    if (request.params.id === "97") return refuse(response, "ORDER_EXPIRED");
    response.json({ id: request.params.id });
  });
  app.put("/orders/:id", (request, response) => {
    if (request.params.id === "2")
      throw new ApiError(409, "NO_STOCK", "Only 2 chairs are left. Take fewer.", { left: 2 });
    if (request.params.id === "3") throw new ApiError(409, "NO_STOCK", "No chair is left.");
    refuse(response, "ORDER_CLOSED");
  });
  app.get("/orders/:id/total", (request, response) => {
    const order = undefined as unknown as { readonly amount: number };
    response.json({ id: request.params.id, total: order.amount.toFixed(2) });
  });
  app.get("/orders/:id/events", (request, response) => {
    response.writeHead(200, { "Content-Type": "text/event-stream" });
    response.write('data: {"state":"packed"}\n\n');
    if (request.params.id === "2") throw new Error("the courier at courier-1.internal hung up");
    response.end('data: {"state":"sent"}\n\n');
  });

  app.get("/staff", (_request, response) => refuse(response, "FORBIDDEN"));
  app.get("/staff/report", () => {
    throw new ApiError(403, "FORBIDDEN", "Only for the staff.");
  });

  app.post("/customers", async ({ body }, response) => {
    await database.query("INSERT INTO customers VALUES (2, $1)", [body.email]);
    response.status(201).json({ email: body.email });
  });
  app.post("/customers/:id/orders", async ({ body, params }, response) => {
    await database.query("INSERT INTO orders VALUES ($1, $2)", [params.id, body.amount]);
    response.status(201).json({ amount: body.amount });
  });
  app.get("/parcels/:id", async ({ params }, response) => {
    response.json((await database.query("SELECT * FROM parcels WHERE id = $1", [params.id])).rows);
  });
  app.get("/archive", async (_request, response) => {
    response.json((await database.query("SELECT * FROM archive")).rows);
  });

  app.get("/rates", async (_request, response) => void response.json((await axios.get(`${upstream.url}/busy`)).data));
  app.get("/invoices", async (_request, response) => void response.json((await axios.get(upstream.url)).data));
  app.get("/couriers", async (_request, response) => void response.json((await axios.get("http://127.0.0.1:1/")).data));

  app.post(
    "/mails",
    rateLimit({ limit: 1, standardHeaders: "draft-8", legacyHeaders: false }),
    (_request, response) => {
      response.json({ sent: true });
    },
  );
  app.post("/photos", upload.single("photo"), (request, response) => {
    response.json({ bytes: request.file?.size });
  });

  app.post("/mcp", ({ body, headers }, response) => {
    const answer = (status: number, rest: object) =>
      response.status(status).json({ jsonrpc: "2.0", id: body.id ?? null, ...rest });
    if (body.method === undefined) return answer(400, { error: { code: -32_600, message: "Bad Request" } });
    if (headers["mcp-session-id"] === "gone")
      return answer(404, { error: { code: -32_001, message: "Session not found" } });
    return answer(200, { result: {} });
  });
  app.get("/pages/:name", (_request, response) => void response.status(404).send(NOT_FOUND_PAGE));

  if (hasOwnHandler) {
    const answerError: ErrorRequestHandler = (error, _request, response, next) => {
      if (response.headersSent) return next(error);
      const status = error instanceof ApiError ? error.status : (error.status ?? 500);
      response.status(status).json({ error: { code: error.code ?? "INTERNAL", message: error.message } });
    };
    app.use(answerError);
  }

  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      upstream.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
