import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { withResolvers } from "../../../../test/support/with-resolvers.ts";
import type { Framework } from "../request/framework.ts";
import { intercept } from "../response/intercept.ts";
import { responderOf, sendError } from "../response/responder.ts";

const acme = defineCatalog({ vendor: "acme" });
const contract = createAdapterContract(acme, { onError: () => {} });

type Write = (response: ServerResponse) => unknown;
type Method = (...args: readonly unknown[]) => unknown;

/** Sends a request to a handler whose response is intercepted. */
async function received(write: Write, framework?: Framework) {
  const url = await serving((request, response) => {
    intercept(contract, request, response, framework);
    write(response);
  });
  return send(url, {});
}

const set = (response: ServerResponse, fields: Readonly<Record<string, string | string[]>>) => {
  for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
  return response;
};

/** Fields of two kinds: those that an error may keep, and those that describe the replaced body or its server. */
const GONE = { ETag: '"a"', "Content-Type": "text/html", "Content-Language": "de", Via: "1.1 cache", Server: "nginx" };

describe("an error keeps", () => {
  type Expected = Readonly<Record<string, string | undefined>>;
  const gone = Object.fromEntries(Object.keys(GONE).map((name) => [name.toLowerCase(), undefined])) as Expected;
  const ours: Expected = { ...gone, "content-type": "application/json; charset=utf-8" };

  test.each<readonly [what: string, write: Write, fields: Expected]>([
    [
      "what the service has set",
      (response) => set(response, { "X-Tenant": "t1" }).writeHead(503).end(),
      { "x-tenant": "t1" },
    ],
    [
      "what the service has set, with a head that has fields",
      (response) => set(response, { "X-Tenant": "t1" }).writeHead(503, { "X-Theirs": "1" }).end(),
      { "x-tenant": "t1", "x-theirs": undefined },
    ],
    [
      "nothing of a head with fields, if what the service had set was removed again",
      (response) => {
        set(response, { "X-Powered-By": "Express" }).removeHeader("X-Powered-By");
        response.writeHead(503, { "X-Theirs": "1" }).end("down");
      },
      { "x-theirs": undefined, "x-powered-by": undefined },
    ],
    [
      "nothing of the head of a success, if what the service had set was removed again",
      (response) => {
        set(response, { "X-Powered-By": "Express" }).removeHeader("X-Powered-By");
        response.writeHead(200, { "X-Theirs": "1", "Set-Cookie": "a=1" });
        sendError(contract, acme.error("acme_unavailable"), response.req, response);
      },
      { "x-theirs": undefined, "set-cookie": undefined },
    ],
    [
      "what the service has set, without a head",
      (response) => Object.assign(set(response, { "X-Tenant": "t1" }), { statusCode: 503 }).end("down"),
      { "x-tenant": "t1" },
    ],
    [
      "several lines that the service has set",
      (response) =>
        set(response, { "Set-Cookie": ["a=1", "b=2"] })
          .writeHead(503)
          .end(),
      { "set-cookie": "a=1, b=2" },
    ],
    [
      "of a head only what clients need",
      (response) => response.writeHead(503, { "Retry-After": "7", Vary: "Origin", "X-Theirs": "1" }).end(),
      { "retry-after": "7", vary: "Origin", "x-theirs": undefined },
    ],
    [
      "of a flat list only what clients need",
      (response) => response.writeHead(503, ["Vary", "a", "X-Theirs", "1", "Vary", "b"] as never).end(),
      { vary: "a, b", "x-theirs": undefined },
    ],
    [
      "of a head beside what was set, in place of it",
      (response) => set(response, { Vary: "Accept", "X-Tenant": "t1" }).writeHead(503, { vary: "Origin" }).end(),
      { vary: "Origin", "x-tenant": "t1" },
    ],
    [
      "of a head beside what was set, several values",
      (response) =>
        set(response, { "X-Tenant": "t1" })
          .writeHead(503, { Vary: ["a", "b"] } as never)
          .end(),
      { vary: "a, b" },
    ],
    [
      "of a head beside what was set, a number as text",
      (response) => set(response, { "X-Tenant": "t1" }).writeHead(503, { "X-RateLimit-Limit": 7 }).end(),
      { "x-ratelimit-limit": "7" },
    ],
    ["nothing of the replaced body in a head", (response) => response.writeHead(503, GONE).end(), ours],
    [
      "nothing of the replaced body that was set",
      (response) => Object.assign(set(response, GONE), { statusCode: 503 }).end("down"),
      ours,
    ],
    [
      "nothing that the service copied from another response",
      (response) => Object.assign(set(response, { Via: "1.1 a", "X-Tenant": "t1" }), { statusCode: 503 }).end(),
      { via: undefined, "x-tenant": undefined },
    ],
    [
      "the length of its own body only",
      (response) => response.writeHead(503, { "Content-Length": 4 }).end("down"),
      { "transfer-encoding": undefined },
    ],
    [
      "no announcement of trailers",
      (response) => {
        response.writeHead(503, { Trailer: "X-T" });
        response.addTrailers({ "X-T": "1" });
        response.end("down");
      },
      { trailer: undefined, "x-t": undefined },
    ],
    [
      "no version of another service",
      (response) => response.writeHead(503, { "UHP-Version": "1999", "X-Request-Id": "theirs" }).end(),
      { "uhp-version": "2026-10-04" },
    ],
  ])("%s", async (_what, write, fields) => {
    const { headers, body } = await received(write);
    expect(headers).toMatchObject({ "content-length": String(body.length) });
    for (const [name, value] of Object.entries(fields)) expect([name, headers[name]]).toEqual([name, value]);
    expect(JSON.parse(body).error.code).toBe("acme_unavailable");
  });

  test("of a head what the framework's reply has set, unless the head is a copy of another response's", async () => {
    const framework: Framework = { isSetByFramework: (_handle, name) => name === "x-tenant" || name === "x-theirs" };
    const own = await received(
      (response) => response.writeHead(503, { "X-Tenant": "t1", "X-Other": "1" }).end(),
      framework,
    );
    expect([own.headers["x-tenant"], own.headers["x-other"]]).toEqual(["t1", undefined]);
    const copy = await received((response) => response.writeHead(503, { "X-Tenant": "t1", Age: "1" }).end(), framework);
    expect([copy.headers["x-tenant"], copy.headers["age"]]).toEqual([undefined, undefined]);
  });

  test.each([1, 2])(
    "of a head that %i middleware take apart only what clients need, and no field without a value",
    async (count) => {
      const { headers } = await received((response) => {
        for (let wrapped = 0; wrapped < count; wrapped += 1) {
          const { writeHead } = response;
          response.writeHead = function (this: ServerResponse, status: number, fields = {}) {
            for (const [name, value] of Object.entries(fields)) if (value !== undefined) this.setHeader(name, value);
            return Reflect.apply(writeHead, this, [status]);
          } as typeof writeHead;
        }
        set(response, { "X-Tenant": "t1", "Set-Cookie": "own=1" });
        const theirs = { "Retry-After": "7", Vary: undefined, "X-Theirs": "1", "Set-Cookie": "theirs=1" };
        response.writeHead(503, theirs as never).end();
      });
      const names = ["retry-after", "vary", "x-theirs", "x-tenant", "set-cookie"];
      expect(names.map((name) => headers[name])).toEqual(["7", undefined, undefined, "t1", "own=1"]);
    },
  );

  test.each<readonly [status: number, value: string, kept: string | undefined]>([
    [416, "bytes */10", "bytes */10"],
    [416, "bytes 0-1/10", undefined],
    [503, "bytes */10", undefined],
  ])("with status %i and Content-Range %s: %s", async (status, value, kept) => {
    const { headers } = await received((response) => set(response, { "Content-Range": value }).writeHead(status).end());
    expect(headers["content-range"]).toBe(kept);
  });
});

