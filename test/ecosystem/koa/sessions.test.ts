import Router from "@koa/router";
import type Koa from "koa";
import session, { type CreateSessionOptions } from "koa-session";
import { bothWays } from "../support/both-ways.ts";
import { KOA_3 } from "../support/koa.ts";
import type { Difference, RequestState, Rule, Setup } from "../support/setup.ts";
import { named, OWN_STATUS, only } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const RANDOM: readonly Rule[] = [
  { pattern: /koa\.sess(\.sig)?=[^;]+/, by: "koa.sess$1=*", why: "it names the time at which it was made" },
  {
    pattern: /expires=(?!Thu, 01 Jan 1970)[^;]+GMT/,
    by: "expires=*",
    why: "a cookie expires so long after it was set",
  },
];

const VISITED = [
  "step 2: head: - Content-Length: 27",
  "step 2: head: + Content-Length: 25",
  'step 2: body: "{\\"views\\":null,\\"fresh\\":true}" → "{\\"views\\":1,\\"fresh\\":false}"',
];
const AGAIN = "step 2: head: + Set-Cookie: koa.sess=*; path=/; expires=*; httponly";
const why = "the contract keeps the cookies of an answer that fails, and Koa removes them";

const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "an error with a status": OWN_STATUS,
  "a failure after a change": { seen: VISITED, why },
  "a store: a failure after a change": { seen: VISITED, why },
  "rolling: a failure after a change": { seen: VISITED.toSpliced(1, 0, AGAIN), why },
};

/** The part of a request's session that the handlers here use. */
interface Visits {
  views?: number;
  readonly isNew: boolean;
  manuallyCommit(): unknown;
}

function sessionOf(context: Koa.Context): Visits {
  return context["session"] as Visits;
}

const HANDLERS: Readonly<Record<string, (context: Koa.Context) => unknown>> = {
  count: (context) => {
    const own = sessionOf(context);
    own.views = (own.views ?? 0) + 1;
    context.body = `visit ${own.views}`;
  },
  read: (context) => {
    context.body = { views: sessionOf(context).views ?? null, fresh: sessionOf(context).isNew };
  },
  drop: (context) => {
    Reflect.set(context, "session", null);
    context.body = "dropped";
  },
  replace: (context) => {
    Reflect.set(context, "session", { views: 40 });
    context.body = "replaced";
  },
  wrong: (context) => {
    Reflect.set(context, "session", "text");
  },
  early: (context) => {
    sessionOf(context).views = 7;
    sessionOf(context).manuallyCommit();
    context.body = "early";
  },
  fails: (context) => {
    sessionOf(context).views = 1;
    throw new Error("after a change");
  },
};

const COUNT = { path: "/count" };

const REQUESTS: Readonly<Record<string, RequestState>> = {
  "a session that is counted on": [COUNT, COUNT, { path: "/read" }],
  "a session that is dropped": [COUNT, { path: "/drop" }, { path: "/read" }],
  "a session that is replaced": [COUNT, { path: "/replace" }, { path: "/read" }],
  "a session that is no object": [{ path: "/wrong", status: 500 }],
  "a session that is saved by hand": [{ path: "/early" }, { path: "/read" }],
  "a failure after a change": [{ path: "/fails", status: 500 }, { path: "/read" }],
  "a cookie that was changed": [COUNT, { ...COUNT, headers: { Cookie: "koa.sess=e30=; koa.sess.sig=none" } }],
};

/** A store in memory, in the form that the documentation asks for. */
function memory(broken?: "get" | "set") {
  const kept = new Map<string, unknown>();
  const refuse = (method: string) => {
    if (broken === method) throw new Error("store pg://svc:hunter2@db-1");
  };
  return {
    get: async (key: string) => {
      refuse("get");
      return kept.get(key) ?? null;
    },
    set: async (key: string, value: unknown) => {
      refuse("set");
      kept.set(key, value);
    },
    destroy: async (key: string) => {
      kept.delete(key);
    },
  };
}

function setup(options: () => object, requests: Readonly<Record<string, RequestState>>): Setup<Koa> {
  return {
    library: "koa-session",
    mount: (app) => {
      app.keys = ["one", "two"];
      app.use(session(options() as CreateSessionOptions, app));
      const router = new Router();
      for (const [name, handler] of Object.entries(HANDLERS)) router.get(`/${name}`, handler);
      app.use(router.routes());
      mountStyles(app);
    },
    normalize: RANDOM,
    requests,
    differences: only(DIFFERENCES, Object.keys(requests)),
  };
}

bothWays(KOA_3, [
  setup(() => ({}), { ...styleRequests(), ...REQUESTS }),
  setup(() => ({ rolling: true, renew: true, signed: false }), named("rolling", REQUESTS)),
  setup(() => ({ store: memory() }), named("a store", REQUESTS)),
  setup(() => ({ store: memory("get") }), {
    "a store that cannot get": [
      { ...COUNT, headers: { Cookie: "koa.sess=one; koa.sess.sig=two" } },
      { ...COUNT, status: 500 },
    ],
  }),
  setup(() => ({ store: memory("set") }), { "a store that cannot set": [{ ...COUNT, status: 500 }] }),
]);
