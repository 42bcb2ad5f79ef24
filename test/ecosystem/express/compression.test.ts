import { createGzip } from "node:zlib";
import compression from "compression";
import compression174 from "compression-1.7.4";
import compression175 from "compression-1.7.5";
import type { Response } from "express";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { named, STYLE_DIFFERENCES } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const GZIP = { "Accept-Encoding": "gzip" };

const TEXT = "text/plain";

/** Handlers whose responses are compressed, or are not. */
const HANDLERS: Readonly<Record<string, (response: Response) => void>> = {
  "/short": (response) => response.type(TEXT).send("hello"),
  "/long": (response) => response.type(TEXT).send("hello ".repeat(1_000)),
  "/bytes": (response) => response.type("image/png").send(Buffer.alloc(3_000)),
  "/announced-long": (response) => {
    response.writeHead(200, { "Content-Type": TEXT, "Content-Length": "2048" });
    response.write("a".repeat(1_024));
    response.end("b".repeat(1_024));
  },
  "/head-parts": (response) => {
    response.writeHead(200, { "Content-Type": TEXT });
    for (let part = 0; part < 5; part += 1) response.write(String(part).repeat(9_000));
    response.end();
  },
  "/encoded": (response) => {
    response.set({ "Content-Type": TEXT, "Content-Encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.end("packed by the handler");
  },
  "/untransformed": (response) => response.set("Cache-Control", "no-transform").type(TEXT).send("a".repeat(2_000)),
  "/encoding-arguments": (response) => {
    response.type(TEXT);
    response.write("aGVsbG8", "base64");
    response.end("77", "hex");
  },
  "/written-after-end": (response) => {
    response.on("error", () => {});
    response.type(TEXT);
    response.end("hello");
    response.end();
  },
  "/flush-twice": (response) => {
    response.writeHead(200, { "Content-Type": TEXT });
    response.write("one ");
    response.flush();
    response.write("two");
    response.flush();
    response.end();
  },
  "/flush-first": (response) => {
    response.type(TEXT);
    response.flush();
    response.end("flushed");
  },
  "/failed": (response) => void response.status(500).type(TEXT).send("pg://svc:hunter2@db-1 ".repeat(200)),
  "/failed-parts": (response) => {
    response.writeHead(502, { "Content-Type": TEXT });
    response.write("pg://svc:hunter2@db-1 ".repeat(200));
    response.end();
  },
};

const STATUSES: Readonly<Record<string, number>> = { "/failed": 500, "/failed-parts": 502 };

function setup(library: string, compress: typeof compression): Setup<ExpressApp> {
  return {
    library,
    mount: (app) => {
      const router = app.framework.Router();
      for (const [path, answer] of Object.entries(HANDLERS)) {
        router.get(path, (_request, response) => answer(response));
      }
      app.use("/large", compress(), router);
      app.use(compress({ threshold: 0 }), router);
      mountStyles(app);
    },
    requests: {
      ...named("gzip", styleRequests(GZIP)),
      ...handlerRequests("gzip", GZIP),
      ...handlerRequests("brotli", { "Accept-Encoding": "br" }, ["/long", "/flush-twice", "/failed"]),
      ...handlerRequests("deflate", { "Accept-Encoding": "deflate" }, ["/flush-twice", "/failed"]),
      ...handlerRequests("nothing asked", {}, ["/long", "/head-parts", "/failed"]),
      "a text below the threshold": [{ path: "/large/short", headers: GZIP }],
      "a length above the threshold": [{ path: "/large/announced-long", headers: GZIP }],
      "HEAD of a long text": [{ method: "HEAD", path: "/long", headers: GZIP }],
    },
    differences: named("gzip", STYLE_DIFFERENCES),
  };
}

function handlerRequests(
  what: string,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[] = Object.keys(HANDLERS),
): Record<string, RequestState> {
  return Object.fromEntries(
    paths.map((path) => [`${what}: ${path.slice(1)}`, [{ path, status: STATUSES[path] ?? 200, headers }]]),
  );
}

bothWays(EXPRESS, [setup("compression", compression)]);
bothWays(EXPRESS_5, [setup("compression-1.7.4", compression174), setup("compression-1.7.5", compression175)]);
