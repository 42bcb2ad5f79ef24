import express from "@fastify/express";
import type { Request, RequestHandler, Response } from "express";
import type { FastifyInstance } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import type { Setup } from "../support/setup.ts";

const ANSWERS: Readonly<Record<string, (request: Request, response: Response) => unknown>> = {
  json: (_request, response) => response.json({ ok: true }),
  send: (_request, response) => response.set("X-Own", "1").send("ok"),
  status: (_request, response) => response.sendStatus(202),
  ended: (_request, response) => response.end("ok"),
  conflict: (_request, response) => response.status(409).json({ message: "pg://svc:hunter2@db-1" }),
  "ended-conflict": (_request, response) => {
    response.statusCode = 409;
    response.end("pg://svc:hunter2@db-1");
  },
};

const SETUPS: readonly Setup<FastifyInstance>[] = [
  {
    library: "@fastify/express",
    mount: async (app) => {
      await app.register(express);
      for (const [name, answer] of Object.entries(ANSWERS)) app.use(`/${name}`, answer as RequestHandler);
      app.use("/thrown", ((_request, _response, next) => next(new Error("hunter2"))) satisfies RequestHandler);
      app.get("/route", async () => ({ ok: true }));
    },
    requests: {
      "JSON of Express": [{ path: "/json" }],
      "a text of Express": [{ path: "/send" }],
      "a status of Express": [{ path: "/status", status: 202 }],
      "a text past Fastify": [{ path: "/ended" }],
      "an error of Express": [{ path: "/conflict", status: 409 }],
      "an error past Fastify": [{ path: "/ended-conflict", status: 409 }],
      "what middleware throws": [{ path: "/thrown", status: 500 }],
      "a route of Fastify": [{ path: "/route" }],
    },
  },
];

bothWays(FASTIFY, SETUPS);
