import type { IncomingMessage, ServerResponse } from "node:http";
import { type ContractOptions, defineCatalog, type EventStream, type StreamOptions } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { intercept } from "./intercept.ts";
import { sendError } from "./responder.ts";
import { stream } from "./stream.ts";

const acme = defineCatalog({ vendor: "acme" });
const contractWith = (options: ContractOptions = {}) => createAdapterContract(acme, { onError: () => {}, ...options });
const contract = contractWith();
const RESPONSE = { responseObject: { id: "resp_1" } };

type Produce = (events: EventStream, response: ServerResponse, request: IncomingMessage) => unknown;

interface Options extends Partial<StreamOptions> {
  readonly before?: (response: ServerResponse) => unknown;
  readonly isIntercepted?: boolean;
  readonly method?: string;
}

const DONE = { type: "response.completed", response: { id: "resp_1" } };

/** Sends a request whose handler streams. */
async function streamed(produce: Produce, { before, isIntercepted = true, method = "GET", ...options }: Options = {}) {
  const url = await serving((request, response) => {
    if (isIntercepted) intercept(contract, request, response);
    before?.(response);
    void produce(stream(contract, request, response, { ...RESPONSE, ...options }), response, request);
  });
  return send(url, { method });
}

const typesIn = (body: string) =>
  [...body.matchAll(/^data: (\{.*)$/gm)].map(([, event = ""]): unknown => JSON.parse(event).type);
const codeIn = (body: string) => /"code":"(\w+)"/.exec(body)?.[1];

describe.each([true, false])("a stream of events, intercepted %s", (isIntercepted) => {
  test("is sent with its head, in place of what was set for another body", async () => {
    const { status, reason, headers, body } = await streamed((events) => events.send(DONE), {
      isIntercepted,
      before: (response) => {
        response.statusCode = 404;
        response.statusMessage = "db-7";
        for (const name of ["Content-Length", "Content-Encoding", "ETag", "X-Tenant"]) response.setHeader(name, "7");
      },
    });
    expect([status, reason, headers["content-type"]]).toEqual([200, "OK", "text/event-stream; charset=utf-8"]);
    expect([headers["content-length"], headers["content-encoding"], headers["etag"], headers["x-tenant"]]).toEqual([
      undefined,
      undefined,
      undefined,
      "7",
    ]);
    expect(headers["transfer-encoding"]).toBe("chunked");
    expect(typesIn(body)).toEqual(["response.completed"]);
  });

  test("that fails before its first event is an ordinary error", async () => {
    const { status, headers, body } = await streamed((events) => events.fail(acme.error("acme_conflict")), {
      isIntercepted,
    });
    expect([status, codeIn(body), headers["content-type"]]).toEqual([
      409,
      "acme_conflict",
      "application/json; charset=utf-8",
    ]);
  });

  test("ends with an error that is sent in its place", async () => {
    const { status, body } = await streamed(
      async (events, response, request) => {
        await events.send({ type: "response.created" });
        sendError(contract, acme.error("acme_conflict"), request, response);
      },
      { isIntercepted },
    );
    expect([status, codeIn(body)]).toEqual([200, "acme_conflict"]);
    expect(typesIn(body)).toEqual(["response.created", "error", "response.failed"]);
  });

  test("whose head was flushed ends with an error that is sent in its place", async () => {
    const { status, body } = await streamed(
      (_events, response, request) => sendError(contract, acme.error("acme_conflict"), request, response),
      {
        isIntercepted,
        before: (response) => {
          response.setHeader("Content-Type", "text/event-stream");
          response.flushHeaders();
        },
      },
    );
    expect([status, typesIn(body), codeIn(body)]).toEqual([200, ["error", "response.failed"], "acme_conflict"]);
  });

  test("calls what the service has given it", async () => {
    const called: unknown[] = [];
    const options: Options = {
      isIntercepted,
      onStart: (head) => called.push(head.status),
      onRefused: (thrown) => called.push(String(thrown)),
    };
    await streamed((events) => events.send(DONE), options);
    await streamed((events, response) => {
      events.fail("broken");
      response.end();
    }, options);
    expect(called).toEqual([200, "broken"]);
  });

  test("ends at its head in response to HEAD", async () => {
    const open: boolean[] = [];
    const { status, headers, body } = await streamed(
      async (events) => {
        open.push(await events.send({ type: "response.created" }), events.open);
      },
      { isIntercepted, method: "HEAD" },
    );
    expect([status, headers["content-type"], body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
    expect(open).toEqual([true, false]);
  });

  test("that is ended at once ends the response, also to HEAD", async () => {
    for (const method of ["GET", "HEAD"]) {
      const { status, body } = await streamed((events) => events.end(), { isIntercepted, method });
      expect([status, body]).toEqual([200, ""]);
    }
  });
});

test("a stream takes the place of an error that is kept back", async () => {
  const { status, body } = await streamed((events) => events.send(DONE), {
    before: (response) => response.writeHead(503, { ETag: '"a"' }).write('{"error":'),
  });
  expect([status, typesIn(body)]).toEqual([200, ["response.completed"]]);
});

test("a stream takes the place of the head of a success", async () => {
  const { status, headers, body } = await streamed((events) => events.send(DONE), {
    before: (response) => response.writeHead(201, { "Content-Length": 2 }),
  });
  expect([status, headers["content-length"], typesIn(body)]).toEqual([200, undefined, ["response.completed"]]);
});

test("a stream over HTTP/2 is sent, also in response to HEAD", async () => {
  for (const method of ["GET", "HEAD"]) {
    const { status, body, code } = await overHttp2(
      (request, response) => {
        intercept(contract, request, response);
        void stream(contract, request, response, RESPONSE).send(DONE);
      },
      { ":method": method },
    );
    expect([status, code, typesIn(body)]).toEqual([200, 0, method === "GET" ? ["response.completed"] : []]);
  }
});

test("a stream whose head was written and flushed ends with an error before its first event", async () => {
  const { status, body } = await streamed((events) => events.fail(acme.error("acme_conflict")), {
    before: (response) => {
      response.writeHead(200, { "Content-Type": "Text/Event-Stream" });
      response.flushHeaders();
    },
  });
  expect([status, typesIn(body), codeIn(body)]).toEqual([200, ["error", "response.failed"], "acme_conflict"]);
});
