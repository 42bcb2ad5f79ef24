import { get, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createError as fastifyError } from "@fastify/error";
import { errors as feathers } from "@feathersjs/errors";
import * as boom from "@hapi/boom";
import { BadRequestException, ConflictException, HttpException } from "@nestjs/common";
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
import { serving } from "../support/serving.ts";
import type { Driver, Handler } from "./drivers/driver.ts";
import { DRIVERS, NODE_DRIVERS } from "./drivers/index.ts";

const { password: secret } = SECRETS;

const EXPOSED: ContractOptions = { exposeMessages: true };

const SENTENCE = "Order 7 is closed.";

const JSON_TYPE = { "Content-Type": "application/json" };

/** Bodies that a handler writes whole with 409, and what is sent of them. */
const WRITTEN: Readonly<Record<string, readonly [body: string | object, sentence: string, fields?: object]>> = {
  "a message": [{ message: SENTENCE }, SENTENCE],
  "a string": [SENTENCE, SENTENCE],
  "a JSON string": [JSON.stringify(SENTENCE), SENTENCE, JSON_TYPE],
  "the phrase of a status first": [{ message: "Bad Request. The seats are sold." }, "The seats are sold."],
  "a host and a path": [{ message: "Could not lock /srv/app/orders/7.lock here" }, "Could not lock [path] here"],
};

/** Bodies without a message that may be sent. */
const DROPPED: Readonly<Record<string, readonly [body: string | object, fields?: object]>> = {
  "nothing but a password": [{ message: `postgres://svc:${secret}@db-1/orders` }],
  "a page": ["<h1>Order 7 is closed</h1>"],
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

const TRAP = {
  get() {
    throw new Error("a trap");
  },
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
  "Nest's exception with a trap": () => Object.defineProperty(new ConflictException(SENTENCE), "response", TRAP),
  "h3's error of another one": () => new HTTPError({ status: 409, cause: inner }),
  "h3's error without a text": () => new HTTPError({ status: 409 }),
  "an error that http-errors was given": () => createError(409, new Error(inner.message)),
  "an error that hides its text": () => createError(409, SENTENCE, { expose: false }),
  "an error that Boom was given": () => boom.boomify(new Error(inner.message), { statusCode: 409 }),
  "an error of an adapter of Feathers": () =>
    Object.assign(new feathers.Conflict(inner.message), { [Symbol("@feathersjs/knex/error")]: inner }),
  "an exception whose text is a getter that throws": () =>
    Object.defineProperty(createError(409, SENTENCE), "message", TRAP),
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
});

/** The address of a service whose every response is a 409 with a sentence. */
const upstream = () =>
  serving((_request, response) => {
    response.writeHead(409, JSON_TYPE).end(JSON.stringify({ message: SENTENCE }));
  });

describe.each(NODE_DRIVERS)("$name", (driver) => {
  const { exposed } = serversOf(driver);

  const forwarded = (forward: (source: Readable, response: ServerResponse) => unknown): Handler => {
    return ({ response }) => {
      response.writeHead(409, JSON_TYPE);
      forward(Readable.from([`{"message":"${SENTENCE}"}`]), response);
    };
  };

  test("the message of a response that comes from a stream, or in pieces, is not sent", async () => {
    const address = await upstream();
    const handlers: Readonly<Record<string, Handler>> = {
      "another service's": ({ response }) => {
        get(address, (answer) => {
          response.writeHead(answer.statusCode ?? 500, { "Content-Type": answer.headers["content-type"] });
          answer.pipe(response);
        });
      },
      "a stream, by its events": forwarded((source, response) => {
        source.on("data", (piece) => response.write(piece)).on("end", () => response.end());
      }),
      "a stream of one chunk": forwarded((source, response) => source.pipe(response)),
      "in pieces": ({ response }) => {
        response.writeHead(409, JSON_TYPE);
        response.write(`{"message":`);
        response.end(`"${SENTENCE}"}`);
      },
    };
    for (const [what, handler] of Object.entries(handlers)) {
      expect(await messageOf(exposed, handler), what).toBe(CONFLICT);
    }
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

/** The same handler on Hono, on h3 and without a framework. */
function everywhere(handler: () => Promise<Response>): readonly (Promise<Response> | Response)[] {
  const hono = new Hono();
  install(hono, contract);
  hono.get("/", handler);
  const h3 = new H3();
  installH3(h3, contract);
  h3.get("/", handler);
  return [uhp(contract, handler)(new Request("http://127.0.0.1/")), hono.request("/"), h3.request("/")];
}

test.each(Object.entries(HANDED_ON))(
  "a response of fetch that is passed on %s does not reveal its message",
  async (_how, handOn) => {
    const address = await upstream();
    const atOnce = async () => handOn(await fetch(address));
    const late = async () => {
      const answer = await fetch(address);
      // A later response has arrived as a whole, and so has this one.
      await (await fetch(address)).text();
      return handOn(answer);
    };
    for (const answer of [...everywhere(atOnce), ...everywhere(late)]) {
      expect(await messageIn(await answer)).toBe(CONFLICT);
    }
  },
);

test("the proxy helpers of Hono and h3 do not reveal the message", async () => {
  const address = await upstream();
  const hono = new Hono();
  install(hono, contract);
  hono.get("/", () => proxy(address));
  const h3 = new H3();
  installH3(h3, contract);
  h3.get("/", (event) => h3Proxy(event, address));
  for (const answer of [hono.request("/"), h3.request("/")]) expect(await messageIn(await answer)).toBe(CONFLICT);
});

test("a Response that a handler made keeps its message", async () => {
  const made = async () => Response.json({ message: SENTENCE }, { status: 409 });
  const copying = new Hono();
  install(copying, contract);
  copying.get(
    "/",
    async (c, next) => {
      await next();
      c.res = new Response(c.res.body, c.res);
    },
    made,
  );
  for (const answer of [...everywhere(made), copying.request("/")]) {
    expect(await messageIn(await answer)).toBe(SENTENCE);
  }
});

test("h3's own validation message does not replace the code's message", async () => {
  const h3 = new H3();
  installH3(h3, contract);
  h3.get("/", (event) => getValidatedQuery(event, z.object({ seats: z.string() })));
  expect(await messageIn(await h3.request("/"))).toBe(acme.definition("invalid_input")?.message);
});
