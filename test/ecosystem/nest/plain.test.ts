import { fileURLToPath } from "node:url";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  type NestInterceptor,
  Res,
  VERSION_NEUTRAL,
  Version,
  VersioningType,
} from "@nestjs/common";
import { decorate } from "@uhp-errors/reference-service/decorate";
import compression from "compression";
import { map } from "rxjs";
import { bothWays } from "../support/both-ways.ts";
import { NEST, NEST_EXPRESS, NEST_FASTIFY, type NestParts } from "../support/nest.ts";
import type { Difference, RequestState, Setup } from "../support/setup.ts";
import { named, OTHER_METHOD, only, pathOf } from "../support/styles.ts";
import { controllerOf, FAILURES, STYLE_CONTROLLERS, STYLES } from "./styles.ts";

type Platform = "express" | "fastify";

const FILES = fileURLToPath(new URL("../files", import.meta.url));
const ORIGIN = { Origin: "https://acme.example" };

/** Requests for every style. */
function styleRequests(platform: Platform, headers: Readonly<Record<string, string>> = {}) {
  const styles = Object.entries({ ...STYLES, ...FAILURES }).map(([name, { status = 200 }]): [string, RequestState] => {
    const bare = platform === "express" && name === "a file that fails" ? 400 : status;
    return [name, [{ path: pathOf(name), status: bare, headers }]];
  });
  return {
    ...Object.fromEntries(styles),
    "HEAD of a text": [{ method: "HEAD", path: "/a-text", headers }],
    "HEAD of a file that streams": [{ method: "HEAD", path: "/a-file-that-streams", headers }],
    "HEAD of a failure": [{ method: "HEAD", path: "/a-throw", status: 500, headers }],
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "a route of another method": [{ method: "DELETE", path: "/a-text", status: 404, headers }],
  };
}

/** What the contract changes on purpose in the styles. */
function differencesOf(platform: Platform): Readonly<Record<string, Difference>> {
  const why = "the client is not at fault when a file cannot be read";
  return {
    "a route of another method": OTHER_METHOD,
    ...(platform === "express" && { "a file that fails": { seen: ["status: 400 → 500"], why } }),
  };
}

/** Requests for what fails halfway. They do not work with a compressor, which holds back the first half. */
const HALFWAY: Readonly<Record<string, RequestState>> = {
  "a file that fails halfway": [{ path: "/half/file", resume: "/half/resume" }],
  "a generator that fails halfway": [{ path: "/half/generator", resume: "/half/resume" }],
  "a web stream that fails halfway": [{ path: "/half/web-stream", resume: "/half/resume" }],
};

/** Every style, by itself and under the platform's compressor. */
function everyStyle(platform: Platform): Setup<NestParts>[] {
  const onExpress = platform === "express";
  return [
    {
      library: "@nestjs/core",
      mount: ({ controllers }) => void controllers.push(...STYLE_CONTROLLERS),
      requests: { ...styleRequests(platform), ...HALFWAY },
      differences: differencesOf(platform),
    },
    {
      library: onExpress ? "compression" : "@fastify/compress",
      mount: (parts) => {
        parts.controllers.push(...STYLE_CONTROLLERS);
        parts.onExpress.push((app) => app.use(compression({ threshold: 0 })));
        parts.onFastify.push(async (app) => {
          await app.register(compress, { threshold: 0 });
        });
      },
      requests: styleRequests(platform, { "Accept-Encoding": "gzip" }),
      differences: differencesOf(platform),
    },
  ];
}

/** Static files, with the statuses that differ between platforms. */
function staticFiles(platform: Platform): Setup<NestParts> {
  return {
    library: platform === "express" ? "serve-static" : "@fastify/static",
    mount: (parts) => {
      parts.onExpress.push((app) => app.useStaticAssets(FILES));
      parts.onFastify.push((app) => app.useStaticAssets({ root: FILES }));
    },
    requests: {
      "a file": [{ path: "/hello.txt" }],
      "a range that there is not": [{ path: "/long.txt", headers: { Range: "bytes=99999999-" }, status: 416 }],
      "a missing file": [{ path: "/none.txt", status: 404 }],
      "a path that climbs out": [{ path: "/%2e%2e/%2e%2e/package.json", status: platform === "express" ? 404 : 403 }],
    },
  };
}

/** How a response of Express, and one of Fastify with @fastify/cookie, handle cookies. */
interface Baking {
  cookie(name: string, value: string, options?: { readonly httpOnly?: boolean; readonly path?: string }): Baking;
}

