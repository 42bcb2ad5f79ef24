import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { createError as fastifyError } from "@fastify/error";
import { errors as feathers } from "@feathersjs/errors";
import * as boom from "@hapi/boom";
import { BadRequestException, ConflictException, HttpException, NotFoundException } from "@nestjs/common";
import { type ContractOptions, createContract } from "@uhp-errors/core";
import { install as installH3 } from "@uhp-errors/h3";
import { install } from "@uhp-errors/hono";
import { uhp } from "@uhp-errors/web";
import { getValidatedQuery, H3, HTTPError, proxy as h3Proxy } from "h3";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { proxy } from "hono/proxy";
import createError from "http-errors";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { handlersInTurn, type Place } from "../support/handlers-in-turn.ts";
import { type Received, send } from "../support/http.ts";
import { SECRETS } from "../support/secrets.ts";
import type { Driver, Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";

const { password: secret } = SECRETS;

const EXPOSED: ContractOptions = { exposeMessages: true };

const SENTENCE = "Order 7 is closed.";

const JSON_TYPE = { "Content-Type": "application/json" };

/** Bodies that a handler writes whole with 409, and what is sent of them. */
const WRITTEN: Readonly<Record<string, readonly [body: string | object, sentence: string, fields?: object]>> = {
  "a message": [{ message: SENTENCE }, SENTENCE],
  "an error": [{ error: SENTENCE }, SENTENCE],
  "a message in an error": [{ error: { code: "CLOSED", message: SENTENCE } }, SENTENCE],
  "a detail": [{ type: "about:blank", title: "Conflict", detail: SENTENCE }, SENTENCE],
  "a title": [{ title: SENTENCE }, SENTENCE],
  "a message next to the name of a status": [{ statusCode: 409, error: "Conflict", message: SENTENCE }, SENTENCE],
  "a code and a detail": [{ error: "ORDER_CLOSED", detail: SENTENCE }, SENTENCE],
  "a string": [SENTENCE, SENTENCE],
  "a JSON string": [JSON.stringify(SENTENCE), SENTENCE, JSON_TYPE],
  "two sentences": [{ message: "Card declined. Try another card." }, "Card declined."],
  "an interjection first": [{ message: "Oops! The card was declined." }, "The card was declined."],
  "the phrase of a status first": [{ message: "Bad Request. The seats are sold." }, "The seats are sold."],
  "a host and a path": [{ message: "Could not lock /srv/app/orders/7.lock here" }, "Could not lock [path] here"],
};

/** Bodies without a message that may be sent. */
const DROPPED: Readonly<Record<string, readonly [body: string | object, fields?: object]>> = {
  "a code alone": [{ error: "ORDER_CLOSED" }],
  "the phrase of a status alone": [{ message: "Not Found" }],
  "nothing but a password": [{ message: `postgres://svc:${secret}@db-1/orders` }],
  "a page": ["<h1>Order 7 is closed</h1>"],
  XML: ["<Error><Message>Order 7 is closed.</Message></Error>", { "Content-Type": "application/xml" }],
  "JSON that is cut off": [`{"message":"${SENTENCE}`, JSON_TYPE],
  "text that says that it is JSON": [SENTENCE, JSON_TYPE],
  "a list": [[{ message: SENTENCE }]],
  "a message that is no string": [{ message: { text: SENTENCE } }],
  "a megabyte": [{ message: SENTENCE, rest: "x".repeat(1_000_000) }],
  "another media type": [SENTENCE, { "Content-Type": "application/octet-stream" }],
  "a field that a proxy adds": [{ message: SENTENCE }, { Via: "1.1 upstream" }],
  "a stream": [Readable, JSON_TYPE],
};

/** Exceptions that a service makes with the classes of frameworks. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  "Nest's HttpException": () => new HttpException(SENTENCE, 409),
  "Nest's ConflictException": () => new ConflictException(SENTENCE),
  "Nest's exception with an object": () => new HttpException({ status: 409, error: SENTENCE }, 409),
  "Hono's HTTPException": () => new HTTPException(409, { message: SENTENCE }),
  "h3's HTTPError": () => new HTTPError(SENTENCE, { status: 409 }),
  "an error of http-errors": () => createError(409, SENTENCE),
  "an error of Boom": () => boom.conflict(SENTENCE),
  "an error of Feathers": () => new feathers.Conflict(SENTENCE),
  "an error of @fastify/error": () => new (fastifyError("ACME_CLOSED", "Order %s is closed.", 409))("7"),
};

const inner = new Error("connect to orders at db-1 failed");

/** Exceptions whose message is empty, or may come from another service. */
const FOREIGN: Readonly<Record<string, () => unknown>> = {
  "Nest's exception with the text of its cause": () => new ConflictException(inner.message, { cause: inner }),
  "Nest's exception without a text": () => new ConflictException(),
  "Hono's exception with the text of its cause": () =>
    new HTTPException(409, { message: `Failed: ${inner.message}`, cause: inner }),
  "Hono's exception with a response": () => new HTTPException(409, { res: new Response(SENTENCE, { status: 409 }) }),
  "an exception with the text of another service's answer": () =>
    new ConflictException(SENTENCE, {
      cause: Object.assign(new Error("status 409"), { response: { status: 409, data: { message: SENTENCE } } }),
    }),
  "Nest's exception with an answer of an HTTP client": () =>
    new HttpException({ status: 409, config: {}, data: { message: SENTENCE } }, 409),
  "Nest's exception with a trap": () =>
    Object.defineProperty(new ConflictException(SENTENCE), "response", {
      get() {
        throw new Error("a trap");
      },
    }),
  "h3's error of another one": () => new HTTPError({ status: 409, cause: inner }),
  "h3's error without a text": () => new HTTPError({ status: 409 }),
  "an error that http-errors was given": () => createError(409, new Error(inner.message)),
  "an error that hides its text": () => createError(409, SENTENCE, { expose: false }),
  "an error that Boom was given": () => boom.boomify(new Error(inner.message), { statusCode: 409 }),
  "an error of an adapter of Feathers": () =>
    Object.assign(new feathers.Conflict(inner.message), { [Symbol("@feathersjs/knex/error")]: inner }),
  "an exception whose text is a getter that throws": () =>
    Object.defineProperty(createError(409, SENTENCE), "message", {
      get() {
        throw new Error("a trap");
      },
    }),
};

const bodyOf = (body: unknown) => (body === Readable ? Readable.from([`{"message":"${SENTENCE}"}`]) : (body as object));

/** Two servers of a driver: one exposes the service's messages, the other does not. */
function serversOf(driver: Driver): { readonly exposed: Place; readonly usual: Place } {
  const withOptions = (options: ContractOptions) =>
    handlersInTurn(driver, createContract(acme, { onError: () => {}, ...options }));
  return { exposed: withOptions(EXPOSED), usual: withOptions({}) };
}

/** The message of the response when a handler runs. */
async function messageOf(place: Place, handler: Handler): Promise<string> {
  const answer = await send(await place(handler), { path: "/case" });
  expect(answer.body).not.toContain(secret);
  return expectEnvelope(answer).message;
}

const CONFLICT = acme.definition("acme_conflict")?.message;

describe.each(DRIVERS)("$name", (driver) => {
  const { exposed, usual } = serversOf(driver);

  test("a written message is sent as one sanitized sentence if the service exposes its own", async () => {
    for (const [what, [body, sentence, fields = {}]] of Object.entries(WRITTEN)) {
      const handler: Handler = ({ reply }) => reply(409, body, fields as Record<string, string>);
      expect(await messageOf(exposed, handler), what).toBe(sentence);
      expect(await messageOf(usual, handler), what).toBe(CONFLICT);
    }
  });

  test("no message is sent that is empty, unreadable or possibly another service's", async () => {
    for (const [what, [body, fields = {}]] of Object.entries(DROPPED)) {
      const handler: Handler = ({ reply }) => reply(409, bodyOf(body), fields as Record<string, string>);
      expect(await messageOf(exposed, handler), what).toBe(CONFLICT);
    }
  });

  test("the message of an exception is sent if the service exposes its own", async () => {
    for (const [what, make] of Object.entries(THROWN)) {
      const handler = () => {
        throw make();
      };
      expect(await messageOf(exposed, handler), what).toBe(SENTENCE);
      expect(await messageOf(usual, handler), what).toBe(CONFLICT);
    }
  });

  test("the message of an exception is not sent if it may be another service's", async () => {
    for (const [what, make] of Object.entries(FOREIGN)) {
      const handler = () => {
        throw make();
      };
      expect(await messageOf(exposed, handler), what).toBe(CONFLICT);
    }
  });

  test("a message keeps the code that its status has", async () => {
    const said = async (status: number, handler: Handler) => {
      const answer = await send(await exposed(handler), { path: "/case" });
      const { code, message, param, detail } = expectEnvelope(answer);
      expect([answer.status, message]).toEqual([status, SENTENCE]);
      return [code, param, detail];
    };
    const written =
      (status: number): Handler =>
      ({ reply }) =>
        reply(status, { message: SENTENCE });
    expect(await said(410, written(410))).toEqual(["acme_gone", null, null]);
    expect(await said(400, written(422))).toEqual(["invalid_input", null, null]);
    expect(await said(401, written(401))).toEqual(["acme_unauthenticated", null, null]);
    expect(await said(404, written(404))).toEqual(["acme_not_found", null, null]);
    const thrown = () => {
      throw new NotFoundException(SENTENCE);
    };
    expect(await said(404, thrown)).toEqual(["acme_not_found", null, null]);
  });

  test("no message of a 5xx is sent", async () => {
    for (const status of [500, 502, 503]) {
      const own = acme.definition(status === 500 ? "acme_internal_error" : "")?.message;
      for (const handler of [
        (({ reply }) => reply(status, { message: SENTENCE })) as Handler,
        () => {
          throw createError(status, SENTENCE, { expose: true });
        },
        () => {
          throw new HttpException(SENTENCE, status);
        },
      ]) {
        const message = await messageOf(exposed, handler);
        expect(message).not.toBe(SENTENCE);
        if (own !== undefined) expect(message).toBe(own);
      }
    }
  });

  test("messages of a validation pipe become issues", async () => {
    const texts = ["seats must be positive", "name should not be empty", `postgres://svc:${secret}@db-1/x`];
    const handler = () => {
      throw new BadRequestException(texts);
    };
    const answer = await send(await exposed(handler), { path: "/case" });
    const issues = ["seats must be positive", "name should not be empty", "This field is not valid."];
    expect(answer.body).not.toContain(secret);
    expect(expectEnvelope(answer)).toMatchObject({
      code: "invalid_input",
      message: "seats must be positive",
      param: null,
      detail: { issues: issues.map((message) => ({ param: null, message })) },
    });
  });

  test("an address without a route has the library's message", async () => {
    const answer = await send(await exposed(() => {}), { path: "/nowhere" });
    expect(expectEnvelope(answer)).toMatchObject({
      code: "acme_route_not_found",
      message: acme.definition("acme_route_not_found")?.message,
    });
  });
});

/** Runs a service whose every response is a 409 with a sentence. */
async function withUpstream(use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(409, JSON_TYPE).end(JSON.stringify({ message: SENTENCE }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}

describe.each(NODE_DRIVERS)("$name", (driver) => {
  const { exposed } = serversOf(driver);

  test("the message of a piped response is not sent", async () => {
    await withUpstream(async (upstream) => {
      const handler: Handler = ({ response }) => {
        get(upstream, (answer) => {
          response.writeHead(answer.statusCode ?? 500, { "Content-Type": answer.headers["content-type"] });
          answer.pipe(response);
        });
      };
      expect(await messageOf(exposed, handler)).toBe(CONFLICT);
    });
  });

  test("the message of a response that is forwarded by its events is not sent", async () => {
    const handler: Handler = ({ response }) => {
      const source = Readable.from([`{"message":"${SENTENCE}"}`]);
      response.writeHead(409, JSON_TYPE);
      source.on("data", (piece) => response.write(piece)).on("end", () => response.end());
    };
    expect(await messageOf(exposed, handler)).toBe(CONFLICT);
  });

  test("the message of a stream of one chunk is not sent", async () => {
    const handler: Handler = ({ response }) => {
      response.writeHead(409, JSON_TYPE);
      Readable.from([`{"message":"${SENTENCE}"}`]).pipe(response);
    };
    expect(await messageOf(exposed, handler)).toBe(CONFLICT);
  });

  test("the message of a response that is written in pieces is not sent", async () => {
    const handler: Handler = ({ response }) => {
      response.writeHead(409, JSON_TYPE);
      response.write(`{"message":`);
      response.end(`"${SENTENCE}"}`);
    };
    expect(await messageOf(exposed, handler)).toBe(CONFLICT);
  });
});

/** Ways to pass on a response of another service with the fetch standard. */
const HANDED_ON: Readonly<Record<string, (answer: Response) => Response>> = {
  "as it is": (answer) => answer,
  "as a copy": (answer) => new Response(answer.body, answer),
  "as a copy with its status alone": (answer) => new Response(answer.body, { status: answer.status }),
  "as a copy with a type": (answer) => new Response(answer.body, { status: answer.status, headers: JSON_TYPE }),
  "as a clone": (answer) => answer.clone(),
  "as a part of a tee": (answer) => new Response(answer.body?.tee()[0], { status: answer.status, headers: JSON_TYPE }),
};

async function messageIn(response: Response): Promise<string> {
  const headers = Object.fromEntries(response.headers);
  const answer = { status: response.status, headers, body: await response.text() } as Received;
  return expectEnvelope(answer).message;
}

const contract = createContract(acme, { ...EXPOSED, onError: () => {} });

/** Long enough for a whole response to arrive. */
const ARRIVED_MS = 30;

describe.each(Object.entries(HANDED_ON))("a response of fetch that is passed on %s", (_how, handOn) => {
  test.each([0, ARRIVED_MS])("does not reveal its message, %i ms after its head came", async (wait) => {
    await withUpstream(async (upstream) => {
      const fetched = async () => {
        const answer = await fetch(upstream);
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        return handOn(answer);
      };
      const hono = new Hono();
      install(hono, contract);
      hono.get("/", fetched);
      const h3 = new H3();
      installH3(h3, contract);
      h3.get("/", fetched);
      const request = () => new Request("http://127.0.0.1/");
      for (const answer of [uhp(contract, fetched)(request()), hono.request(request()), h3.request(request())]) {
        expect(await messageIn(await answer)).toBe(CONFLICT);
      }
    });
  });
});

test("the proxy helpers of Hono and h3 do not reveal the message", async () => {
  await withUpstream(async (upstream) => {
    const hono = new Hono();
    install(hono, contract);
    hono.get("/", () => proxy(upstream));
    const h3 = new H3();
    installH3(h3, contract);
    h3.get("/", (event) => h3Proxy(event, upstream));
    for (const answer of [hono.request("/"), h3.request("/")]) {
      expect(await messageIn(await answer)).toBe(CONFLICT);
    }
  });
});

test("a Response that a handler made keeps its message", async () => {
  const made = () => Response.json({ message: SENTENCE }, { status: 409 });
  const hono = new Hono();
  install(hono, contract);
  hono.get("/", made);
  hono.get(
    "/copied",
    async (c, next) => {
      await next();
      c.res = new Response(c.res.body, c.res);
    },
    made,
  );
  const h3 = new H3();
  installH3(h3, contract);
  h3.get("/", made);
  const answers = [
    uhp(contract, made)(new Request("http://127.0.0.1/")),
    hono.request("/"),
    hono.request("/copied"),
    h3.request("/"),
  ];
  for (const answer of answers) expect(await messageIn(await answer)).toBe(SENTENCE);
});

test("h3's own validation message does not replace the code's message", async () => {
  const h3 = new H3();
  installH3(h3, contract);
  h3.get("/", (event) => getValidatedQuery(event, z.object({ seats: z.string() })));
  expect(await messageIn(await h3.request("/"))).toBe(acme.definition("invalid_input")?.message);
});
