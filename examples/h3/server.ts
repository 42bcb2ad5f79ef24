import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createContract, defineCatalog, printReports } from "@uhp-errors/core";
import { install } from "@uhp-errors/h3";
import { attach } from "@uhp-errors/node";
import { bodyLimit, getQuery, getRouterParam, H3, type Middleware, readBody, serve } from "h3";
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

  const app = new H3();
  install(app, contract);

  app.get("/documents", () => ({ documents: [...documents.values()] }));

  app.post("/documents", async (event) => {
    const data = newDocument.parse(await readBody(event));
    const document = { id: String(documents.size + 1), ...data };
    documents.set(document.id, document);
    event.res.status = 201;
    return document;
  });

  app.get("/documents/:id", (event) => {
    const document = documents.get(String(getRouterParam(event, "id")));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    return document;
  });

  const upload: Middleware[] = [bodyLimit(65_536)];
  app.put(
    "/documents/:id/file",
    async (event) => {
      const id = String(getRouterParam(event, "id"));
      if (!documents.has(id)) throw acme.error("acme_document_not_found", { param: "id" });
      const file = await event.req.text();
      if (file === "") throw acme.error("invalid_input", { param: "file" });
      files.set(id, file);
      return { bytes: Buffer.byteLength(file) };
    },
    { middleware: upload },
  );

  app.get("/documents/:id/file", (event) => {
    const file = files.get(String(getRouterParam(event, "id")));
    if (file === undefined) throw acme.error("file_not_found", { param: "id" });
    return file;
  });

  app.get("/documents/:id/summary", async (event) => {
    const document = documents.get(String(getRouterParam(event, "id")));
    if (document === undefined) throw acme.error("acme_document_not_found", { param: "id" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw acme.error("acme_upstream_error", { cause: `${answer.status}: ${summary}` });
    return { summary };
  });

  let searches = 0;
  const limit: Middleware = (_event, next) => {
    searches += 1;
    return searches > 3 ? new Response("Slow down.", { status: 429, headers: { "Retry-After": "60" } }) : next();
  };
  app.get(
    "/search",
    (event) => {
      const { q } = getQuery(event);
      if (typeof q !== "string") throw acme.error("invalid_input", { param: "q" });
      return { documents: [...documents.values()].filter(({ text }) => text.includes(q)) };
    },
    { middleware: [limit] },
  );

  app.get("/export", (event) => {
    const { since = "1970-01-01" } = getQuery(event);
    const date = new Date(String(since)).toISOString().slice(0, 10);
    const recent = [...documents.values()].filter((document) => document.date >= date);
    event.res.headers.set("Content-Type", "application/x-ndjson");
    return recent.map((document) => `${JSON.stringify(document)}\n`).join("");
  });

  const server = serve(app, { port, hostname: "127.0.0.1", silent: true });
  await server.ready();
  attach(server.node?.server as Server, contract);
  return { url: String(server.url).replace(/\/$/, ""), close: () => server.close(true) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await start(Number(process.env["PORT"] ?? 3000));
  process.stdout.write(`The document store listens on ${url}\n`);
}
