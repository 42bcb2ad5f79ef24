import cookieSession from "cookie-session";
import type { RequestHandler, Response } from "express";
import session, { MemoryStore, type SessionOptions } from "express-session";
import passport, { type Authenticator } from "passport";
import { Strategy } from "passport-local";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, type ExpressApp } from "../support/express.ts";
import type { RequestState, Rule, Setup } from "../support/setup.ts";
import { only, STYLE_DIFFERENCES } from "../support/styles.ts";
import { fewRequests, mountStyles, styleRequests } from "./styles.ts";

declare module "express-session" {
  interface SessionData {
    views?: number;
    name?: string;
  }
}

const BASE: SessionOptions = { secret: "keyboard cat", resave: false, saveUninitialized: true };

const RANDOM: readonly Rule[] = [
  { pattern: /connect\.sid=[^;]+/, by: "connect.sid=*", why: "the id of a session is random" },
  { pattern: /Expires=[^;]+GMT/, by: "Expires=*", why: "a cookie expires so long after it was set" },
];

/** Counts the visits of a session, and responds with the number. */
const count: RequestHandler = (request, response) => {
  request.session.views = (request.session.views ?? 0) + 1;
  response.send(`visit ${request.session.views}`);
};

/** What services do with a session before they answer, each as the library's documentation shows it. */
const SESSION_HANDLERS: Readonly<Record<string, RequestHandler>> = {
  count,
  read: (request, response) => void response.json({ views: request.session.views ?? null }),
  destroy: (request, response, next) => {
    request.session.destroy((error) => (error === null || error === undefined ? response.send("gone") : next(error)));
  },
  regenerate: (request, response, next) => {
    request.session.regenerate((error) => {
      if (error) return next(error);
      request.session.name = "new";
      response.writeHead(200, { "Content-Type": "text/plain" });
      response.write("new ");
      response.end("session");
    });
  },
  reload: (request, response, next) => {
    request.session.reload((error) => (error ? next(error) : response.send(`${request.session.views}`)));
  },
  save: (request, response, next) => {
    request.session.name = "saved";
    request.session.save((error) => (error ? next(error) : response.redirect("/read")));
  },
  cookie: (_request, response) => {
    response.writeHead(200, { "Set-Cookie": "own=1" });
    response.end("own");
  },
  "write-then-change": (request, response) => {
    response.write("first ");
    request.session.views = 40;
    response.end("then");
  },
  "patched-after": (request, response) => {
    const { end } = response;
    response.end = function (this: Response, ...parameters: unknown[]) {
      response.setHeader("X-Patched", "1");
      return Reflect.apply(end, this, parameters);
    } as Response["end"];
    request.session.views = 1;
    response.end("patched");
  },
  fails: (request) => {
    request.session.views = 1;
    throw new Error("after a change");
  },
};

function mountSessions(app: ExpressApp): void {
  for (const [name, handler] of Object.entries(SESSION_HANDLERS)) app.get(`/${name}`, handler);
  mountStyles(app);
}

/** A store with one method that fails. */
function failing(method: "get" | "set" | "destroy" | "touch"): MemoryStore {
  const store = new MemoryStore();
  store[method] = (_id: string, ...rest: unknown[]) => {
    const done = rest.at(-1) as (error: Error) => void;
    setImmediate(done, new Error("store pg://svc:hunter2@db-1"));
  };
  return store;
}

const VISIT = { path: "/count" };

const SESSION_REQUESTS: Readonly<Record<string, RequestState>> = {
  "a session that is counted on": [VISIT, VISIT, { path: "/read" }],
  "an unknown session": [{ path: "/count", headers: { Cookie: "connect.sid=s%3Anone.none" } }],
  destroy: [VISIT, { path: "/destroy" }, { path: "/read" }],
  regenerate: [VISIT, { path: "/regenerate" }, { path: "/read" }],
  reload: [VISIT, { path: "/reload" }],
  "reload of a session that was never saved": [{ path: "/reload", status: 500 }],
  "save and redirect": [{ path: "/save", status: 302 }, { path: "/read" }],
  "a cookie in writeHead": [{ path: "/cookie" }],
  "a change after the first bytes": [{ path: "/write-then-change" }, { path: "/read" }],
  "end patched after the session": [{ path: "/patched-after" }],
  "a failure after a change": [{ path: "/fails", status: 500 }, { path: "/read" }],
  "HEAD with a session": [{ method: "HEAD", path: "/count" }, VISIT],
};

function sessionSetup(
  options: () => Partial<SessionOptions>,
  requests: Setup<ExpressApp>["requests"],
): Setup<ExpressApp> {
  return {
    library: "express-session",
    mount: (app) => {
      app.use(session({ ...BASE, ...options() }));
      mountSessions(app);
    },
    normalize: RANDOM,
    requests,
    differences: only(STYLE_DIFFERENCES, Object.keys(requests)),
  };
}

