import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { attach, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express from "express";
import { Server } from "socket.io";
import { io } from "socket.io-client";
import { describe, expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";
import { fewRequests, mountStyles } from "../express/styles.ts";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { Run, Setup } from "../support/setup.ts";
import { STYLE_DIFFERENCES } from "../support/styles.ts";
import { upgrade } from "../support/websocket.ts";

/** Socket.IO on a server, as in its documentation. */
function sockets(server: HttpServer, run?: Run): Server {
  const sockets = new Server(server, { cors: { origin: "https://pages.test" } });
  sockets.use((socket, next) => {
    if (socket.handshake.auth["token"] === "wrong") next(new Error("not allowed"));
    else next();
  });
  sockets.on("connection", (socket) => {
    socket.on("say", (text: string, done: (answer: string) => void) => done(`you said ${text}`));
    socket.emit("welcome");
  });
  run?.onClose(() => void sockets.disconnectSockets(true));
  return sockets;
}

const POLLING = "/socket.io/?EIO=4&transport=polling";

const SETUP: Setup<ExpressApp> = {
  library: "socket.io",
  mount: (app) => mountStyles(app),
  prepare: sockets,
  normalize: [{ pattern: /"sid":"[^"]+"/, by: '"sid":"*"', why: "the id of a session is random" }],
  requests: {
    ...fewRequests(),
    "a handshake by polling": [{ path: POLLING, outside: true }],
    "a preflight": [
      { method: "OPTIONS", path: POLLING, headers: { Origin: "https://pages.test" }, status: 204, outside: true },
    ],
    "an unknown transport": [{ path: "/socket.io/?EIO=4&transport=bogus", status: 400, outside: true }],
    "an unknown session": [{ path: `${POLLING}&sid=none`, status: 400, outside: true }],
    "a method that it does not know": [{ method: "PUT", path: POLLING, status: 400, outside: true }],
    "the client's script": [{ path: "/socket.io/socket.io.min.js", outside: true }],
    "a socket of an unknown session": [
      { path: "/socket.io/?EIO=4&transport=websocket&sid=none", headers: upgrade(), status: 400, outside: true },
    ],
  },
  differences: STYLE_DIFFERENCES,
};

bothWays(EXPRESS_5, [SETUP]);

describe("a conversation over socket.io", () => {
  for (const transport of ["polling", "websocket"]) {
    for (const under of ["nothing", "the contract"]) {
      test(`by ${transport}, on top of ${under}`, async () => {
        const reports: ErrorReport[] = [];
        const contract = createContract(acme, { onError: (report) => reports.push(report) });
        const app = express();
        if (under !== "nothing") app.use(uhp(contract));
        app.get("/", (_request, response) => void response.send("a page"));
        if (under !== "nothing") app.use(uhpErrorHandler(contract));
        const server = createServer(app);
        const running = sockets(server);
        if (under !== "nothing") attach(server, contract);
        await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
        const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const client = io(url, { transports: [transport], reconnection: false });
        const refused = io(url, {
          transports: [transport],
          reconnection: false,
          forceNew: true,
          auth: { token: "wrong" },
        });
        try {
          const refusal = new Promise<Error>((resolve) => refused.on("connect_error", resolve));
          await new Promise((resolve) => client.on("welcome", () => resolve(undefined)));
          expect(await client.emitWithAck("say", "hello")).toBe("you said hello");
          expect((await refusal).message).toBe("not allowed");
          expect(reports).toEqual([]);
        } finally {
          client.disconnect();
          refused.disconnect();
          await running.close();
        }
      });
    }
  }
});
