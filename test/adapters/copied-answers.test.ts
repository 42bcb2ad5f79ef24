import replyFrom from "@fastify/reply-from";
import { createContract } from "@uhp-errors/core";
import { uhp as uhpFastify } from "@uhp-errors/fastify";
import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono } from "@uhp-errors/hono";
import { uhp } from "@uhp-errors/web";
import Fastify from "fastify";
import Fastify4 from "fastify4";
import replyFrom4 from "fastify4-reply-from";
import { H3, HTTPResponse, proxy as h3Proxy, setCookie as setH3Cookie } from "h3";
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { proxy as honoProxy } from "hono/proxy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "../conformance/drivers/listen.ts";
import { acme } from "../support/catalog.ts";

const contract = createContract(acme, { onError: () => {} });

/** The address of another service. An error that is thrown for its response carries the headers of that response. */
let origin = "";
let close: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  const server = await listen((_request, response) => {
    response.writeHead(Number(_request.url?.slice(1)), {
      "Set-Cookie": "upstream=secret",
      "X-Account": "secret",
      "X-Frame-Options": "DENY",
      "Retry-After": "7",
    });
    response.end("secret");
  });
  origin = server.url;
  close = () => server.close();
});
afterAll(() => close());

const upstream = () => fetch(`${origin}/503`);

type Service = (request: Request) => Response | Promise<Response>;

function hono(mount: (app: Hono) => unknown): Service {
  const app = new Hono();
  installHono(app, contract);
  mount(app);
  return (request) => app.fetch(request);
}

function h3(handler: Parameters<H3["get"]>[1]): Service {
  const app = new H3({ silent: true });
  installH3(app, contract);
  app.get("/", handler);
  return (request) => app.fetch(request);
}

const COPIES: readonly (readonly [what: string, make: () => Service])[] = [
  ["a response of fetch", () => uhp(contract, upstream)],
  [
    "a copy of one",
    () =>
      uhp(contract, async () => {
        const response = await upstream();
        return new Response(response.body, response);
      }),
  ],
  [
    "a copy of its text and headers",
    () =>
      uhp(contract, async () => {
        const { status, headers } = await upstream();
        return new Response("secret", { status, headers });
      }),
  ],
  ["proxy of Hono", () => hono((app) => app.get("/", () => honoProxy(`${origin}/503`)))],
  [
    "newResponse of Hono",
    () =>
      hono((app) =>
        app.get("/", async (c) => {
          const response = await upstream();
          return c.newResponse(response.body, response);
        }),
      ),
  ],
  [
    "a response of Hono before middleware throws",
    () =>
      hono((app) =>
        app
          .use(async (_c, next) => {
            await next();
            throw acme.error("session_busy");
          })
          .get("/", () => honoProxy(`${origin}/503`)),
      ),
  ],
  ["proxy of h3", () => h3((event) => h3Proxy(event, `${origin}/503`))],
  [
    "a response of h3",
    () =>
      h3(async () => {
        const response = await upstream();
        return new HTTPResponse(response.body, response);
      }),
  ],
];

describe("what another service's error carries is not sent", () => {
  test.each(COPIES)("%s", async (_what, make) => {
    const response = await make()(new Request("http://local/"));
    expect([409, 503]).toContain(response.status);
    expect([...response.headers].join()).not.toContain("secret");
    expect(await response.text()).not.toContain("secret");
  });
});

test.each(["Age", "Date", "Via"])("a field %s reveals a copied response", async (name) => {
  const headers = { [name]: "1", "Set-Cookie": "upstream=secret" };
  const response = await uhp(
    contract,
    () => new Response("secret", { status: 503, headers }),
  )(new Request("http://local/"));
  expect(response.headers.get("set-cookie")).toBeNull();
});

describe.each([
  ["Fastify 5", Fastify, replyFrom],
  ["Fastify 4", Fastify4 as unknown as typeof Fastify, replyFrom4 as unknown as typeof replyFrom],
])("an error that %s passes on from another service", (_name, make, from) => {
  test("keeps what hooks of the service add, and nothing else", async () => {
    const app = make();
    await app.register(uhpFastify, { contract });
    app.addHook("onSend", async (_request, reply) => {
      reply.headers({ "X-Response-Time": "7ms", "X-Account": "own" });
    });
    await app.register(from, { base: origin });
    app.get("/", (_request, reply) => {
      void reply.from("/503");
    });
    const response = await fetch(await app.listen({ port: 0, host: "127.0.0.1" }));
    await app.close();
    expect(response.status).toBe(503);
    expect(response.headers.get("x-response-time")).toBe("7ms");
    // The other service has sent one of that name, too.
    expect([...response.headers].join()).not.toMatch(/secret|x-account/);
  });
});

describe("what the service sets through its framework stays on an error that it returns", () => {
  const expectOwn = async (service: Service) => {
    const { status, headers } = await service(new Request("http://local/"));
    expect([status, headers.getSetCookie(), headers.get("x-own")]).toEqual([409, ["own=1; Path=/"], "yes"]);
  };

  test("of Hono", () =>
    expectOwn(
      hono((app) =>
        app.get("/", (c) => {
          setCookie(c, "own", "1");
          c.header("X-Own", "yes");
          return c.json({ message: "no" }, 409, { "Set-Cookie": "own=1; Path=/" });
        }),
      ),
    ));

  test("of h3", () =>
    expectOwn(
      h3((event) => {
        setH3Cookie(event, "own", "1");
        event.res.headers.set("X-Own", "yes");
        event.res.status = 409;
        return { message: "no" };
      }),
    ));

  test("of h3, with a response of another service", () =>
    expectOwn(
      h3((event) => {
        setH3Cookie(event, "own", "1");
        event.res.headers.set("X-Own", "yes");
        return h3Proxy(event, `${origin}/409`);
      }),
    ));
});