test("the headers of an error come in their own order, whatever the service has set before", async () => {
  const early = { "Cache-Control": "public", "content-type": "text/html", "X-Tenant": "t1", "x-request-id": "r-1" };
  const [plain, after] = await Promise.all(
    [{}, early].map((fields) => received((response) => set(response, fields).writeHead(404).end())),
  );
  const names = ({ headers }: Awaited<ReturnType<typeof received>>) =>
    Object.keys(headers).filter((name) => name !== "x-tenant");
  expect(names(after as never)).toEqual(names(plain as never));
});

describe("a reason phrase is the standard one", () => {
  test.each<readonly [what: string, write: Write]>([
    ["if one was set", (response) => Object.assign(response, { statusCode: 503, statusMessage: "db-7 is down" }).end()],
    ["if one was written", (response) => response.writeHead(503, "db-7 is down").end()],
    ["if one was written with fields", (response) => response.writeHead(503, "db-7 is down", { Vary: "a" }).end()],
    [
      "if one was set, then a head written",
      (response) => Object.assign(response, { statusMessage: "db-7" }).writeHead(503).end(),
    ],
  ])("%s", async (_what, write) => {
    const { status, reason } = await received(write);
    expect([status, reason]).toEqual([503, "Service Unavailable"]);
  });
});

