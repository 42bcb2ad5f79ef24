import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import multipart from "@fastify/multipart";
import rateLimit from "@fastify/rate-limit";
import { createContract, defineCatalog, serializeReport } from "@uhp-errors/core";
import { uhp, uhpServerOptions } from "@uhp-errors/fastify";
import Fastify from "fastify";

const MAX_FILE_BYTES = 65_536;

type NewDocument = { title: string; text: string; date: string };
type ById = { Params: { id: string } };

const newDocument = {
  type: "object",
  required: ["title", "text", "date"],
  properties: {
    title: { type: "string", minLength: 1, maxLength: 200 },
    text: { type: "string" },
    date: { type: "string", format: "date" },
  },
};

const acme = defineCatalog({
  vendor: "acme",
  codes: { acme_document_not_found: { status: 404, message: "There is no such document." } },
});

/** A store of documents, each with at most one file; another service writes the summaries. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  const documents = new Map<string, NewDocument & { id: string }>([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);
  const files = new Map<string, Buffer>();

  const contract = createContract(acme, {
    onError: (report) => app.log[report.level](serializeReport(report), `${report.status} ${report.code}`),
  });
  const app = Fastify({ logger: { level: process.env["LOG_LEVEL"] ?? "info" }, ...uhpServerOptions(contract) });
  await app.register(uhp, { contract });
  await app.register(multipart, { limits: { fileSize: MAX_FILE_BYTES } });
  await app.register(rateLimit, { global: false });

  app.get("/documents", () => ({ documents: [...documents.values()] }));

  app.post<{ Body: NewDocument }>("/documents", { schema: { body: newDocument } }, async (request, reply) => {
    const { title, text, date } = request.body;
    const document = { id: String(documents.size + 1), title, text, date };
    documents.set(document.id, document);
    return reply.code(201).send(document);
  });

  app.get<ById>("/documents/:id", async (request) => {
    const document = documents.get(request.params.id);
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    return document;
  });

  app.put<ById>("/documents/:id/file", async (request) => {
    if (!documents.has(request.params.id)) throw acme.error("acme_document_not_found", { param: "id" });
    const file = await (await request.file())?.toBuffer();
    if (file === undefined) throw acme.error("invalid_input", { param: "file" });
    files.set(request.params.id, file);
    return { bytes: file.length };
  });

  app.get<ById>("/documents/:id/file", async (request, reply) => {
    const file = files.get(request.params.id);
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    return reply.type("application/octet-stream").send(file);
  });

  app.get<ById>("/documents/:id/summary", async (request) => {
    const document = documents.get(request.params.id);
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    return { summary };
  });

  const limited = { config: { rateLimit: { max: 3, timeWindow: 60_000 } } };
  app.get<{ Querystring: { q?: string } }>("/search", limited, async (request) => {
    const { q } = request.query;
    if (q === undefined) throw acme.error("invalid_input", { param: "q" });
    return { documents: [...documents.values()].filter(({ text }) => text.includes(q)) };
  });

  app.get<{ Querystring: { since?: string } }>("/export", async (request, reply) => {
    const since = new Date(request.query.since ?? "1970-01-01").toISOString().slice(0, 10);
    const recent = [...documents.values()].filter(({ date }) => date >= since);
    return reply
      .type("application/x-ndjson")
      .send(Readable.from(recent.map((document) => `${JSON.stringify(document)}\n`)));
  });

  const url = await app.listen({ host: "127.0.0.1", port });
  return { url, close: () => app.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await start(Number(process.env["PORT"] ?? 3000));
