import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from "fastify";
import { type Fastify, fromFastify, type Provoked, untyped } from "./provoke.ts";

export const JSON_TYPE = { "Content-Type": "application/json" };

/** What a test mounts on an app. */
export type Mount = (app: FastifyInstance) => unknown;
export type Sent = Parameters<typeof fromFastify>[2];
export type More = Parameters<typeof fromFastify>[3];

export const json = (body: string) => ({ headers: JSON_TYPE, body });
export const get = (path = "/", headers: Record<string, string> = {}) => ({ method: "GET", path, headers });

/** A plugin in the version for this Fastify. */
export const plugin = (version: string, name: string) =>
  untyped(version === "fastify4" ? `fastify4-${name}` : `@fastify/${name}`);

/** Mounts a handler at `/`, after some plugins. */
export type Handled = (
  handler: RouteHandlerMethod,
  route?: Partial<RouteOptions>,
  registered?: readonly [string, object][],
) => Mount;

/** How the tests of one version mount a handler and run it. */
export function fastifyApp(
  version: string,
  framework: Fastify,
): { readonly handled: Handled; run(mount: Mount, sent: Sent, more?: More): () => Promise<Provoked> } {
  return {
    run: (mount, sent, more) => () => fromFastify(framework, mount, sent, more),
    handled:
      (handler, route = {}, registered = []) =>
      async (app) => {
        for (const [name, options] of registered) await app.register(plugin(version, name), options);
        const method = route.schema && "body" in route.schema ? "POST" : ["GET", "POST"];
        app.route({ ...route, method, url: "/", handler });
      },
  };
}