describe("an error that is sent in place of what was begun", () => {
  test.each<readonly [what: string, begin: Write]>([
    ["nothing", () => {}],
    ["a status", (response) => Object.assign(response, { statusCode: 204 })],
    ["the head of a success", (response) => response.writeHead(200, { "Content-Length": 2, ETag: '"a"' })],
    ["the head of a success without a body", (response) => response.writeHead(204)],
    ["the head of an error", (response) => response.writeHead(503, { ETag: '"a"', "Content-Encoding": "gzip" })],
    ["a part of an error", (response) => response.writeHead(503).write('{"error":')],
    [
      "a head that was refused halfway",
      (response) => {
        expect(() => response.writeHead(204, { "X-A": "a\nb" })).toThrow("X-A");
      },
    ],
    ["a body's description", (response) => set(response, { "Content-Length": "2", "Content-Encoding": "gzip" })],
  ])("%s", async (_what, begin) => {
    const answer = (response: ServerResponse, request: Parameters<typeof sendError>[2]) => {
      begin(response);
      sendError(contract, acme.error("acme_conflict"), request, response);
    };
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      answer(response, request);
    });
    const { status, headers, body, reason } = await send(url, {});
    expect([status, JSON.parse(body).error.code, reason]).toEqual([409, "acme_conflict", "Conflict"]);
    expect([headers["etag"], headers["content-encoding"], headers["content-length"]]).toEqual([
      undefined,
      undefined,
      String(body.length),
    ]);
  });

  test("is complete although the response is not intercepted", async () => {
    const url = await serving((request, response) => {
      set(response, { "Content-Length": "2", ETag: '"a"', "X-Tenant": "t1" });
      response.statusMessage = "Fine";
      sendError(contract, acme.error("acme_conflict"), request, response);
    });
    for (const method of ["GET", "HEAD"]) {
      const { status, reason, headers, body } = await send(url, { method });
      expect([status, reason, headers["etag"], headers["x-tenant"]]).toEqual([409, "Conflict", undefined, "t1"]);
      expect(body === "").toBe(method === "HEAD");
    }
  });

  test("over HTTP/2 has no trailers and no reason phrase", async () => {
    const { status, headers } = await overHttp2((request, response) => {
      intercept(contract, request, response);
      response.writeHead(503, { Trailer: "x-t", "X-Theirs": "1" });
      response.end("down");
    });
    expect([status, headers["trailer"], headers["x-theirs"]]).toEqual([503, undefined, undefined]);
  });
});

