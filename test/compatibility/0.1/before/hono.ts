import { zValidator } from "@hono/zod-validator";
import { createContract, defineCatalog } from "@uhp-errors/core";
import { bearer, install, stream, validationHook } from "@uhp-errors/hono";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import * as z from "zod";

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_order_not_found: { status: 404, message: "There is no such order." } },
});

const contract = createContract(acme, { onError: () => {} });

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
app.get("/v1/me", auth, (c) => c.json({ name: c.get("principal").name }));
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
