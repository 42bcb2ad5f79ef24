import { Readable } from "node:stream";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance } from "fastify";
import { rooms } from "./rooms.ts";

export async function mediaRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyMultipart, { limits: { fileSize: 1_000, files: 1 } });

  app.post("/pictures", async (request, reply) => {
    const file = await request.file();
    if (file === undefined) throw app.httpErrors.badRequest("The picture is missing.");
    const bytes = await file.toBuffer();
    return reply.code(201).send({ name: file.filename, bytes: bytes.length });
  });

  app.get("/rates.csv", async (_request, reply) => {
    const rows = rooms.map(({ id, cents }) => `${id},${cents}\n`);
    return reply
      .type("text/csv")
      .header("Content-Disposition", 'attachment; filename="rates.csv"')
      .send(Readable.from(rows));
  });

  app.get("/exports/early", async (_request, reply) => {
    const rows = new Readable({ read: () => rows.destroy(new Error("the first row cannot be read")) });
    return reply.type("text/csv").send(rows);
  });

  app.get("/exports/late", { compress: false }, async (_request, reply) => {
    const rows = async function* () {
      yield "r-1,7900\n";
      await new Promise(setImmediate);
      throw new Error("the second row cannot be read");
    };
    return reply.type("text/csv").send(Readable.from(rows()));
  });

  app.get("/events", { compress: false }, async (_request, reply) => {
    const events = rooms.slice(0, 2).map(({ id, free }) => `data: ${JSON.stringify({ id, free })}\n\n`);
    return reply.type("text/event-stream").send(Readable.from(events));
  });

  app.get("/legacy", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "Content-Type": "text/plain" });
    reply.raw.end("written by hand");
  });

  app.get("/legacy/broken", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(500, { "Content-Type": "text/plain" });
    reply.raw.end("ORA-01017: invalid username/password");
  });

  app.get("/legacy/half", async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "Content-Type": "text/plain" });
    reply.raw.write("half of it");
    setImmediate(() => reply.raw.destroy());
    throw new Error("the other half is missing");
  });
}
