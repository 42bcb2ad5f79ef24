import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { KOA_FRAMEWORKS, type Koa } from "../../../test/support/koa.ts";
import type { KoaContext } from "./context.ts";
import { isCovered, isForOwn, koasOwn, OURS, ownHandler, statusOfMissingFile } from "./own-handler.ts";
import { isMereEnd, KOA, matchedRoute, noteUnanswered, takesNoMore } from "./request-context.ts";

const acme = defineCatalog({ vendor: "acme", codes: {} });
const own = () => {};
const missing = Object.assign(new Error("no such file"), { code: "ENOENT" });

/** The context of a request that nothing has handled yet. */
function contextOf(app: Koa): KoaContext {
  const request = new IncomingMessage(new Socket());
  const ctx = app.createContext(request, new ServerResponse(request)) as object as KoaContext;
  // As Koa does before it calls the first middleware.
  ctx.res.statusCode = 404;
  return ctx;
}

describe.each(KOA_FRAMEWORKS)("on %s", (name, Framework) => {
  test("the handler of Koa itself is found behind those of an app", () => {
    const app = new Framework();
    const koas = contextOf(app).onerror;
    Object.assign(app.context, { onerror: own });
    const ctx = contextOf(app);
    expect([ctx.onerror, koasOwn(ctx)]).toEqual([own, koas]);
    Object.assign(app, { onerror: own });
    expect(koasOwn(app as never)).toBe(Framework.prototype.onerror);
    expect(koasOwn(Object.create(null) as KoaContext)).toBeUndefined();
  });

  test("an application's own handler is any but Koa's and ours", () => {
    const ctx = contextOf(new Framework());
    const found = () => [isCovered(ctx), ownHandler(ctx)];
    expect(found()).toEqual([false, undefined]);
    ctx.onerror = own;
    expect(found()).toEqual([false, own]);
    const ours = () => {};
    OURS.set(ours, (covered) => (covered === ctx ? own : undefined));
    ctx.onerror = ours;
    expect(found()).toEqual([true, own]);
    expect(ownHandler(contextOf(new Framework()), ours)).toBeUndefined();
  });

  test("a missing file has the status that this version of Koa gives it, in an app with its own handler too", () => {
    const app = new Framework();
    const status = name === "koa2" ? 404 : undefined;
    expect(statusOfMissingFile(contextOf(app))).toBe(status);
    Object.assign(app.context, { onerror: own });
    const ctx = contextOf(app);
    expect(statusOfMissingFile(ctx)).toBe(status);
    expect([KOA.chosenStatus?.(ctx, missing), KOA.chosenStatus?.(ctx, new Error("x"))]).toEqual([status, undefined]);
    ctx.status = 409;
    expect(KOA.chosenStatus?.(ctx, missing)).toBe(409);
  });

  test("a response that takes no more and no error are a mere end", () => {
    const ctx = contextOf(new Framework());
    const ends = () => [null, undefined, new Error("x")].map((error) => isMereEnd(error, ctx));
    expect(ends()).toEqual([false, false, false]);
    ctx.res.end();
    expect(ends()).toEqual([true, true, false]);
  });

  test.each<readonly [what: string, change: (ctx: KoaContext) => unknown, isUnanswered: boolean]>([
    ["nothing is set", () => {}, true],
    ["a header is set", (ctx) => ctx.res.setHeader("x-own", "1"), true],
    [
      "its status is set",
      (ctx) => {
        ctx.status = 404;
      },
      false,
    ],
    [
      "its body is set",
      (ctx) => {
        ctx.body = "x";
      },
      false,
    ],
    [
      "Node's status is set",
      (ctx) => {
        ctx.res.statusCode = 405;
      },
      false,
    ],
    [
      "Koa is to send nothing",
      (ctx) => {
        ctx.respond = false;
      },
      false,
    ],
    ["its head was written", (ctx) => ctx.res.writeHead(404), false],
    // Koa 3 then sends "null", and Koa 2 a success. Neither is a missing route.
    [
      "its body is null, as JSON",
      (ctx) => {
        Object.assign(ctx, { type: "json", body: null });
      },
      false,
    ],
  ])("no route has matched a request if all middleware ran and none answered: %s", (_what, change, isUnanswered) => {
    const ctx = contextOf(new Framework());
    change(ctx);
    expect(KOA.isRouted?.(ctx)).toBeUndefined();
    expect(noteUnanswered(ctx)).toBe(isUnanswered);
    expect(KOA.isRouted?.(ctx)).toBe(isUnanswered ? false : undefined);
    ctx.status = 404;
    expect(KOA.isRouted?.(ctx)).toBeUndefined();
  });

  test.each<readonly [fields: object, isRouted: boolean | undefined, pattern: string | undefined]>([
    [{ _matchedRoute: "/:id" }, true, "/:id"],
    [{ _matchedRoute: /x/ }, true, undefined],
    [{ routePath: "/:id" }, true, undefined],
    [{}, undefined, undefined],
  ])("a router's %j says whether a route matched, and which", (fields, isRouted, pattern) => {
    const ctx = Object.assign(contextOf(new Framework()), fields);
    expect([KOA.isRouted?.(ctx), matchedRoute(ctx)]).toEqual([isRouted, pattern]);
  });
});

test("a handler of Koa's that cannot be tried out tells nothing of missing files, and is tried out once", () => {
  let calls = 0;
  const onerror = () => {
    calls += 1;
    throw new Error("x");
  };
  const asked = [0, 1].map(() => statusOfMissingFile(Object.assign(Object.create(null), { onerror }) as KoaContext));
  expect([asked, calls]).toEqual([[undefined, undefined], 2]);
  expect(statusOfMissingFile(Object.create(null) as KoaContext)).toBeUndefined();
});

test.each<readonly [what: string, thrown: unknown, phase: string, handler: typeof own | undefined, is: boolean]>([
  ["an error", new Error("x"), "open", own, true],
  ["a text", "x", "open", own, true],
  ["nothing", undefined, "open", own, false],
  ["null", null, "open", own, false],
  ["an error of a catalog", acme.error("rate_limited"), "open", own, false],
  ["an error after the head", new Error("x"), "started", own, false],
  ["an error in an app without a handler", new Error("x"), "open", undefined, false],
])("an application's own handler may answer, or may not: %s", (_what, thrown, phase, handler, is) => {
  expect(isForOwn(thrown, { context: { phase: () => phase } } as never, handler)).toBe(is);
});

test.each<readonly [res: object, req: object, takesNoMore: boolean]>([
  [{ writableEnded: false, destroyed: false }, { httpVersionMajor: 1, method: "HEAD" }, false],
  [{ writableEnded: true, destroyed: false }, { httpVersionMajor: 1, method: "GET" }, true],
  [{ writableEnded: false, destroyed: true }, { httpVersionMajor: 1, method: "GET" }, true],
  [{ writableEnded: false, destroyed: false }, { httpVersionMajor: 2, method: "GET" }, false],
  [{ writableEnded: false, destroyed: false }, { httpVersionMajor: 2, method: "HEAD" }, true],
])("a response with %j to %j takes no more: %s", (res, req, expected) => {
  expect(takesNoMore({ res, req } as never)).toBe(expected);
});
