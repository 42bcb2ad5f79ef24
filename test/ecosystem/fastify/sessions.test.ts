import cookie from "@fastify/cookie";
import session, { type FastifySessionOptions } from "@fastify/session";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { bothWays } from "../support/both-ways.ts";
import { FASTIFY } from "../support/fastify.ts";
import type { RequestState, Rule, Setup } from "../support/setup.ts";
import { only } from "../support/styles.ts";
import { fewRequests, mountStyles, STYLE_DIFFERENCES, styleRequests } from "./styles.ts";

declare module "fastify" {
  interface Session {
    views?: number;
  }
}

const RANDOM: readonly Rule[] = [
  { pattern: /sessionId=[^;]+/, by: "sessionId=*", why: "the id of a session is random" },
  { pattern: /Expires=[^;]+GMT/, by: "Expires=*", why: "a cookie expires so long after it was set" },
];

type Handler = (request: FastifyRequest, reply: FastifyReply) => unknown;

const HANDLERS: Readonly<Record<string, Handler>> = {
  count: async ({ session: own }) => {
    own.views = (own.views ?? 0) + 1;
    return `visit ${own.views}`;
  },
  read: async ({ session: own }) => ({ views: own.views ?? null }),
  destroy: async ({ session: own }) => {
    await own.destroy();
    return "gone";
  },
  regenerate: async ({ session: own }) => {
    await own.regenerate(["views"]);
    return "new";
  },
  reload: async ({ session: own }) => {
    await own.reload();
    return { views: own.views ?? null };
  },
  save: async ({ session: own }, reply) => {
    own.views = 7;
    await own.save();
    return reply.redirect("/read");
  },
  hijacked: ({ session: own }, reply) => {
    own.views = 1;
    reply.hijack();
    reply.raw.writeHead(200, { "Content-Type": "text/plain" });
    reply.raw.end("past Fastify");
  },
  fails: async ({ session: own }) => {
    own.views = 1;
    throw new Error("after a change");
  },
};

const COUNT = { path: "/count" };

const REQUESTS: Readonly<Record<string, RequestState>> = {
  "a session that is counted on": [COUNT, COUNT, { path: "/read" }],
  "an unknown session": [{ ...COUNT, headers: { Cookie: "sessionId=none.none" } }],
  destroy: [COUNT, { path: "/destroy" }, { path: "/read" }],
  regenerate: [COUNT, { path: "/regenerate" }, { path: "/read" }],
  reload: [COUNT, { path: "/reload" }],
  "save and redirect": [{ path: "/save", status: 302 }, { path: "/read" }],
  "an answer past Fastify": [{ path: "/hijacked" }],
  "a failure after a change": [{ path: "/fails", status: 500 }, { path: "/read" }],
};

type Store = NonNullable<FastifySessionOptions["store"]>;

/** A store with one method that fails. */
function failing(broken: "get" | "set" | "destroy"): Store {
  const kept = new Map<string, unknown>();
  const error = new Error("store pg://svc:hunter2@db-1");
  return {
    get: (id, done) => (broken === "get" ? done(error) : done(null, (kept.get(id) as never) ?? null)),
    set: (id, value, done) => {
      kept.set(id, value);
      done(broken === "set" ? error : undefined);
    },
    destroy: (id, done) => {
      kept.delete(id);
      done(broken === "destroy" ? error : undefined);
    },
  } as Store;
}

function setup(
  options: () => Partial<FastifySessionOptions>,
  requests: Readonly<Record<string, RequestState>>,
): Setup<FastifyInstance> {
  return {
    library: "@fastify/session",
    mount: async (app) => {
      await app.register(cookie);
      await app.register(session, {
        secret: "a secret of at least thirty-two letters",
        cookie: { secure: false },
        ...options(),
      });
      for (const [name, handler] of Object.entries(HANDLERS)) app.get(`/${name}`, handler);
      mountStyles(app);
    },
    normalize: RANDOM,
    requests,
    differences: only(STYLE_DIFFERENCES, Object.keys(requests)),
  };
}

const COOKIES: Setup<FastifyInstance> = {
  library: "@fastify/cookie",
  mount: async (app) => {
    await app.register(cookie, { secret: "keyboard cat", parseOptions: { httpOnly: true } });
    app.get("/set", async (_request, reply) =>
      reply.setCookie("a", "1", { path: "/", signed: true }).setCookie("b", "2").clearCookie("c").send("baked"),
    );
    app.get("/read", async (request) => ({
      cookies: request.cookies,
      a: request.unsignCookie(request.cookies["a"] ?? ""),
    }));
    app.get("/fails", async (_request, reply) => {
      reply.setCookie("a", "1");
      throw new Error("after a cookie");
    });
    app.get("/bad", async (_request, reply) => reply.setCookie("a", "1", { path: "\n" }).send("never"));
    mountStyles(app);
  },
  requests: {
    ...fewRequests({ Cookie: "a=1; b=2" }),
    "cookies that are set and read": [{ path: "/set" }, { path: "/read" }],
    "cookies that were changed": [{ path: "/read", headers: { Cookie: "a=1.none; b=%%" } }],
    "a failure after a cookie": [{ path: "/fails", status: 500 }],
    "a cookie that cannot be": [{ path: "/bad", status: 500 }],
  },
  differences: STYLE_DIFFERENCES,
};

bothWays(FASTIFY, [
  setup(() => ({}), { ...styleRequests(), ...REQUESTS }),
  setup(() => ({ saveUninitialized: false, rolling: false, cookie: { secure: false, maxAge: 60_000 } }), {
    "a session that is saved only when it changed": [{ path: "/read" }, COUNT, { path: "/read" }],
  }),
  setup(() => ({ store: failing("get") }), { "a store that cannot get": [COUNT, { ...COUNT, status: 500 }] }),
  setup(() => ({ store: failing("set") }), { "a store that cannot set": [{ ...COUNT, status: 500 }] }),
  setup(() => ({ store: failing("destroy") }), {
    "a store that cannot destroy": [COUNT, { path: "/destroy", status: 500 }],
  }),
  COOKIES,
]);
