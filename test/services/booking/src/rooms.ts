import fastifyRateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { BookingError } from "./errors.ts";

export interface Room {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
  readonly free: number;
  readonly about: string;
}

export const rooms: readonly Room[] = ["Attic", "Garden", "Harbor", "Library", "Tower", "Wing"].map((name, index) => ({
  id: `r-${index + 1}`,
  name,
  cents: 7_900 + 1_500 * index,
  free: index % 3,
  about: `${name}: a quiet room with a wide bed, breakfast until noon, and a view that nobody forgets.`,
}));

export function roomOf(id: string): Room {
  const room = rooms.find((one) => one.id === id);
  if (room === undefined) throw new BookingError(404, "NO_ROOM", `There is no room ${id}.`);
  return room;
}

interface ById {
  readonly Params: { readonly id: string };
}

const shown = {
  type: "object",
  required: ["id", "name", "cents"],
  properties: { id: { type: "string" }, name: { type: "string" }, cents: { type: "integer" } },
} as const;

const searched = {
  type: "object",
  required: ["guests"],
  properties: { guests: { type: "integer", minimum: 1, maximum: 6 } },
} as const;

export async function roomRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifyRateLimit, { global: false });

  app.get("/health", async () => ({ status: "up" }));

  app.get("/ready", async (_request, reply) => {
    return reply.code(503).header("Retry-After", "5").send({ message: "The service is warming up." });
  });

  app.get("/rooms", async (_request, reply) => {
    void reply.header("Cache-Control", "max-age=60").header("ETag", '"rooms-1"');
    return rooms;
  });

  app.get<ById>("/rooms/:id", { schema: { response: { 200: shown } } }, async (request, reply) => {
    const room = roomOf(request.params.id);
    const tag = `"${room.id}"`;
    void reply.header("ETag", tag);
    if (request.headers["if-none-match"] === tag) return reply.code(304).send();
    return room;
  });

  app.get<ById>("/rooms/:id/label", (request, reply) => {
    const { name, cents } = roomOf(request.params.id);
    void reply.type("text/plain").send(`${name}: ${(cents / 100).toFixed(2)} €`);
  });

  app.get<ById>("/rooms/:id/picture", (request, reply) => {
    roomOf(request.params.id);
    void reply.type("image/png").send(Buffer.from("89504e470d0a1a0a0000", "hex"));
  });

  app.get<ById>("/rooms/:id/reviews", async (_request, reply) => {
    return reply.status(404).send({ message: "There are no reviews yet." });
  });

  app.get<ById>("/rooms/:id/plan", { schema: { response: { 200: shown } } }, async () => ({ cents: "none" }));

  const perMinute = { rateLimit: { max: 3, timeWindow: 60_000 } };
  app.get<{ Querystring: { guests: number } }>(
    "/search",
    { schema: { querystring: searched }, config: perMinute },
    async (request) => rooms.filter(({ free }) => free >= request.query.guests),
  );

  app.get<ById>("/old/:id", async (request, reply) => reply.redirect(`/rooms/${request.params.id}`, 301));

  app.get("/hotels", async (_request, reply) => reply.gone("The hotels moved."));
}