describe("an error of the contract is what the client gets, whatever wraps the response", () => {
  /** Wraps `writeHead`, as middleware does that acts on every head. */
  const onHead =
    (act: (response: ServerResponse) => void): Write =>
    (response) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse, ...args: [number]) {
        act(this);
        return Reflect.apply(writeHead, this, args);
      } as typeof writeHead;
    };
  const passing =
    (...given: readonly unknown[]): Write =>
    (response) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse) {
        return Reflect.apply(writeHead, this, given as [number]);
      } as typeof writeHead;
    };
  const OTHERS = { "Cache-Control": "max-age=60", "Content-Type": "text/html", "UHP-Version": "1999", ETag: '"a"' };

  const WRAPPERS: readonly (readonly [what: string, wrap: Write])[] = [
    ["sets other fields", onHead((response) => set(response, OTHERS))],
    ["removes fields", onHead((response) => response.removeHeader("UHP-Version"))],
    ["passes other fields", passing(409, OTHERS)],
    ["passes other fields with a reason phrase", passing(409, "private", OTHERS)],
    ["passes another status", passing(200)],
    ["sets a reason phrase", onHead((response) => Object.assign(response, { statusMessage: "private" }))],
  ];

  test.each(WRAPPERS)("which %s", async (_what, wrap) => {
    const { status, reason, headers, body } = await received((response) => {
      wrap(response);
      sendError(contract, acme.error("acme_conflict"), response.req, response);
    });
    expect([status, reason, JSON.parse(body).error.code]).toEqual([409, "Conflict", "acme_conflict"]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "content-type": "application/json; charset=utf-8",
      "content-length": String(body.length),
      "uhp-version": "2026-10-04",
    });
    expect(headers["etag"]).toBe(undefined);
  });

  test.each(WRAPPERS.slice(0, 3))("over HTTP/2, which %s", async (_what, wrap) => {
    const { status, headers } = await overHttp2((request, response) => {
      intercept(contract, request, response);
      wrap(response);
      sendError(contract, acme.error("acme_conflict"), request, response);
    });
    const { "cache-control": caching, "content-type": type, "uhp-version": version } = headers;
    expect([status, caching, type, version]).toEqual([
      409,
      "no-store",
      "application/json; charset=utf-8",
      "2026-10-04",
    ]);
  });

  test("which adds what an error may have", async () => {
    const added = { "Set-Cookie": "sid=1", Vary: "Origin", "X-Response-Time": "3ms" };
    const { headers } = await received((response) => {
      onHead((one) => set(one, added))(response);
      sendError(contract, acme.error("acme_conflict"), response.req, response);
    });
    expect(headers).toMatchObject({ "set-cookie": "sid=1", vary: "Origin", "x-response-time": "3ms" });
  });

  test.each<readonly [what: string, wrap: (end: Method, write: Method) => Method]>([
    ["changes the body", (end) => () => end("changed")],
    ["leaves the body out", (end) => () => end()],
    [
      "changes the body in pieces",
      (end, write) => () => {
        write("changed");
        end("changed");
      },
    ],
  ])("which %s", async (_what, wrap) => {
    const { headers, body } = await received((response) => {
      const end: Method = response.end.bind(response) as never;
      response.end = wrap(end, response.write.bind(response) as never) as never;
      sendError(contract, acme.error("acme_conflict"), response.req, response);
    });
    expect([JSON.parse(body).error.code, headers["content-length"]]).toEqual(["acme_conflict", String(body.length)]);
  });

  test("which ends it later, as a session that is being saved", async () => {
    let isSaved = false;
    const { body } = await received((response) => {
      const { end } = response;
      response.end = ((whole: string) => {
        response.write(whole.slice(0, -1));
        setImmediate(() => {
          isSaved = true;
          Reflect.apply(end, response, [whole.slice(-1)]);
        });
      }) as never;
      sendError(contract, acme.error("acme_conflict"), response.req, response);
    });
    expect([JSON.parse(body).error.code, isSaved]).toEqual(["acme_conflict", true]);
  });

  test("after the time limit, which never ends it", async () => {
    const impatient = createAdapterContract(acme, { onError: () => {}, bufferTimeoutMs: 1 });
    const ended = withResolvers<void>();
    const url = await serving((request, response) => {
      intercept(impatient, request, response);
      const end: Method = response.end.bind(response) as never;
      response.end = ((whole: string) => {
        response.write(whole.slice(0, -1));
        response.once("finish", () => end(whole.slice(-1), () => ended.resolve()));
      }) as never;
      sendError(impatient, acme.error("acme_conflict"), request, response);
    });
    const { status, body } = await send(url, {});
    expect([status, JSON.parse(body).error.code]).toEqual([409, "acme_conflict"]);
    // A writer that comes too late is told nothing else.
    await ended.promise;
  });

  test("which compresses it", async () => {
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      const end: Method = response.end.bind(response) as never;
      onHead((one) => set(one, { "Content-Encoding": "gzip", "Cache-Control": "max-age=60" }))(response);
      response.end = ((whole: string) => {
        response.removeHeader("Content-Length");
        response.writeHead(response.statusCode);
        return end(gzipSync(whole));
      }) as never;
      sendError(contract, acme.error("acme_conflict"), request, response);
    });
    const answer = await fetch(url);
    expect([answer.headers.get("content-encoding"), answer.headers.get("cache-control")]).toEqual(["gzip", "no-store"]);
    expect(await answer.json()).toMatchObject({ error: { code: "acme_conflict" } });
  });
});

test("an error is sent once more if what wraps the response has thrown", async () => {
  const thrown: unknown[] = [];
  const url = await serving((request, response) => {
    const responder = intercept(contract, request, response);
    const { end } = response;
    let calls = 0;
    response.end = function (this: ServerResponse, ...args: [string]) {
      calls += 1;
      if (calls === 1) throw new Error("wrapper");
      return Reflect.apply(end, this, args);
    } as typeof end;
    try {
      responder?.sendError(acme.error("acme_conflict"));
    } catch (failure) {
      thrown.push((failure as Error).message);
      responder?.sendError(acme.error("acme_not_found"));
    }
  });
  const { status } = await send(url, {});
  expect([thrown, status]).toEqual([["wrapper"], 404]);
});

test("over HTTP/2 the reason phrase is never read, because Node warns of that", async () => {
  let reads = 0;
  const write: readonly Write[] = [
    (response) => response.end("ok"),
    (response) => response.writeHead(200).end("ok"),
    (response) => response.writeHead(503).end("down"),
    (response) => Object.assign(response, { statusCode: 503 }).end("down"),
    (response) => sendError(contract, acme.error("acme_conflict"), response.req, response),
  ];
  for (const one of write) {
    await overHttp2((request, response) => {
      intercept(contract, request, response);
      Object.defineProperty(response, "statusMessage", {
        get() {
          reads += 1;
          return "";
        },
      });
      one(response);
    });
  }
  expect(reads).toBe(0);
});

test("nothing is sent after the end", async () => {
  const url = await serving((request, response) => {
    intercept(contract, request, response);
    response.end("ok");
    responderOf(contract, request, response)?.send({ status: 503, headers: {}, body: "late" });
  });
  const { status, body } = await send(url, {});
  expect([status, body]).toEqual([200, "ok"]);
});
