import express, { type ErrorRequestHandler } from "express";
import fastify from "fastify";
import Koa from "koa";
import type { RunningDriver } from "../conformance/drivers/driver.ts";
import { listen } from "../conformance/drivers/listen.ts";
import { type Received, send } from "../support/http.ts";

/** The response of each framework alone to a value that a handler throws. */
export async function answeredAlone(thrown: unknown): Promise<string> {
  const outcomes: [framework: string, outcome: string][] = [];
  for (const [framework, start] of Object.entries(FRAMEWORKS)) {
    const server = await start(thrown);
    try {
      outcomes.push([framework, describe(await send(server.url, {}), thrown)]);
    } catch {
      outcomes.push([framework, "the connection breaks off"]);
    } finally {
      await server.close();
    }
  }
  const texts = [...new Set(outcomes.map(([, outcome]) => outcome))];
  if (texts.length === 1) return texts[0] ?? "";
  const who = (text: string) => outcomes.filter(([, outcome]) => outcome === text).map(([framework]) => framework);
  return texts.map((text) => `${who(text).join(", ")}: ${text}`).join("<br>");
}

const FRAMEWORKS: Readonly<Record<string, (thrown: unknown) => Promise<RunningDriver>>> = {
  Express: (thrown) => {
    const app = express();
    app.set("env", "production");
    app.get("/", () => {
      throw thrown;
    });
    // Express prints errors in production. The response is the same without the printing.
    app.use(((error, _request, response, next) => {
      const { error: print } = console;
      console.error = () => {};
      response.once("finish", () => {
        console.error = print;
      });
      next(error);
    }) satisfies ErrorRequestHandler);
    return listen(app);
  },
  Koa: (thrown) => {
    const app = new Koa();
    app.silent = true;
    app.use(() => {
      throw thrown ?? new Error("nothing");
    });
    const answer = app.callback();
    // Koa fails with an error whose status cannot be set. By itself, that ends the process.
    return listen((request, response) => void answer(request, response).catch(() => response.destroy()));
  },
  Fastify: async (thrown) => {
    const app = fastify({ forceCloseConnections: true });
    app.get("/", () => {
      throw thrown;
    });
    const url = await app.listen({ host: "127.0.0.1", port: 0 });
    return { url, server: app.server, close: () => app.close() };
  },
};

/** The status, and what the client is shown of the error. Messages are left out, since they differ from run to run. */
function describe({ status, body, headers }: Received, thrown: unknown): string {
  const message = textOf(thrown);
  const shown = message.length > 3 && (body.includes(message) || body.includes(JSON.stringify(message).slice(1, -1)));
  const copied = Object.keys(headersOf(thrown)).filter((name) => headers[name.toLowerCase()] !== undefined);
  const parts = [
    String(status),
    ...(shown ? ["shows its text"] : []),
    ...copied.map((name) => `copies \`${name.toLowerCase()}\``),
  ];
  return parts.join(", ");
}

function textOf(thrown: unknown): string {
  return typeof thrown === "string" ? thrown : String((thrown as { message?: unknown } | null)?.message ?? "");
}

function headersOf(thrown: unknown): object {
  const headers = (thrown as { headers?: unknown } | null)?.headers;
  return typeof headers === "object" && headers !== null ? headers : {};
}
