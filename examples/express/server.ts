import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createContract, defineCatalog, printReports } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { rateLimit } from "express-rate-limit";
import multer from "multer";
import { z } from "zod";

const MAX_FILE_BYTES = 65_536;

const newDocument = z.object({ title: z.string().min(1).max(200), text: z.string(), date: z.iso.date() });

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_document_not_found: { status: 404, message: "There is no such document." } },
});
const contract = createContract(acme, {
  recognize: [
    {
      name: "multer",
      recognize: (thrown) =>
        thrown instanceof multer.MulterError && thrown.code === "LIMIT_FILE_SIZE"
          ? { code: "file_too_large", param: thrown.field, detail: { max_bytes: MAX_FILE_BYTES } }
          : undefined,
    },
  ],
  onError: printReports(),
});

/** A store of documents, each with at most one file; another service writes the summaries. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  const documents = new Map([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);
  const files = new Map<string, Buffer>();
  const upload = multer({ limits: { fileSize: MAX_FILE_BYTES } });

  const app = express();
  install(app, contract);
  app.use(express.json());

  app.get("/documents", (_request, response) => {
    response.json({ documents: [...documents.values()] });
  });

  app.post("/documents", (request, response) => {
    const data = newDocument.parse(request.body);
    const document = { id: String(documents.size + 1), ...data };
    documents.set(document.id, document);
    response.status(201).json(document);
  });

  app.get("/documents/:id", (request, response) => {
    const document = documents.get(request.params.id);
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    response.json(document);
  });

  app.put("/documents/:id/file", upload.single("file"), (request, response) => {
    const id = String(request.params["id"]);
    if (!documents.has(id)) throw acme.error("acme_document_not_found", { param: "id" });
    if (request.file === undefined) throw acme.error("invalid_input", { param: "file" });
    files.set(id, request.file.buffer);
    response.json({ bytes: request.file.size });
  });

  app.get("/documents/:id/file", (request, response) => {
    const file = files.get(request.params.id);
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    response.type("application/octet-stream").send(file);
  });

  app.get("/documents/:id/summary", async (request, response) => {
    const document = documents.get(request.params.id);
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    response.json({ summary });
  });

  app.get("/search", rateLimit({ windowMs: 60_000, limit: 3, message: "Slow down, please." }), (request, response) => {
    const { q } = request.query;
    if (typeof q !== "string") throw acme.error("invalid_input", { param: "q" });
    response.json({ documents: [...documents.values()].filter(({ text }) => text.includes(q)) });
  });

  app.get("/export", async (request, response) => {
    const since = new Date(String(request.query["since"] ?? "1970-01-01")).toISOString().slice(0, 10);
    const recent = [...documents.values()].filter(({ date }) => date >= since);
    response.type("application/x-ndjson");
    await pipeline(Readable.from(recent.map((document) => `${JSON.stringify(document)}\n`)), response);
  });

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