const SETUPS: readonly Setup<ExpressApp>[] = [
  sessionSetup(() => ({}), { ...styleRequests(), ...SESSION_REQUESTS }),
  sessionSetup(() => ({ rolling: true, resave: true, cookie: { maxAge: 60_000 } }), {
    "a session that rolls": [VISIT, VISIT, { path: "/writeHead-and-end" }],
  }),
  sessionSetup(() => ({ saveUninitialized: false, unset: "destroy" }), {
    "a session that is saved only when it changed": [{ path: "/read" }, VISIT, { path: "/destroy" }],
  }),
  sessionSetup(() => ({ store: failing("get") }), {
    "a store that cannot get": [VISIT, { ...VISIT, status: 500 }],
  }),
  sessionSetup(() => ({ store: failing("set") }), {
    "a store that cannot set: end": [{ path: "/end", reports: 1 }],
    "a store that cannot set: save": [{ path: "/save", status: 500, reports: 1 }],
  }),
  sessionSetup(() => ({ store: failing("destroy") }), {
    "a store that cannot destroy": [VISIT, { path: "/destroy", status: 500 }],
  }),
  {
    library: "cookie-session",
    mount: (app) => {
      app.use(cookieSession({ name: "session", keys: ["one", "two"] }));
      app.get("/count", (request, response) => {
        const own = request.session as { views?: number } | null;
        if (own !== null) own.views = (own.views ?? 0) + 1;
        response.writeHead(200, { "Content-Type": "text/plain" });
        response.end(`visit ${own?.views}`);
      });
      app.get("/forget", (request, response) => {
        Reflect.set(request, "session", null);
        response.send("forgotten");
      });
      app.get("/bad", (request, response) => {
        // Such a value cannot be stored. The middleware notices only when the head is sent.
        request.session = "text" as never;
        response.send("never");
      });
      app.get("/fails", (request) => {
        Object.assign(request.session ?? {}, { views: 1 });
        throw new Error("after a change");
      });
      mountStyles(app);
    },
    requests: {
      ...fewRequests(),
      "a session in a cookie": [VISIT, VISIT, VISIT],
      "a session that is dropped": [VISIT, { path: "/forget" }, VISIT],
      "a cookie that was changed": [VISIT, { ...VISIT, headers: { Cookie: "session=e30=; session.sig=none" } }],
      "a failure after a change": [{ path: "/fails", status: 500 }, VISIT],
      "a session that is no object": [{ path: "/bad", status: 500 }],
    },
    differences: STYLE_DIFFERENCES,
  },
  passportSetup(),
];

interface User {
  readonly name: string;
}

/** A local strategy with a session, as in passport's tutorial. */
function passportSetup(): Setup<ExpressApp> {
  const authenticator = new (passport as unknown as { Passport: new () => Authenticator }).Passport();
  authenticator.use(
    new Strategy((name, password, done) => {
      if (name === "broken") done(new Error("pg://svc:hunter2@db-1"));
      else done(null, password === "right" ? { name } : false, { message: "Incorrect." });
    }),
  );
  authenticator.serializeUser((user, done) => done(null, (user as User).name));
  authenticator.deserializeUser((name: string, done) => done(null, { name }));
  const sign = (name: string, password: string) => ({
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `username=${name}&password=${password}`,
  });
  const login = { path: "/login" };
  const redirected = { path: "/login-or-redirect", status: 302 };
  return {
    library: "passport",
    mount: (app) => {
      app.use(app.framework.urlencoded({ extended: false }));
      app.use(session(BASE));
      app.use(authenticator.initialize() as RequestHandler);
      app.use(authenticator.session() as RequestHandler);
      app.post("/login", authenticator.authenticate("local") as RequestHandler, (request, response) => {
        response.json(request.user);
      });
      const both = { successRedirect: "/me", failureRedirect: "/login", failureMessage: true };
      app.post("/login-or-redirect", authenticator.authenticate("local", both) as RequestHandler);
      app.post("/login-or-throw", authenticator.authenticate("local", { failWithError: true }) as RequestHandler);
      app.get("/me", (request, response) => {
        if (request.isAuthenticated()) response.json(request.user);
        else response.status(401).json({ message: "sign in" });
      });
      app.post("/logout", (request, response, next) => {
        request.logout((error) => (error ? next(error) : response.redirect("/")));
      });
    },
    normalize: RANDOM,
    requests: {
      "signed in and out": [
        { ...login, ...sign("ada", "right") },
        { path: "/me" },
        { method: "POST", path: "/logout", status: 302 },
        { path: "/me", status: 401 },
      ],
      "signed in with a redirect": [{ ...redirected, ...sign("ada", "right") }, { path: "/me" }],
      "a wrong password": [{ ...login, ...sign("ada", "wrong"), status: 401 }],
      "a wrong password with a redirect": [{ ...redirected, ...sign("ada", "wrong") }],
      "a wrong password, thrown": [{ path: "/login-or-throw", ...sign("ada", "wrong"), status: 401 }],
      "no credentials": [{ ...login, method: "POST", status: 400 }],
      "a strategy that fails": [{ ...login, ...sign("broken", "right"), status: 500 }],
    },
  };
}

bothWays(EXPRESS, SETUPS);
