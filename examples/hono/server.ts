import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { zValidator } from "@hono/zod-validator";
import { createContract, defineCatalog, printReports } from "@uhp-errors/core";
import { install, validationHook } from "@uhp-errors/hono";
import { attach } from "@uhp-errors/node";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { rateLimiter } from "hono-rate-limiter";
import { z } from "zod";

const newDocument = z.object({ title: z.string().min(1).max(200), text: z.string(), date: z.iso.date() });

const MAX_FILE_BYTES = 65_536;

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_document_not_found: { status: 404, message: "There is no such document." } },
});
const contract = createContract(acme, { onError: printReports() });

const limitedBody = bodyLimit({
  maxSize: MAX_FILE_BYTES,
  onError: () => {
    throw acme.error("file_too_large", { detail: { max_bytes: MAX_FILE_BYTES } });
  },
});

/** A store of documents, each with at most one file of plain text; another service writes the summaries. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  const documents = new Map([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);
  const files = new Map<string, string>();

  const app = new Hono();
  install(app, contract);

  app.get("/documents", (c) => c.json({ documents: [...documents.values()] }));

  app.post("/documents", zValidator("json", newDocument, validationHook), (c) => {
    const document = { id: String(documents.size + 1), ...c.req.valid("json") };
    documents.set(document.id, document);
    return c.json(document, 201);
  });

  app.get("/documents/:id", (c) => {
    const document = documents.get(c.req.param("id"));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    return c.json(document);
  });

  app.put("/documents/:id/file", limitedBody, async (c) => {
    const id = c.req.param("id");
    if (!documents.has(id)) throw acme.error("acme_document_not_found", { param: "id" });
    const file = await c.req.text();
    if (file === "") throw acme.error("invalid_input", { param: "file" });
    files.set(id, file);
    return c.json({ bytes: Buffer.byteLength(file) });
  });

  app.get("/documents/:id/file", (c) => {
    const file = files.get(c.req.param("id"));
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    return c.text(file, 200);
  });

  app.get("/documents/:id/summary", async (c) => {
    const document = documents.get(c.req.param("id"));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    return c.json({ summary });
  });

  const limit = rateLimiter({ windowMs: 60_000, limit: 3, keyGenerator: () => "everybody", message: "Slow down." });
  app.get("/search", limit, (c) => {
    const q = c.req.query("q");
    if (q === undefined) throw acme.error("invalid_input", { param: "q" });
    return c.json({ documents: [...documents.values()].filter(({ text }) => text.includes(q)) });
  });

  app.get("/export", (c) => {
    const since = new Date(c.req.query("since") ?? "1970-01-01").toISOString().slice(0, 10);
    const recent = [...documents.values()].filter(({ date }) => date >= since);
    const lines = new Blob(recent.map((document) => `${JSON.stringify(document)}\n`)).stream();
    return c.body(lines, 200, { "Content-Type": "application/x-ndjson" });
  });

  const server = createServer(getRequestListener(app.fetch)).listen(port, "127.0.0.1");
  attach(server, contract);
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
