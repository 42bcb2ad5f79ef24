import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import multipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import swagger from "@fastify/swagger";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import underPressure from "@fastify/under-pressure";
import websocket from "@fastify/websocket";
import { Type } from "typebox";

const FILES = fileURLToPath(new URL("../../files", import.meta.url));

const Note = Type.Object({
  id: Type.Integer(),
  title: Type.String({ minLength: 1, maxLength: 40 }),
  tags: Type.Array(Type.String(), { maxItems: 3, default: [] }),
});
const Draft = Type.Omit(Note, ["id"]);
const Numbered = Type.Object({ id: Type.Integer({ minimum: 1 }) });
const Page = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 10, default: 5 }),
  tag: Type.Optional(Type.String()),
});

/** An error class as services write it themselves. */
export class QuotaError extends Error {
  readonly statusCode = 429;
  readonly code = "QUOTA_EXCEEDED";
}

/** Routes of the notes, each with schemas of its input and output. */
const routes: FastifyPluginAsyncTypebox = async (app) => {
  const notes = new Map([[1, { id: 1, title: "Milk", tags: ["shop"] }]]);

  app.addHook("onRequest", async (request, reply) => {
    if (["GET", "HEAD"].includes(request.method) || request.headers.authorization === "Bearer writer") return;
    reply.header("WWW-Authenticate", 'Bearer realm="notes"');
    return reply.code(401).send({ error: "Writers sign in." });
  });

  app.get("/", { schema: { querystring: Page, response: { 200: Type.Array(Note) } } }, ({ query: { limit, tag } }) =>
    [...notes.values()].filter(({ tags }) => tag === undefined || tags.includes(tag)).slice(0, limit),
  );
  app.post("/", { schema: { body: Draft, response: { 201: Note } } }, (request, reply) => {
    if (notes.size >= 3) throw new QuotaError("No more than three notes.");
    const note = { id: notes.size + 1, ...request.body };
    notes.set(note.id, note);
    reply.code(201).header("Location", `/notes/${note.id}`).send(note);
  });
  app.get("/:id", { schema: { params: Numbered, response: { 200: Note } } }, (request, reply) => {
    const note = notes.get(request.params.id);
    if (note === undefined) reply.callNotFound();
    else reply.send(note);
  });
  app.put("/:id", { schema: { params: Numbered, body: Draft } }, ({ params: { id }, body }, reply) => {
    if (!notes.has(id)) return reply.code(404).send({ message: `There is no note ${id}.` });
    notes.set(id, { id, ...body });
    return reply.code(204).send();
  });
  app.delete("/:id", { schema: { params: Numbered } }, ({ params: { id } }, reply) => {
    if (!notes.delete(id)) throw Object.assign(new Error(`There is no note ${id}.`), { statusCode: 404 });
    return reply.code(204).send();
  });
  app.post("/small", { bodyLimit: 20, schema: { body: Type.Object({}) } }, () => ({}));
};

/** An API for notes with typical plugins. */
export const notesApp: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(underPressure, { exposeStatusRoute: "/status" });
  await app.register(swagger, { openapi: { info: { title: "Notes", version: "1.0.0" } } });
  await app.register(compress, { threshold: 100 });
  await app.register(cookie);
  await app.register(multipart, { limits: { fileSize: 50 } });
  await app.register(fastifyStatic, { root: FILES, prefix: "/files/" });
  await app.register(websocket);
  await app.register(routes, { prefix: "/notes" });

  app.get("/documentation", { schema: { hide: true } }, () => app.swagger());
  app.get("/old", (_request, reply) => reply.redirect("/notes/", 308));
  app.get("/visit", (request, reply) => {
    const visits = Number(request.cookies["visits"] ?? 0) + 1;
    return reply.setCookie("visits", String(visits), { path: "/", httpOnly: true }).send({ visits });
  });
  app.post("/upload", async (request, reply) => {
    const file = await request.file();
    if (file === undefined) throw Object.assign(new Error("Send a file."), { statusCode: 400 });
    const { length } = await file.toBuffer();
    return reply.code(201).send({ name: file.filename, length });
  });
  app.get("/lines", (_request, reply) => reply.type("text/plain").send(Readable.from(["one\n", "two\n"])));
  app.get("/events", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "Content-Type": "text/event-stream" });
    reply.raw.write("data: 1\n\n");
    reply.raw.end("data: 2\n\n");
  });
  app.get("/packed", () => ({ text: "a note, ".repeat(40) }));
  app.get("/packed-failure", (_request, reply) =>
    reply.code(503).header("Retry-After", "5").send("closed, ".repeat(40)),
  );
  app.get("/broken", () => {
    throw new Error("pg://svc:hunter2@db-1 refused");
  });
  app.get("/wrong-answer", { schema: { response: { 200: Note } } }, () => ({ id: 1 }) as never);
  app.get("/echo", { websocket: true }, (socket) => {
    socket.on("message", (bytes) => socket.send(bytes));
  });
  app.register(
    async (legacy) => {
      legacy.setErrorHandler((error, _request, reply) => reply.code(418).send({ legacy: String(error) }));
      legacy.setNotFoundHandler((_request, reply) => reply.code(404).send({ legacy: "nothing here" }));
      legacy.get("/fails", () => {
        throw new TypeError("an old one");
      });
    },
    { prefix: "/legacy" },
  );
};
