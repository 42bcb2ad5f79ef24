import { zValidator } from "@hono/zod-validator";
import { createContract, defineCatalog, type ErrorReport, type Recognizer, recognizeClass } from "@uhp-errors/core";
import { bearer, install, stream, validationHook } from "@uhp-errors/hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_order_not_found: { status: 404, message: "There is no such order." },
    acme_sold_out: {
      status: 409,
      message: "There are not enough of this article.",
      detail: z.object({ left: z.int().nonnegative() }),
    },
  },
});

class AppError extends Error {
  constructor(
    message: string,
    readonly statusCode: number,
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

const contract = createContract(acme, {
  recognize: [recognizeClass(AppError), stripe],
  onError: (report) => void reports.push(report),
});

const app = new Hono();
install(app, contract);

const auth = bearer(contract, async (token) => (token === "key" ? { name: "Ada" } : null));
const orders = new Map([["1", { id: "1" }]]);
const maxSize = 1_000;
const limited = bodyLimit({
  maxSize,
  onError: () => {
    throw acme.error("file_too_large", { detail: { max_bytes: maxSize } });
  },
});
const note = z.object({ title: z.string() });

app.get("/v1/orders/:id", (c) => {
  const order = orders.get(c.req.param("id"));
  if (order === undefined) throw acme.error("acme_order_not_found", { param: "id" });
  return c.json(order);
});
app.post("/v1/orders", () => {
  throw acme.error("acme_sold_out", { detail: { left: 2 } });
});
app.get("/v1/me", auth, (c) => c.json({ name: c.get("principal").name }));
app.get("/v1/report", () => {
  throw new Error("cannot open /srv/acme/notes.db");
});
app.get("/v1/class", () => {
  throw new AppError("No such order.", 404);
});
app.get("/v1/stripe", () => {
  throw new StripeError("card_declined");
});
app.get("/v1/written", (c) => c.json({ error: "no" }, 403));
app.post("/v1/files", limited, async (c) => c.text(await c.req.text()));
app.post("/v1/notes", zValidator("json", note, validationHook), (c) => c.json(c.req.valid("json"), 201));
app.post("/v1/responses", (c) => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };
  return stream(contract, c, { responseObject }, async (events) => {
    await events.send({ type: "response.created", response: responseObject });
    throw acme.taskError("provider_error");
  });
});

export const handler = (request: Request) => app.fetch(request);
