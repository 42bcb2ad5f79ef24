import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { bodyParser } from "@koa/bodyparser";
import Router from "@koa/router";
import { createContract, defineCatalog, printReports } from "@uhp-errors/core";
import { install } from "@uhp-errors/koa";
import Koa from "koa";
import ratelimit from "koa-ratelimit";
import { z } from "zod";

const newDocument = z.object({ title: z.string().min(1).max(200), text: z.string(), date: z.iso.date() });

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_document_not_found: { status: 404, message: "There is no such document." } },
});
const contract = createContract(acme, { onError: printReports() });

/** A store of documents, each with at most one file of plain text; another service writes the summaries. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  const documents = new Map([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);
  const files = new Map<string, string>();

  const app = new Koa();
  install(app, contract);
  app.use(bodyParser({ enableTypes: ["json", "text"], textLimit: "64kb" }));
  const router = new Router();

  router.get("/documents", (context) => {
    context.body = { documents: [...documents.values()] };
  });

  router.post("/documents", (context) => {
    const data = newDocument.parse(context.request.body);
    const document = { id: String(documents.size + 1), ...data };
    documents.set(document.id, document);
    context.status = 201;
    context.body = document;
  });

  router.get("/documents/:id", (context) => {
    const document = documents.get(String(context.params["id"]));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    context.body = document;
  });

  router.put("/documents/:id/file", (context) => {
    const id = String(context.params["id"]);
    if (!documents.has(id)) throw acme.error("acme_document_not_found", { param: "id" });
    const file: unknown = context.request.body;
    if (typeof file !== "string") throw acme.error("invalid_input", { param: "file" });
    files.set(id, file);
    context.body = { bytes: Buffer.byteLength(file) };
  });

  router.get("/documents/:id/file", (context) => {
    const file = files.get(String(context.params["id"]));
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    context.body = file;
  });

  router.get("/documents/:id/summary", async (context) => {
    const document = documents.get(String(context.params["id"]));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    context.body = { summary };
  });

  const limit = ratelimit({ driver: "memory", db: new Map(), max: 3, duration: 60_000, errorMessage: "Slow down." });
  router.get("/search", limit, (context) => {
    const { q } = context.query;
    if (typeof q !== "string") throw acme.error("invalid_input", { param: "q" });
    context.body = { documents: [...documents.values()].filter(({ text }) => text.includes(q)) };
  });

  router.get("/export", (context) => {
    const since = new Date(String(context.query["since"] ?? "1970-01-01")).toISOString().slice(0, 10);
    const recent = [...documents.values()].filter(({ date }) => date >= since);
    context.type = "application/x-ndjson";
    context.body = Readable.from(recent.map((document) => `${JSON.stringify(document)}\n`));
  });

  app.use(router.routes()).use(router.allowedMethods());

  const server = app.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await start(Number(process.env["PORT"] ?? 3000));
  process.stdout.write(`The document store listens on ${url}\n`);
}
