import { setTimeout as sleep } from "node:timers/promises";
import {
  combine,
  createContract,
  createSanitizer,
  defineCatalog,
  type ErrorReport,
  ensureFound,
  printReports,
  type Recognizer,
  recognizeClass,
} from "@uhp-errors/core";
import { asyncHandler, bearer, type ErrorMiddleware, install, requestContext, stream } from "@uhp-errors/express";
import express from "express";
import multer from "multer";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  captureStackTraces: "server_errors",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
    acme_login_expired: { status: 401, message: "The login has ended." },
    acme_agent_crashed: { task: true, message: "The agent process ended before the task did." },
    acme_internal_error: { message: "Our robots are on it." },
  },
});

class AppError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
    readonly code?: string,
  ) {
    super(message);
  }
}

class StripeError extends Error {}

const stripe: Recognizer = {
  name: "stripe",
  recognize: (thrown) => (thrown instanceof StripeError ? { code: "upstream_error" } : undefined),
};

export const reports: ErrorReport[] = [];
export const lines: string[] = [];

const contract = createContract(acme, {
  versions: ["2026-08-11", "2026-09-12", "2026-10-04"],
  defaultVersion: "2026-10-04",
  correlationId: () => "req-1",
  retryHints: true,
  nullCancelledError: true,
  appliesTo: ({ path }) => !/^\/(?:trpc|graphql)(?:[/?]|$)/.test(path),
  sanitizer: createSanitizer({ internalHosts: ["acme.net"], keep: ["status.internal"] }),
  maxFileBytes: 1_000,
  recognize: [recognizeClass(AppError, { byCode: { ORDER_CLOSED: "acme_sold_out" } }), stripe],
  errorHeaderFilter: { keep: ["link"], drop: ["x-tenant"] },
  bufferTimeoutMs: 500,
  onError: combine(
    printReports({ style: "json", write: (text) => void lines.push(text) }),
    (report) => void reports.push(report),
  ),
});

const app = express();
install(app, contract);

const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const upload = multer({ limits: { fileSize: 1_000 } });
const orders = new Map([["1", { id: "1", owner: "Ada" }]]);

app.get("/v1/orders/:id", (request, response) => {
  const order = orders.get(request.params.id);
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  response.json(order);
});
app.get("/v1/harnesses/:id", (_request, response) => {
  response.json(ensureFound(null, "harness_not_found", { param: "id" }));
});
app.post("/v1/orders", express.json(), () => {
  throw acme.error("acme_sold_out", { detail: { left: 2 } });
});
app.get("/v1/me", auth, (request, response) => {
  response.json({ name: auth.principal(request).name });
});
app.get(
  "/v1/report",
  asyncHandler(async () => {
    await sleep(1);
    throw new Error("cannot open /srv/acme/notes.db");
  }),
);
app.get("/v1/class", () => {
  throw new AppError("No such order.", 404);
});
app.get("/v1/stripe", () => {
  throw new StripeError("card_declined");
});
app.get("/v1/written", (_request, response) => {
  response.status(403).json({ error: "no" });
});
app.post("/v1/files", upload.single("file"), (request, response) => {
  response.status(201).json({ bytes: request.file?.size });
});
app.post("/v1/responses", async (request, response) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  const events = stream(contract, request, response, { responseObject });
  await events.send({ type: "response.created", response: responseObject });
  events.fail(acme.taskError("acme_agent_crashed"));
});
app.post("/v1/tasks", (request, response) => {
  const task = { id: "r1", object: "response", status: "in_progress" };
  response.json(contract.task.failed(task, new Error("ended"), requestContext(request, response)));
});
app.post("/v1/cancelled", (request, response) => {
  const task = { id: "r1", object: "response", status: "in_progress" };
  response.json(contract.task.cancelled(task, requestContext(request, response)));
});
app.get("/v1/expired", () => {
  throw acme.error("acme_login_expired");
});
app.post("/rpc", (_request, response) => {
  response.status(400).json({ jsonrpc: "2.0", id: 1, error: { code: -32600, message: "Invalid Request" } });
});
app.get("/graphql", (_request, response) => {
  response.status(400).send("of another protocol");
});

const log: ErrorMiddleware = (thrown, _request, _response, next) => next(thrown);
app.use(log);

export const server = app.listen(0, "127.0.0.1");
