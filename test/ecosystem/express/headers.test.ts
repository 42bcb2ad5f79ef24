import cors from "cors";
import type { RequestHandler } from "express";
import helmet from "helmet";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, EXPRESS_5, type ExpressApp } from "../support/express.ts";
import type { RequestState, Setup } from "../support/setup.ts";
import { answerPairs, styleDifferences } from "../support/styles.ts";
import { mountStyles, styleRequests } from "./styles.ts";

const ORIGIN = { Origin: "https://pages.test" };
const ASK = { ...ORIGIN, "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": "X-A, X-B" };

const preflight = (path: string, status = 204): RequestState => [{ method: "OPTIONS", path, headers: ASK, status }];

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "helmet",
    mount: (app) => {
      app.use(helmet());
      app.use(
        "/nonce",
        helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", () => "'nonce-1'"] } } }),
      );
      app.use("/bad-policy", helmet({ contentSecurityPolicy: { directives: { scriptSrc: [() => "a;b"] } } }));
      app.get("/nonce", (_request, response) => void response.send("<script nonce=1></script>"));
      mountStyles(app);
    },
    requests: {
      ...styleRequests(),
      "a directive that is a function": [{ path: "/nonce" }],
      "a directive that cannot be": [{ path: "/bad-policy", status: 500 }],
    },
    differences: styleDifferences(),
  },
  {
    library: "cors",
    mount: (app) => {
      app.use("/named", cors({ origin: /\.test$/, credentials: true, exposedHeaders: ["X-Own"], maxAge: 60 }));
      app.use("/asked", cors({ origin: (_origin, done) => done(new Error("no such origin")) }));
      app.use("/own-preflight", cors({ preflightContinue: true, methods: ["GET"] }));
      app.options("/own-preflight", (_request, response) => void response.status(202).send("mine"));
      app.use("/old-preflight", cors({ optionsSuccessStatus: 200, allowedHeaders: "X-C" }));
      app.get("/named", (_request, response) => void response.set("X-Own", "1").send("named"));
      app.use(cors());
      mountStyles(app);
    },
    requests: {
      ...styleRequests(ORIGIN),
      OPTIONS: preflight("/json"),
      "a named origin": [{ path: "/named", headers: ORIGIN }],
      "an origin that is not named": [{ path: "/named", headers: { Origin: "https://other.example" } }],
      "a preflight of a named origin": preflight("/named"),
      "an origin that is refused": [{ path: "/asked", headers: ORIGIN, status: 500 }],
      "a preflight that goes on": preflight("/own-preflight", 202),
      "a preflight for old browsers": preflight("/old-preflight", 200),
      "a preflight of an unknown route": preflight("/nowhere"),
    },
    differences: styleDifferences(),
  },
];

/** Plain Express. */
const ROUTING: Setup<ExpressApp> = {
  library: "express",
  mount: (app) => {
    // A check of credentials as in the routing guide. The path has the form that each version accepts.
    const auth: RequestHandler = (request, response, next) => {
      if (request.headers.authorization === undefined && request.method === "GET") response.sendStatus(401);
      else next();
    };
    app.all(/^\/api\//, auth);
    app.get("/api/items", (_request, response) => void response.json([1]));
    app.put("/api/items", (_request, response) => void response.sendStatus(202));
    app.route("/book").get((_request, response) => void response.send("a book"));
    app.get("/once", (_request, _response, next) => next("route"));
    app.get("/once", (_request, response) => void response.send("the second route"));
    app.get("/range", (request, response) => void response.json({ range: request.range(100) ?? null }));
    app.get("/format", (_request, response) => {
      response.format({ text: () => response.send("text"), json: () => response.send({ a: 1 }) });
    });
    app.get("/download", (_request, response) => void response.attachment("a.txt").send("kept"));
    app.get(
      "/vary",
      (_request, response) => void response.vary("Accept").links({ next: "/2" }).append("X-A", "1").send("v"),
    );
    app.disable("x-powered-by");
    app.get("/pairs", (_request, response) => answerPairs(response));
    app.get("/item/:id", (request, response) => void response.send(request.params["id"]));
  },
  requests: {
    "next to a handler of all methods": [{ path: "/api/items", headers: { Authorization: "Bearer a" } }],
    "next to a handler of all methods, refused": [{ path: "/api/items", status: 401 }],
    "OPTIONS next to a handler of all methods": [{ method: "OPTIONS", path: "/api/items" }],
    "another method next to a handler of all methods": [{ method: "POST", path: "/api/items", status: 404 }],
    "OPTIONS of a route": [{ method: "OPTIONS", path: "/book" }],
    "HEAD of a route": [{ method: "HEAD", path: "/book" }],
    "another method of a route": [{ method: "PUT", path: "/book", status: 404 }],
    "the next route": [{ path: "/once" }],
    "a range": [{ path: "/range", headers: { Range: "bytes=0-9" } }],
    "a format": [{ path: "/format", headers: { Accept: "application/json" } }],
    "no such format": [{ path: "/format", headers: { Accept: "image/png" }, status: 406 }],
    "an attachment": [{ path: "/download" }],
    "writeHead with a list of pairs": [{ path: "/pairs" }],
    "headers of several kinds": [{ path: "/vary" }],
    "an escaped parameter": [{ path: "/item/a%20b" }],
    "a parameter that cannot be decoded": [{ path: "/item/%ff", status: 400 }],
  },
  differences: {
    "another method next to a handler of all methods": {
      seen: ["status: 404 → 405"],
      why: "the contract tells a wrong method from an unknown route",
    },
    "another method of a route": {
      seen: ["status: 404 → 405"],
      why: "the contract tells a wrong method from an unknown route",
    },
  },
};

bothWays(EXPRESS_5, SETUPS);
bothWays(EXPRESS, [ROUTING]);
