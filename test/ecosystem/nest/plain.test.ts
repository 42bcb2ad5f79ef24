import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  type NestInterceptor,
  VERSION_NEUTRAL,
  Version,
  VersioningType,
} from "@nestjs/common";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { map } from "rxjs";
import { bothWays } from "../support/both-ways.ts";
import { NEST, NEST_EXPRESS, NEST_FASTIFY, type NestParts } from "../support/nest.ts";
import type { Setup } from "../support/setup.ts";
import {
  bodyRequests,
  differencesOf,
  FILE_THAT_FAILS,
  halfwayRequests,
  headRequests,
  type Platform,
  styleRequests,
} from "./requests.ts";
import { controllerOf, STYLE_CONTROLLERS } from "./styles.ts";

/** Plain Nest, with nothing added. */
function alone(platform: Platform): Setup<NestParts> {
  const head = platform === "express" && { "HEAD of a file that fails": FILE_THAT_FAILS };
  return {
    library: "@nestjs/core",
    mount: ({ controllers }) => void controllers.push(...STYLE_CONTROLLERS),
    requests: {
      ...styleRequests(platform),
      ...halfwayRequests(),
      ...headRequests(platform),
      ...bodyRequests(platform),
    },
    differences: { ...differencesOf(platform), ...head },
  };
}

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

const OTHER_METHOD = {
  seen: ["status: 404 → 405"],
  why: "the contract tells a wrong method from an unknown route",
};

const SETUPS: readonly Setup<NestParts>[] = [
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.URI }));
    },
    requests: {
      "versions in paths: the first": [{ path: "/v1/tasks" }],
      "versions in paths: the second": [{ path: "/v2/tasks" }],
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
      main.push((app) => app.enableVersioning({ type: VersioningType.HEADER, header: "X-Version" }));
    },
    requests: {
      "versions in a header: the first": [{ path: "/tasks", headers: { "X-Version": "1" } }],
      "versions in a header: the second": [{ path: "/tasks", headers: { "X-Version": "2" } }],
      "versions in a header: any": [{ path: "/tasks/neutral" }],
      "versions in a header: one that there is not": [{ path: "/tasks", headers: { "X-Version": "3" }, status: 404 }],
      "versions in a header: none": [{ path: "/tasks", status: 404 }],
    },
  },
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.MEDIA_TYPE, key: "v=" }));
    },
    requests: {
      "versions in Accept: the second": [{ path: "/tasks", headers: { Accept: "application/json;v=2" } }],
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
      "a global prefix: an excluded route with it": [{ path: "/api/health", status: 404 }],
      "a global prefix: another method": [{ method: "DELETE", path: "/api/a-text", status: 404 }],
    },
    differences: { "a global prefix: another method": OTHER_METHOD },
  },
  {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(...STYLE_CONTROLLERS);
      main.push((app) => app.useGlobalInterceptors(envelope));
    },
    requests: Object.fromEntries(
      ["a text", "an object", "a null", "an Observable", "created", "a status beside", "a text of its own"].map(
        (name) => [`an interceptor: ${name}`, styleRequests("express")[name] ?? []],
      ),
    ),
  },
];

/** A route with a version in a header, requested with another method. */
function versionsInHeader(differences: NonNullable<Setup<NestParts>["differences"]>): Setup<NestParts> {
  return {
    library: "@nestjs/core",
    mount: ({ controllers, main }) => {
      controllers.push(First, Second);
      main.push((app) => app.enableVersioning({ type: VersioningType.HEADER, header: "X-Version" }));
    },
    requests: {
      "versions in a header: another method": [
        { method: "PUT", path: "/tasks", headers: { "X-Version": "1" }, status: 404 },
      ],
    },
    differences,
  };
}

bothWays(NEST, SETUPS);
bothWays(NEST_EXPRESS, [alone("express"), versionsInHeader({ "versions in a header: another method": OTHER_METHOD })]);
// Fastify does not know the methods of a route whose version is in a header.
bothWays(NEST_FASTIFY, [alone("fastify"), versionsInHeader({})]);
