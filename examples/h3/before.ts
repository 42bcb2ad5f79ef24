import { fileURLToPath } from "node:url";
import { bodyLimit, getQuery, getRouterParam, H3, HTTPError, type Middleware, readBody, serve } from "h3";
import { z } from "zod";

const newDocument = z.object({ title: z.string().min(1).max(200), text: z.string(), date: z.iso.date() });

/** A store of documents, each with at most one file of plain text; another service writes the summaries. */
export async function start(port = 0): Promise<{ url: string; close(): Promise<void> }> {
  const summaries = process.env["SUMMARY_URL"] ?? "http://127.0.0.1:4010";
  const documents = new Map([
    ["1", { id: "1", title: "Minutes", text: "We met and agreed.", date: "2026-01-15" }],
    ["2", { id: "2", title: "Offer", text: "Ten chairs, agreed.", date: "2026-02-01" }],
    ["3", { id: "3", title: "Plan", text: "First the roof.", date: "2026-03-20" }],
  ]);
  const files = new Map<string, string>();

  const app = new H3({
    silent: true,
    onError: (error) => {
      const cause = error.cause instanceof Error ? error.cause : error;
      console.error(cause);
      return Response.json({ error: cause.message }, { status: error.status });
    },
  });

  app.get("/documents", () => ({ documents: [...documents.values()] }));

  app.post("/documents", async (event) => {
    const { success, data, error } = newDocument.safeParse(await readBody(event));
    if (!success) throw new HTTPError({ status: 422, message: z.prettifyError(error) });
    const document = { id: String(documents.size + 1), ...data };
    documents.set(document.id, document);
    event.res.status = 201;
    return document;
  });

  app.get("/documents/:id", (event) => {
    const document = documents.get(String(getRouterParam(event, "id")));
    if (document === undefined) throw new HTTPError({ status: 404, message: "No such document" });
    return document;
  });

  const upload: Middleware[] = [bodyLimit(65_536)];
  app.put(
    "/documents/:id/file",
    async (event) => {
      const id = String(getRouterParam(event, "id"));
      if (!documents.has(id)) throw new HTTPError({ status: 404, message: "No such document" });
      const file = await event.req.text();
      if (file === "") throw new HTTPError({ status: 400, message: "file missing" });
      files.set(id, file);
      return { bytes: Buffer.byteLength(file) };
    },
    { middleware: upload },
  );

  app.get("/documents/:id/file", (event) => {
    const file = files.get(String(getRouterParam(event, "id")));
    if (file === undefined) event.res.status = 404;
    return file;
  });

  app.get("/documents/:id/summary", async (event) => {
    const document = documents.get(String(getRouterParam(event, "id")));
    if (document === undefined) throw new HTTPError({ status: 404, message: "No such document" });
    const answer = await fetch(`${summaries}/${document.id}`, { method: "POST", body: document.text });
    const summary = await answer.text();
    if (!answer.ok) throw new Error(`${summaries} answered ${answer.status}: ${summary}`);
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
      if (typeof q !== "string") return new Response("q missing", { status: 400 });
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
  return { url: String(server.url).replace(/\/$/, ""), close: () => server.close(true) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await start(Number(process.env["PORT"] ?? 3000));
  process.stdout.write(`The document store listens on ${url}\n`);
}
