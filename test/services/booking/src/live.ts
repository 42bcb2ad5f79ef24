import type { FastifyInstance } from "fastify";
import { rooms } from "./rooms.ts";

export async function liveRoutes(app: FastifyInstance): Promise<void> {
  app.get("/live", { websocket: true }, (socket) => {
    socket.on("message", (data: Buffer) => {
      const room = rooms.find(({ id }) => id === data.toString());
      if (room === undefined) socket.close(4404, "There is no such room.");
      else socket.send(JSON.stringify({ free: room.free }));
    });
  });

  app.get("/live/closed", { websocket: true }, () => {
    throw new Error("nobody is awake");
  });

  app.get("/live/later", { websocket: true }, async () => {
    await Promise.resolve();
    throw new Error("nobody is awake later");
  });

  app.get("/live/members", { websocket: true, onRequest: (request) => request.jwtVerify() }, (socket) => {
    socket.send("welcome");
  });
}