const COOKIES: Setup<NestParts> = {
  library: "@nestjs/core",
  mount: ({ controllers, onFastify }) => {
    onFastify.push(async (app) => {
      await app.register(cookie, { secret: "not-a-real-secret-of-at-least-32-bytes" });
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
    controllers.push(controllerOf({ set: { handler: set, parameters }, fail: { handler: fail, parameters } }));
  },
  requests: {
    "cookies that are set": [{ path: "/set" }],
    "a cookie before a failure": [{ path: "/fail", status: 500 }],
  },
};

class First {
  list(): object {
    return { version: 1 };
  }
}
class Second {
  list(): object {
    return { version: 2 };
  }
  neutral(): string {
    return "any";
  }
}
decorate(First, [Controller({ path: "tasks", version: "1" })], { list: { method: [Get()] } });
decorate(Second, [Controller({ path: "tasks", version: "2" })], {
  list: { method: [Get()] },
  neutral: { method: [Get("neutral"), Version(VERSION_NEUTRAL)] },
});

const envelope: NestInterceptor = {
  intercept: (_context: ExecutionContext, next: CallHandler) => next.handle().pipe(map((data: unknown) => ({ data }))),
};

const SETUPS: readonly Setup<NestParts>[] = [
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.URI }));
    },
    requests: {
      "versions in paths: one of two": [{ path: "/v2/tasks" }],
      "versions in paths: any": [{ path: "/tasks/neutral" }],
      "versions in paths: one that there is not": [{ path: "/v3/tasks", status: 404 }],
      "versions in paths: another method": [{ method: "PUT", path: "/v2/tasks", status: 404 }],
    },
    differences: { "versions in paths: another method": OTHER_METHOD },
  },
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: "v=" }));
    },
    requests: {
      "versions in Accept: one of two": [{ path: "/tasks", headers: { Accept: "application/json;v=2" } }],
      "versions in Accept: one that there is not": [
        { path: "/tasks", headers: { Accept: "application/json;v=3" }, status: 404 },
      ],
    },
  },
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(controllerOf({ health: { handler: () => "up" }, "a text": { handler: () => "hello" } }));
      main.push((app) => app.setGlobalPrefix("api", { exclude: ["health"] }));
    },
    requests: {
      "a global prefix: a route": [{ path: "/api/a-text" }],
      "a global prefix: a route without it": [{ path: "/a-text", status: 404 }],
      "a global prefix: an excluded route": [{ path: "/health" }],
      "a global prefix: another method": [{ method: "DELETE", path: "/api/a-text", status: 404 }],
    },
    differences: { "a global prefix: another method": OTHER_METHOD },
  },
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(...STYLE_CONTROLLERS);
      main.push((app) => app.useGlobalInterceptors(envelope));
      main.push((app) => app.enableCors({ origin: "https://acme.example", credentials: true }));
    },
    requests: {
      ...named(
        "an interceptor",
        only(styleRequests("express", ORIGIN), ["a text", "an Observable", "a status beside", "a text of its own"]),
      ),
      "a preflight of an unknown route": [
        {
          method: "OPTIONS",
          path: "/nowhere",
          headers: { ...ORIGIN, "Access-Control-Request-Method": "PUT" },
          status: 204,
        },
      ],
    },
  },
  COOKIES,
];

/** A route with a version in a header. */
function versionsInHeader(differences: NonNullable<Setup<NestParts>["differences"]>): Setup<NestParts> {
  const asked = (version: string) => ({ path: "/tasks", headers: { "X-Version": version } });
  return {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.HEADER, header: "X-Version" }));
    },
    requests: {
      "versions in a header: one of two": [asked("2")],
      "versions in a header: one that there is not": [{ ...asked("3"), status: 404 }],
      "versions in a header: another method": [{ ...asked("1"), method: "PUT", status: 404 }],
    },
    differences,
  };
}

/** Express adds an `ETag` to what it sends. */
const TAGS: Setup<NestParts> = {
  library: "@nestjs/core",
  mount: ({ controllers }) => void controllers.push(...STYLE_CONTROLLERS),
  requests: {
    "what is known": [
      { path: "/a-text" },
      {
        path: "/a-text",
        headers: (previous) => ({ "If-None-Match": previous?.headers["etag"] ?? "" }),
        status: 304,
      },
    ],
  },
};

bothWays(NEST, SETUPS);
bothWays(NEST_EXPRESS, [
  ...everyStyle("express"),
  versionsInHeader({ "versions in a header: another method": OTHER_METHOD }),
  staticFiles("express"),
  TAGS,
]);
// Fastify does not know the methods of a route whose version is in a header.
bothWays(NEST_FASTIFY, [...everyStyle("fastify"), versionsInHeader({}), staticFiles("fastify")]);
