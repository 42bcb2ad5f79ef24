import { describe, expect, test } from "vitest";
import { EXPRESS_FRAMEWORKS, type Express, type RequestHandler, type Router } from "../../../test/support/express.ts";
import { allowedMethods, isInMounted, isTaken, takes } from "./allowed-methods.ts";
import { routePattern, stackOf } from "./router.ts";

const handler: RequestHandler = (_request, response) => void response.send();

type Mount = (app: Express) => unknown;

/** A request as Express's routers leave it. */
interface Left {
  readonly url?: string;
  readonly method?: string;
  readonly baseUrl?: string;
}

describe.each(EXPRESS_FRAMEWORKS)("on %s", (_name, framework) => {
  function left(mount: Mount, { url = "/x", method = "DELETE", ...rest }: Left = {}) {
    const app = framework();
    mount(app);
    return { app, url, method, ...rest } as never;
  }

  /** A router within as many others. */
  function nested(depth: number): Router {
    let router = framework.Router().get("/x", handler);
    for (let level = 0; level < depth; level += 1) router = framework.Router().use(router);
    return router;
  }

  /** Makes an app believe that it is mounted there. */
  const at = (path: string, mount: Mount) => (app: Express) => {
    framework().use(path, app);
    mount(app);
  };

  const getX: Mount = (app) => app.get("/x", handler);

  test.each<readonly [what: string, mount: Mount, left: Left, methods: readonly string[]]>([
    ["no routes", () => {}, {}, []],
    [
      "two routes, in alphabetical order",
      (app) => app.put("/x", handler).get("/x", handler),
      {},
      ["GET", "HEAD", "PUT"],
    ],
    ["a route without GET", (app) => app.post("/x", handler), {}, ["POST"]],
    [
      "a route of the request's method, which passed on",
      (app) => app.put("/x", handler).get("/x", handler),
      { method: "GET" },
      [],
    ],
    ["a route for GET that passed HEAD on", getX, { method: "HEAD" }, []],
    ["another address", getX, { url: "/y" }, []],
    ["a query", getX, { url: "/x?y=/z" }, ["GET", "HEAD"]],
    ["a target with scheme and authority", getX, { url: "http://h/x" }, ["GET", "HEAD"]],
    ["an app's root", (app) => app.get("/", handler), { url: "" }, ["GET", "HEAD"]],
    ["a route for every path", (app) => app.get(/.*/, handler).put("/x", handler), {}, ["PUT"]],
    ["a route for all methods", (app) => app.all("/x", handler), {}, []],
    ["a router's route for all methods", (app) => app.use(framework.Router().all("/x", handler)), {}, []],
    ["middleware", (app) => app.use("/x", handler), {}, []],
    ["a router", (app) => app.use("/part", framework.Router().get("/x", handler)), { url: "/part/x" }, ["GET", "HEAD"]],
    ["a router's root", (app) => app.use("/x", framework.Router().get("/", handler)), {}, ["GET", "HEAD"]],
    ["a router elsewhere", (app) => app.use("/part", framework.Router().get("/x", handler)), {}, []],
    [
      "a router under a parameter",
      (app) => app.use("/:id", framework.Router().get("/x", handler)),
      { url: "/7/x" },
      ["GET", "HEAD"],
    ],
    ["16 routers in each other", (app) => app.use(nested(15)), {}, ["GET", "HEAD"]],
    ["17 routers in each other", (app) => app.use(nested(16)), {}, []],
    [
      "a router in itself",
      (app) => {
        const router = framework.Router();
        app.use(router.use(router).get("/x", handler));
      },
      {},
      ["GET", "HEAD"],
    ],
    ["a path that cannot be decoded", (app) => app.get("/:id", handler), { url: "/%ff" }, []],
    ["a mounted app", at("/sub", getX), { baseUrl: "/sub" }, ["GET", "HEAD"]],
    ["an app that is mounted with a slash", at("/sub/", getX), { baseUrl: "/sub" }, ["GET", "HEAD"]],
    ["an app that is mounted at the root", at("/", getX), {}, ["GET", "HEAD"]],
    ["an app that is mounted under a pattern", at("/:id", getX), { baseUrl: "/7" }, []],
    [
      "the root of a mounted app",
      at("/sub", (app) => app.get("/", handler)),
      { baseUrl: "/sub", url: "" },
      ["GET", "HEAD"],
    ],
  ])("the methods of an address: %s", (_what, mount, one, methods) => {
    expect(allowedMethods(left(mount, one))).toEqual(methods);
  });

  test.each<readonly [what: string, request: object]>([
    ["no app", { url: "/x", method: "GET" }],
    ["an app of another kind", { url: "/x", method: "GET", app: { path: () => "" } }],
    ["no address", { app: framework() }],
  ])("a request with %s has no methods", (_what, request) => {
    const one = request as never;
    expect([allowedMethods(one), isTaken(one), stackOf(one)]).toEqual([[], false, []]);
  });

  test.each<readonly [what: string, mount: Mount, left: Left, isTaken: boolean]>([
    ["the same method", getX, { method: "GET" }, true],
    ["HEAD of a route for GET", getX, { method: "HEAD" }, true],
    ["another method", getX, {}, false],
    ["a route for all methods", (app) => app.all("/x", handler), {}, true],
    ["a router's route for all methods", (app) => app.use(framework.Router().all("/x", handler)), {}, true],
    ["a route for every path", (app) => app.all(/.*/, handler), {}, false],
    ["another address", getX, { method: "GET", url: "/y" }, false],
  ])("whether a route accepts a request: %s", (_what, mount, one, expected) => {
    expect(isTaken(left(mount, one))).toBe(expected);
  });

  test.each<readonly [what: string, mount: Mount, left: Left, takes: boolean]>([
    ["the same method", getX, { method: "GET" }, true],
    ["another method", getX, {}, false],
    ["the root", (app) => app.get("/", handler), { method: "GET", url: "" }, true],
    ["a query", getX, { method: "GET", url: "/x?a=1" }, true],
    ["a route for all methods", (app) => app.all("/x", handler), {}, false],
    ["a path that cannot be decoded", (app) => app.get("/:id", handler), { method: "GET", url: "/%ff" }, false],
  ])("whether a later route would accept a request: %s", (_what, mount, one, expected) => {
    const request = left(mount, one);
    expect(takes(stackOf(request), request)).toBe(expected);
  });

  const deep = () => framework.Router().use("/deep", handler);

  test.each<readonly [what: string, mount: Mount, left: Left, isInMounted: boolean]>([
    ["a function", (app) => app.use("/part", handler), { baseUrl: "/part" }, true],
    ["no path", (app) => app.use("/part", handler), {}, false],
    ["another path", (app) => app.use("/part", handler), { baseUrl: "/other" }, false],
    ["a function for every path", (app) => app.use(handler), { baseUrl: "/part" }, false],
    ["a route", (app) => app.get("/part", handler), { baseUrl: "/part" }, false],
    ["an empty router", (app) => app.use("/part", framework.Router()), { baseUrl: "/part" }, false],
    ["a router's function", (app) => app.use("/part", framework.Router().use(handler)), { baseUrl: "/part" }, false],
    ["a function in a router", (app) => app.use("/part", deep()), { baseUrl: "/part/deep" }, true],
    ["another path in a router", (app) => app.use("/part", deep()), { baseUrl: "/part/other" }, false],
    ["a function of a mounted app", at("/sub", (app) => app.use("/part", handler)), { baseUrl: "/sub/part" }, true],
    ["the root of a mounted app", at("/sub", (app) => app.use("/part", handler)), { baseUrl: "/sub" }, false],
  ])("whether a function is mounted there: %s", (_what, mount, one, expected) => {
    expect(isInMounted(left(mount, one))).toBe(expected);
  });

  /** The pattern of a route that is found by its last handler. */
  function patternOf(mount: (app: Express) => object, originalUrl: string): string | undefined {
    const app = framework();
    const route = mount(app);
    return routePattern({ app, route, originalUrl } as never);
  }

  test.each<readonly [what: string, mount: (app: Express) => object, url: string, pattern: string | undefined]>([
    ["a route of the app", (app) => app.route("/x/:id"), "/x/7", "/x/:id"],
    ["a route of a regular expression", (app) => app.route(/x/ as never), "/x", undefined],
    ["the app's root", (app) => app.route("/"), "/", "/"],
    [
      "a router's root, for an address with a query",
      (app) => {
        const router = framework.Router();
        app.use("/part", router);
        return router.route("/");
      },
      "/part?x=1",
      "/part",
    ],
    [
      "the root of a router at the root",
      (app) => {
        const router = framework.Router();
        app.use(router);
        return router.route("/");
      },
      "/",
      "/",
    ],
    [
      "a router in another one, behind one without the route",
      (app) => {
        const [outer, inner] = [framework.Router(), framework.Router()];
        app.use("/:tenant", framework.Router());
        app.use("/elsewhere", inner);
        app.use("/:tenant", outer.use("/things", inner));
        return inner.route("/:id");
      },
      "/acme/things/7",
      "/:tenant/things/:id",
    ],
    ["a route of another app", () => framework().route("/x"), "/x", undefined],
    [
      "a router under a regular expression",
      (app) => {
        const router = framework.Router();
        app.use(/^\/t\d/, router);
        return router.route("/x");
      },
      "/t1/x",
      undefined,
    ],
  ])("the pattern of a route: %s", (_what, mount, url, pattern) => {
    expect(patternOf(mount, url)).toBe(pattern);
  });

  test.each<readonly [depth: number, pattern: string | undefined]>([
    [16, "/x"],
    [17, undefined],
  ])("the pattern of a route within %i routers", (depth, pattern) => {
    const mount = (app: Express) => {
      const router = framework.Router();
      let outer = router;
      for (let level = 1; level < depth; level += 1) outer = framework.Router().use(outer);
      app.use(outer);
      return router.route("/x");
    };
    expect(patternOf(mount, "/x")).toBe(pattern);
  });

  test("a request without a route has no pattern", () => {
    expect(routePattern({ app: framework(), originalUrl: "/x" } as never)).toBeUndefined();
  });
});

/** What routers before 2.3 leave of a mount: the matched path and the values of its parameters. */
test.each<readonly [path: string, params: Readonly<Record<string, string>>, pattern: string]>([
  ["/api", {}, "/api/x"],
  ["/api/", {}, "/api/x"],
  ["/tenants/7", { id: "7" }, "/tenants/:id/x"],
  ["/7/things/7", { id: "7" }, "/7/things/:id/x"],
  ["/7/things/8", { tenant: "7", id: "8" }, "/:tenant/things/:id/x"],
  ["/a%20b", { name: "a b" }, "/:name/x"],
  ["/v3", { major: "3" }, "/v3/x"],
])("a mount that matched %s with %j is named %s", (path, params, pattern) => {
  const route = { path: "/x" };
  const inner = Object.assign(() => {}, { stack: [{ route }] });
  const layer = { match: () => true, handle: inner, path, params };
  const app = { router: { stack: [layer] } };
  expect(routePattern({ app, route, originalUrl: `${path}/x` } as never)).toBe(pattern);
});
