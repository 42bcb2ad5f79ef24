import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono } from "hono";
import { compress } from "hono/compress";
import { cors } from "hono/cors";
import { etag } from "hono/etag";
import { prettyJSON } from "hono/pretty-json";
import { requestId } from "hono/request-id";
import { secureHeaders } from "hono/secure-headers";
import { timing } from "hono/timing";
import { rateLimiter } from "hono-rate-limiter";
import { CookieStore, type Session, sessionMiddleware } from "hono-sessions";
import { bothWays } from "../support/both-ways.ts";
import { HONO } from "../support/hono.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { named } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

/** serveStatic looks for its folder relative to the one in which the process runs. */
const FILES = relative(process.cwd(), fileURLToPath(new URL("../files", import.meta.url)));

/** Every style after Hono's own middleware. */
function behind(what: string, use: (app: Hono) => unknown, headers: Record<string, string> = {}): Setup<Hono> {
  return {
    library: "hono",
    mount: (app) => {
      use(app);
      mountStyles(app);
    },
    requests: named(what, styleRequests(headers)),
  };
}

const ORIGIN = { Origin: "https://acme.example" };

const FILE_REQUESTS: Readonly<Record<string, RequestState>> = {
  "a file": [{ path: "/hello.txt" }],
  "HEAD of a file": [{ method: "HEAD", path: "/hello.txt" }],
  "a missing file": [{ path: "/none.txt", status: 404 }],
  "a path that climbs out": [{ path: "/%2e%2e/%2e%2e/package.json", status: 404 }],
  "a range": [{ path: "/long.txt", headers: { Range: "bytes=0-9" }, status: 206 }],
  "a range that there is not": [{ path: "/long.txt", headers: { Range: "bytes=99999999-" }, status: 416 }],
};

const SETUPS: readonly Setup<Hono>[] = [
  behind("alone", () => {}),
  behind("cors", (app) => app.use(cors({ origin: "https://acme.example", credentials: true })), ORIGIN),
  behind("compress", (app) => app.use(compress({ threshold: 0 })), { "Accept-Encoding": "gzip" }),
  behind("etag", (app) => app.use(etag())),
  behind("secure-headers and pretty-json", (app) => app.use(secureHeaders(), prettyJSON())),
  behind("request-id", (app) => app.use(requestId({ generator: () => "own" }))),
  behind("timing", (app) => app.use(timing({ total: false }))),
  {
    library: "hono",
    mount: (app) => {
      app.use(cors());
      mountStyles(app);
    },
    requests: {
      "cors: a preflight": [
        {
          method: "OPTIONS",
          path: "/a-text",
          headers: { ...ORIGIN, "Access-Control-Request-Method": "GET" },
          status: 204,
        },
      ],
    },
  },
  {
    library: "@hono/node-server",
    mount: (app) => app.use("/*", serveStatic({ root: FILES })),
    requests: FILE_REQUESTS,
  },
  {
    library: "hono-rate-limiter",
    mount: (app) => {
      app.use(rateLimiter({ windowMs: 60_000, limit: 1, keyGenerator: () => "one" }));
      app.get("/", (c) => c.text("x"));
    },
    normalize: [{ pattern: /(reset=|-reset: |retry-after: )\d+/gi, by: "$1n", why: "it counts seconds" }],
    requests: { "within and over the limit": [{ path: "/" }, { path: "/", status: 429 }] },
  },
  {
    library: "hono-sessions",
    mount: (app) => {
      const store = new CookieStore();
      app.use(sessionMiddleware({ store, encryptionKey: "not-a-real-key-of-thirty-two-byte", expireAfterSeconds: 60 }));
      app.get("/", (c) => {
        const session = (c as unknown as { get(name: "session"): Session<{ visits: number }> }).get("session");
        const visits = (session.get("visits") ?? 0) + 1;
        session.set("visits", visits);
        return c.text(`visit ${visits}`);
      });
      app.get("/fails", () => {
        throw new Error("pg://svc:hunter2@db-1");
      });
    },
    normalize: [{ pattern: /(set-cookie: \w+=)[^;]*/gi, by: "$1sealed", why: "it is sealed again each time" }],
    requests: {
      "a session over three requests": [{ path: "/" }, { path: "/" }, { path: "/" }],
      "a session after a failure": [{ path: "/" }, { path: "/fails", status: 500 }, { path: "/" }],
    },
  },
];

bothWays(HONO, SETUPS);
