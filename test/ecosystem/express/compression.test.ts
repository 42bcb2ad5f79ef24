import { createGzip } from "node:zlib";
import compression from "compression";
import compression174 from "compression-1.7.4";
import compression175 from "compression-1.7.5";
import type { Response } from "express";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { Setup } from "../support/setup.ts";
import { styleDifferences } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const GZIP = { "Accept-Encoding": "gzip" };

const TEXT = "text/plain";

/** Handlers whose responses are compressed. */
const HANDLERS: Readonly<Record<string, (response: Response) => void>> = {
  "/short": (response) => response.type(TEXT).send("hello"),
  "/long": (response) => response.type(TEXT).send("hello ".repeat(1_000)),
  "/bytes": (response) => response.type("image/png").send(Buffer.alloc(3_000)),
  "/untyped": (response) => void response.end("hello ".repeat(1_000)),
  "/bogus-type": (response) => response.type("application/x-bogus").send("hello ".repeat(1_000)),
  "/announced-short": (response) => {
    response.writeHead(200, { "Content-Type": TEXT, "Content-Length": "5" });
    response.write("he");
    response.end("llo");
  },
  "/announced-long": (response) => {
    response.writeHead(200, { "Content-Type": TEXT, "Content-Length": "2048" });
    response.write("a".repeat(1_024));
    response.end("b".repeat(1_024));
  },
  "/parts": (response) => {
    response.set("Content-Type", TEXT);
    for (let part = 0; part < 5; part += 1) response.write(String(part).repeat(9_000));
    response.end();
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
  "/not-found-length": (response) => {
    response.writeHead(404, { "Content-Type": TEXT, "Content-Length": "2000" });
    response.end("x".repeat(2_000));
  },
};

const STATUSES: Readonly<Record<string, number>> = { "/failed": 500, "/failed-parts": 502, "/not-found-length": 404 };

function setup(library: string, compress: typeof compression): Setup<ExpressApp> {
  const mount = (app: Pick<ExpressApp, "get">) => {
    for (const [path, answer] of Object.entries(HANDLERS)) app.get(path, (_request, response) => answer(response));
  };
  return {
    library,
    mount: (app) => {
      app.use("/small", compress({ threshold: 0 }));
      app.use("/filtered", compress({ filter: (request) => request.headers["x-no-compression"] === undefined }));
      app.use("/fast", compress({ level: 1, chunkSize: 512, threshold: "10kb" }));
      const router = app.framework.Router();
      mount(router as unknown as ExpressApp);
      mountStyles(router as unknown as ExpressApp);
      app.use("/small", router);
      app.use("/filtered", router);
      app.use("/fast", router);
      app.use(compress());
      mount(app);
    },
    requests: {
      ...prefixed("threshold 0", "/small", styleRequests(GZIP)),
      ...handlerRequests("threshold 0, gzip", "/small", GZIP),
      ...handlerRequests("threshold 0, brotli", "/small", { "Accept-Encoding": "br" }),
      ...handlerRequests("gzip", "", GZIP),
      ...handlerRequests("nothing asked", "", {}),
      ...pick("level and chunks", ["/parts", "/head-parts", "/long"], "/fast", GZIP),
      ...pick("deflate", ["/flush-twice", "/failed"], "/small", { "Accept-Encoding": "deflate" }),
      ...pick("what a browser asks", ["/long", "/head-parts"], "", { "Accept-Encoding": "gzip, deflate, br, zstd" }),
      ...pick("identity", ["/long", "/head-parts"], "/small", { "Accept-Encoding": "identity" }),
      ...pick("an unknown encoding", ["/long", "/head-parts"], "/small", { "Accept-Encoding": "bogus" }),
      "filtered out": [{ path: "/filtered/long", headers: { ...GZIP, "X-No-Compression": "1" } }],
      "filtered in": [{ path: "/filtered/long", headers: GZIP }],
      "HEAD of a long text": [{ method: "HEAD", path: "/long", headers: GZIP }],
      "HEAD of an announced length": [{ method: "HEAD", path: "/announced-long", headers: GZIP }],
    },
    differences: Object.fromEntries(
      Object.entries(styleDifferences()).map(([name, value]) => [`threshold 0: ${name}`, value]),
    ),
  };
}

type Fields = Readonly<Record<string, string>>;

function handlerRequests(what: string, prefix: string, headers: Fields): Setup<ExpressApp>["requests"] {
  return pick(what, Object.keys(HANDLERS), prefix, headers);
}

function pick(what: string, paths: readonly string[], prefix: string, headers: Fields): Setup<ExpressApp>["requests"] {
  return Object.fromEntries(
    paths.map((path) => [
      `${what}: ${path.slice(1)}`,
      [{ path: `${prefix}${path}`, status: STATUSES[path] ?? 200, headers }],
    ]),
  );
}

/** The same requests below a path. */
function prefixed(
  what: string,
  prefix: string,
  requests: Setup<ExpressApp>["requests"],
): Setup<ExpressApp>["requests"] {
  return Object.fromEntries(
    Object.entries(requests).map(([name, steps]) => [
      `${what}: ${name}`,
      steps.map(({ path = "/", resume, ...step }) => ({
        ...step,
        path: `${prefix}${path}`,
        ...(resume === undefined ? {} : { resume: `${prefix}${resume}` }),
      })),
    ]),
  );
}

bothWays(EXPRESS, [setup("compression", compression)]);
bothWays(EXPRESS_5, [setup("compression-1.7.4", compression174), setup("compression-1.7.5", compression175)]);
