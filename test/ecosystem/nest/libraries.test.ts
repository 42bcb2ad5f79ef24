import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastifySession from "@fastify/session";
import { Req, Res } from "@nestjs/common";
import compression from "compression";
import session, { MemoryStore } from "express-session";
import helmet from "helmet";
import { bothWays } from "../support/both-ways.ts";
import { NEST, NEST_EXPRESS, NEST_FASTIFY, type NestParts } from "../support/nest.ts";
import type { RequestState, Rule, Setup } from "../support/setup.ts";
import { behind, type Platform } from "./requests.ts";
import { controllerOf, type Route, STYLE_CONTROLLERS } from "./styles.ts";

const FILES = fileURLToPath(new URL("../files", import.meta.url));
const ORIGIN = { Origin: "https://acme.example" };
const PACKED = { "Accept-Encoding": "gzip" };

const CORS = { origin: "https://acme.example", credentials: true };

/** Every style after what either platform accepts. */
function everyStyle(platform: Platform): Setup<NestParts>[] {
  const enable = ({ main }: NestParts) => main.push((app) => app.enableCors(CORS));
  const secure = ({ main }: NestParts) => main.push((app) => app.use(helmet()));
  return [behind(platform, "@nestjs/core", "enableCors", enable, ORIGIN), behind(platform, "helmet", "helmet", secure)];
}

const PREFLIGHTS: Setup<NestParts> = {
  library: "@nestjs/core",
  mount: ({ controllers, main }) => {
    controllers.push(...STYLE_CONTROLLERS);
    main.push((app) => app.enableCors(CORS));
  },
  requests: {
    "enableCors: a preflight": [
      {
        method: "OPTIONS",
        path: "/a-text",
        headers: { ...ORIGIN, "Access-Control-Request-Method": "GET" },
        status: 204,
      },
    ],
    "enableCors: a preflight of an unknown route": [
      {
        method: "OPTIONS",
        path: "/nowhere",
        headers: { ...ORIGIN, "Access-Control-Request-Method": "PUT" },
        status: 204,
      },
    ],
  },
};

/** A conditional request, as a browser sends it for a response that it has stored. */
const again =
  (more: Readonly<Record<string, string>> = {}) =>
  (previous: { readonly headers: Readonly<Record<string, string | undefined>> } | undefined) => ({
    "If-None-Match": previous?.headers["etag"] ?? "",
    ...more,
  });

/** Express adds an `ETag` to what it sends. */
const TAGS: Setup<NestParts> = {
  library: "@nestjs/core",
  mount: ({ controllers }) => void controllers.push(...STYLE_CONTROLLERS),
  requests: {
    "a text that is known": [{ path: "/a-text" }, { path: "/a-text", headers: again(), status: 304 }],
    "an object that is known": [{ path: "/an-object" }, { path: "/an-object", headers: again(), status: 304 }],
    "HEAD of a text that is known": [
      { path: "/a-text" },
      { method: "HEAD", path: "/a-text", headers: again(), status: 304 },
    ],
    "a text that is known, whatever is kept": [
      { path: "/a-text" },
      { path: "/a-text", headers: again({ "Cache-Control": "no-cache" }) },
    ],
    "a text that has changed": [{ path: "/a-text", headers: { "If-None-Match": '"other"' } }],
    "a failure with what was known": [{ path: "/a-text" }, { path: "/a-throw", headers: again(), status: 500 }],
  },
};

/** Static files, with the statuses that differ between platforms. */
function staticFiles(platform: Platform): Setup<NestParts> {
  const onExpress = platform === "express";
  return {
    library: onExpress ? "serve-static" : "@fastify/static",
    mount: ({ controllers, onExpress: express, onFastify }) => {
      controllers.push(controllerOf({ "a text": { handler: () => "hello" } }));
      express.push((app) => app.useStaticAssets(FILES));
      onFastify.push((app) => app.useStaticAssets({ root: FILES }));
    },
    requests: {
      "a file": [{ path: "/hello.txt" }],
      "HEAD of a file": [{ method: "HEAD", path: "/hello.txt" }],
      "an empty file": [{ path: "/empty.txt" }],
      "a name with an escape": [{ path: "/a%20name.txt" }],
      "a file that is known": [{ path: "/hello.txt" }, { path: "/hello.txt", headers: again(), status: 304 }],
      "a range": [{ path: "/long.txt", headers: { Range: "bytes=0-9" }, status: 206 }],
      "the last bytes": [{ path: "/long.txt", headers: { Range: "bytes=-5" }, status: 206 }],
      "HEAD of a range": [{ method: "HEAD", path: "/long.txt", headers: { Range: "bytes=0-9" }, status: 206 }],
      "a range that there is not": [{ path: "/long.txt", headers: { Range: "bytes=99999999-" }, status: 416 }],
      "a condition that fails": [{ path: "/hello.txt", headers: { "If-Match": '"other"' }, status: 412 }],
      "a folder's page": [{ path: "/pages/" }],
      "a folder without its slash": [{ path: "/pages", status: onExpress ? 301 : 200 }],
      "a missing file": [{ path: "/none.txt", status: 404 }],
      "a path that climbs out": [{ path: "/%2e%2e/%2e%2e/package.json", status: onExpress ? 404 : 403 }],
      "a route next to the files": [{ path: "/a-text" }],
      "POST to a file": [{ method: "POST", path: "/hello.txt", status: 404 }],
    },
  };
}

