import type { FastifyInstance } from "fastify";
import { withSession, withToken } from "./auth.ts";
import { BookingError } from "./errors.ts";
import { roomOf } from "./rooms.ts";

interface ByNumber {
  readonly Params: { readonly booking: string };
}

const booked = {
  type: "object",
  required: ["room", "nights"],
  properties: {
    room: { type: "string" },
    nights: { type: "integer", minimum: 1 },
    card: { type: "string" },
  },
} as const;

export async function bookingRoutes(app: FastifyInstance): Promise<void> {
  let taken = 0;

  app.post<{ Body: { room: string; nights: number; card?: string } }>(
    "/bookings",
    { schema: { body: booked } },
    async (request, reply) => {
      const { room, nights, card } = request.body;
      const { cents, free } = roomOf(room);
      if (free === 0) throw new BookingError(409, "NO_ROOM_LEFT", "The room is taken.", { room });
      if (card === "declined") throw new BookingError(402, "CARD_DECLINED", "The card was declined.");
      if (card === undefined) throw app.httpErrors.badRequest("The card is missing.");
      taken += 1;
      return reply
        .code(201)
        .header("Location", `/bookings/${taken}`)
        .send({ booking: taken, cents: cents * nights });
    },
  );

  app.get<ByNumber>("/bookings/:booking", async (request, reply) => {
    const booking = Number(request.params.booking);
    if (booking > taken) return reply.notFound("There is no such booking.");
    return { booking };
  });

  app.get<ByNumber>("/bookings/:booking/weather", async (request, reply) => {
    const response = await fetch(`${process.env["WEATHER"]}/weather/${request.params.booking}`);
    return reply.code(response.status).send(await response.json());
  });

  app.get<ByNumber>("/bookings/:booking/taxi", async (request) => {
    const response = await fetch(`${process.env["NOBODY"]}/taxis/${request.params.booking}`);
    return response.json();
  });

  app.get("/bookings/:booking/invoice", async () => JSON.parse("<invoice>"));

  app.get("/bookings/:booking/refund", async () => {
    throw "the refund was written as a string";
  });

  app.get<ByNumber>("/bookings/:booking/guests", async (request) => {
    const guests: Record<string, unknown> = { booking: request.params.booking };
    guests["self"] = guests;
    return guests;
  });

  app.get("/me", { onRequest: withToken }, async (request) => ({ name: request.user.sub }));

  app.get("/me/invoices", { onRequest: withToken }, async (request, reply) => {
    if (request.user.sub !== "ada") return reply.forbidden("The invoices are ada's.");
    return [{ cents: 7_900 }];
  });

  app.get("/me/points", { onRequest: withToken }, async (request) => {
    const { points } = request.user as { readonly points: { readonly total: number } };
    return { points: points.total };
  });

  app.post("/drafts", { preHandler: withSession }, async (request, reply) => {
    const drafts = (request.session.get("drafts") ?? 0) + 1;
    request.session.set("drafts", drafts);
    return reply.code(201).send({ drafts });
  });
}
