import fastifyCompress from "@fastify/compress";
import fastifyCors from "@fastify/cors";
import fastifyHelmet from "@fastify/helmet";
import fastifyHttpProxy from "@fastify/http-proxy";
import fastifyReplyFrom from "@fastify/reply-from";
import fastifySensible from "@fastify/sensible";
import fastifyWebsocket from "@fastify/websocket";
import Fastify, { type FastifyInstance } from "fastify";
import { auth } from "./auth.ts";
import { bookingRoutes } from "./bookings.ts";
import { answerError, answerNotFound } from "./errors.ts";
import { liveRoutes } from "./live.ts";
import { mediaRoutes } from "./media.ts";
import { metrics } from "./metrics.ts";
import { roomRoutes } from "./rooms.ts";

const { WEATHER: weather = "", NOBODY: nobody = "" } = process.env;

export async function build(): Promise<FastifyInstance> {
  const app = Fastify({ logger: { base: null }, requestIdHeader: "x-request-id", bodyLimit: 4_096 });

  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);

  await app.register(metrics);
  await app.register(fastifyHelmet);
  await app.register(fastifyCors, {
    origin: "https://rooms.example",
    credentials: true,
    exposedHeaders: ["X-Response-Time"],
    maxAge: 600,
  });
  await app.register(fastifyCompress, { threshold: 512, encodings: ["gzip"] });
  await app.register(fastifySensible);
  await app.register(fastifyWebsocket, {
    errorHandler: (error, socket, request) => {
      request.log.error({ id: request.id, err: error }, "live failed");
      socket.close(1011, error.message);
    },
  });
  await app.register(auth);
  await app.register(liveRoutes);
  await app.register(roomRoutes);
  await app.register(bookingRoutes);
  await app.register(mediaRoutes);
  await app.register(fastifyHttpProxy, { upstream: weather, prefix: "/weather", rewritePrefix: "" });
  await app.register(fastifyHttpProxy, { upstream: nobody, prefix: "/taxis" });
  await app.register(fastifyReplyFrom, { base: weather });
  app.get<{ Params: { day: string } }>("/forecast/:day", (request, reply) => {
    void reply.from(`/forecast/${request.params.day}`);
  });

  return app;
}