/** What both libraries for sessions add to a request. */
interface Visited {
  readonly session: { views?: number; destroy(done: (error?: unknown) => void): unknown };
}

const SESSION_ROUTES: Readonly<Record<string, Route>> = {
  count: {
    handler: ({ session: own }: Visited) => {
      own.views = (own.views ?? 0) + 1;
      return `visit ${own.views}`;
    },
    parameters: [Req()],
  },
  read: { handler: ({ session: own }: Visited) => ({ views: own.views ?? null }), parameters: [Req()] },
  fails: {
    handler: ({ session: own }: Visited) => {
      own.views = 9;
      throw new Error("pg://svc:hunter2@db-1");
    },
    parameters: [Req()],
  },
  drop: {
    handler: ({ session: own }: Visited) =>
      new Promise((resolve, reject) => {
        own.destroy((error) => (error ? reject(error) : resolve("dropped")));
      }),
    parameters: [Req()],
  },
};

const COUNT = { path: "/count" };

const SESSION_REQUESTS: Readonly<Record<string, RequestState>> = {
  "a session that is counted on": [COUNT, COUNT, { path: "/read" }],
  "a session that is dropped": [COUNT, { path: "/drop" }, { path: "/read" }],
  "a session after a failure": [COUNT, { path: "/fails", status: 500 }, { path: "/read" }],
  "a failure of a first visit": [{ path: "/fails", status: 500 }, { path: "/read" }],
  "an unknown route with a session": [COUNT, { path: "/nowhere", status: 404 }, COUNT],
  "a cookie that was changed": [{ ...COUNT, headers: { Cookie: "connect.sid=s%3Aone.two" } }],
};

const RANDOM: readonly Rule[] = [
  { pattern: /(connect\.sid|sessionId)=[^;]+/, by: "$1=*", why: "the id of a session is random" },
  { pattern: /Expires=[^;]+GMT/, by: "Expires=*", why: "a cookie expires so long after it was set" },
];

const SECRET = "not-a-real-secret-of-at-least-32-bytes";

const EXPRESS_SESSION: Setup<NestParts> = {
  library: "express-session",
  mount: ({ controllers, onExpress }) => {
    controllers.push(controllerOf(SESSION_ROUTES));
    const options = { secret: SECRET, resave: false, saveUninitialized: true, store: new MemoryStore() };
    onExpress.push((app) => app.use(session(options)));
  },
  normalize: RANDOM,
  requests: SESSION_REQUESTS,
};

const FASTIFY_SESSION: Setup<NestParts> = {
  library: "@fastify/session",
  mount: ({ controllers, onFastify }) => {
    controllers.push(controllerOf(SESSION_ROUTES));
    onFastify.push(async (app) => {
      await app.register(cookie);
      await app.register(fastifySession, { secret: SECRET, cookie: { secure: false } });
    });
  },
  normalize: RANDOM,
  requests: SESSION_REQUESTS,
};

/** How a response of Express, and one of Fastify with @fastify/cookie, handle cookies. */
interface Baking {
  cookie(name: string, value: string, options?: { readonly httpOnly?: boolean; readonly path?: string }): Baking;
  clearCookie(name: string): Baking;
}

const COOKIES: Setup<NestParts> = {
  library: "@nestjs/core",
  mount: ({ controllers, onFastify }) => {
    onFastify.push(async (app) => {
      await app.register(cookie, { secret: SECRET });
    });
    const parameters = [Res({ passthrough: true })];
    const set = (response: Baking) => {
      response.cookie("a", "1", { httpOnly: true }).cookie("b", "two words", { path: "/x" });
      return "baked";
    };
    const fail = (response: Baking) => {
      response.cookie("a", "1");
      throw new Error("pg://svc:hunter2@db-1");
    };
    const clear = (response: Baking) => {
      response.clearCookie("a");
      return "gone";
    };
    controllers.push(
      controllerOf({
        set: { handler: set, parameters },
        clear: { handler: clear, parameters },
        fail: { handler: fail, parameters },
      }),
    );
  },
  requests: {
    "cookies that are set and cleared": [{ path: "/set" }, { path: "/clear" }],
    "a cookie before a failure": [{ path: "/fail", status: 500 }],
  },
};

bothWays(NEST, [PREFLIGHTS, COOKIES]);
bothWays(NEST_EXPRESS, [
  ...everyStyle("express"),
  behind(
    "express",
    "compression",
    "compression",
    ({ main }) => main.push((app) => app.use(compression({ threshold: 0 }))),
    PACKED,
    {},
  ),
  TAGS,
  staticFiles("express"),
  EXPRESS_SESSION,
]);
bothWays(NEST_FASTIFY, [
  ...everyStyle("fastify"),
  behind(
    "fastify",
    "@fastify/compress",
    "compress",
    ({ onFastify }) =>
      onFastify.push(async (app) => {
        await app.register(compress, { threshold: 0 });
      }),
    PACKED,
    {},
  ),
  staticFiles("fastify"),
  FASTIFY_SESSION,
]);
