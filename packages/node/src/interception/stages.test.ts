import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { type AdapterContractOptions, createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { type Sent, send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { withResolvers } from "../../../../test/support/with-resolvers.ts";
import type { Framework } from "../request/framework.ts";
import { intercept } from "../response/intercept.ts";
import { handOverResponse, hasResponded, type Responder } from "../response/responder.ts";

const acme = defineCatalog({ vendor: "acme" });

/** An envelope, whose status is 404. */
const ENVELOPE =
  '{"error":{"type":"invalid_request_error","code":"acme_not_found","message":"No.","param":null,"detail":null}}';

/** Bytes that an error must not send. */
const LEAK = "postgres://u:hunter2@10.0.0.5";

type Handler = (response: ServerResponse, log: unknown[], responder: Responder, request: IncomingMessage) => unknown;

/** What a client gets: the status, and the code of an envelope or the body of anything else. 0 if the response broke off. */
type Answer = readonly [status: number, body: string];

type Told = readonly [outcome: string, code: string | null];

interface Options extends AdapterContractOptions {
  readonly before?: (response: ServerResponse) => void;
  readonly framework?: Framework;
}

type Ask = (
  listener: RequestListener,
) => Promise<{ readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly body: string }>;

const BROKEN = { status: 0, headers: {}, body: "" };

const overHttp1: Ask = async (listener) => send(await serving(listener), {}).catch(() => BROKEN);
/** Sends a request whose response has no body. */
const head: Ask = async (listener) => send(await serving(listener), { method: "HEAD" } satisfies Sent);
const PROTOCOLS = [
  ["HTTP/1", overHttp1],
  ["HTTP/2", overHttp2],
] as const;

/** Sends one request to a handler whose response is intercepted. */
async function outcome(handle: Handler, ask: Ask = overHttp1, { before, framework, ...options }: Options = {}) {
  const [told, log]: [Told[], unknown[]] = [[], []];
  const contract = createAdapterContract(acme, {
    onError: ({ outcome, code }) => told.push([outcome, code]),
    ...options,
  });
  const closed = withResolvers<void>();
  const received = await ask((request, response) => {
    before?.(response);
    response.on("close", () => closed.resolve());
    response.on("error", () => {});
    const responder = intercept(contract, request, response, framework) as Responder;
    void handle(response, log, responder, request);
  });
  await closed.promise;
  await turn();
  await turn();
  const code = /^\{"error":\{"type":"\w+","code":"(\w+)"/.exec(received.body)?.[1];
  const isOurs = received.headers["cache-control"] === "no-store";
  const answer: Answer = [received.status, isOurs ? (code ?? "") : received.body];
  return { answer, told, log, headers: received.headers };
}

const later = (then: () => void) => void setTimeout(then, 10);
const note = (log: unknown[], what: unknown) => () => void log.push(what);
const is = (response: ServerResponse, value: unknown) => (value === response ? "the response" : value);

type Row = readonly [
  what: string,
  handle: Handler,
  answer: Answer,
  told: readonly Told[],
  log?: readonly unknown[],
  options?: Options,
];

/** Rows with what may be left out of them. */
const filled = (rows: readonly Row[]) =>
  rows.map(
    ([what, handle, answer, told, log, options = {}]): readonly [
      string,
      Handler,
      Answer,
      readonly Told[],
      readonly unknown[] | undefined,
      Options,
    ] => [what, handle, answer, told, log, options],
  );

const UNAVAILABLE: Answer = [503, "acme_unavailable"];
const TOLD: readonly Told[] = [["answered", "acme_unavailable"]];
const NOT_FOUND: Answer = [404, "acme_not_found"];
const TOLD_NOT_FOUND: readonly Told[] = [["answered", "acme_not_found"]];

const SUCCESSES: readonly Row[] = [
  ["a success in one piece", (response) => response.end("ok"), [200, "ok"], []],
  [
    "a success in pieces, with a flushed head",
    (response) => {
      response.flushHeaders();
      response.write("o");
      response.end("k");
    },
    [200, "ok"],
    [],
  ],
  [
    "a success whose head was written",
    (response, log) => {
      log.push(is(response, response.writeHead(201, { "X-A": "1" })));
      log.push(is(response, response.end("ok")));
    },
    [201, "ok"],
    [],
    ["the response", "the response"],
  ],
  [
    "a success, with its callbacks called",
    (response, log) => {
      response.write("o", note(log, "write"));
      response.end("k", note(log, "end"));
    },
    [200, "ok"],
    [],
    ["write", "end"],
  ],
  [
    "a success with an error that is no envelope",
    (response) => response.end('{"error":{"x":1}}'),
    [200, '{"error":{"x":1}}'],
    [],
  ],
  [
    "a redirect with an envelope",
    (response) => response.writeHead(302, { Location: "/" }).end(ENVELOPE),
    [302, ENVELOPE],
    [],
  ],
  [
    "a redirect with an error of the catalog",
    (response) => Object.assign(response, { statusCode: 302 }).end(JSON.stringify(acme.error("acme_conflict"))),
    [302, JSON.stringify(acme.error("acme_conflict"))],
    [],
  ],
  [
    "a response without content with an error of the catalog",
    (response) => Object.assign(response, { statusCode: 204 }).end(JSON.stringify(acme.error("acme_conflict"))),
    [204, ""],
    [],
  ],
  [
    "a redirect with an envelope and an implicit head",
    (response) => Object.assign(response, { statusCode: 302 }).end(ENVELOPE),
    [302, ENVELOPE],
    [],
  ],
  [
    "a success that only goes on like an envelope",
    (response) => {
      response.write("ok ");
      response.end(ENVELOPE);
    },
    [200, `ok ${ENVELOPE}`],
    [],
  ],
  [
    "a success that begins as an envelope and is larger than any",
    (response) => {
      response.write('{"error":{"type":"x_error","code":"');
      response.write("a".repeat(70_000));
      response.end('","message":"a","param":null,"detail":null}}');
    },
    [200, `{"error":{"type":"x_error","code":"${"a".repeat(70_000)}","message":"a","param":null,"detail":null}}`],
    [],
  ],
];

/** An envelope with a success status leaves as it is once a part of it has left, and is told. */
const LATE: readonly Row[] = [
  [
    "an envelope in pieces",
    (response) => {
      response.write(ENVELOPE.slice(0, 30));
      response.end(ENVELOPE.slice(30));
    },
    [200, ENVELOPE],
    [["late", "acme_not_found"]],
  ],
  [
    "an envelope after an empty piece",
    (response) => {
      response.write("");
      response.end(ENVELOPE);
    },
    [200, ENVELOPE],
    [["late", "acme_not_found"]],
  ],
  [
    "an envelope in pieces after a head of its own",
    (response) => {
      response.writeHead(200);
      response.write(ENVELOPE.slice(0, 30));
      response.end(ENVELOPE.slice(30));
    },
    [200, ENVELOPE],
    [["late", "acme_not_found"]],
  ],
  [
    "an envelope after a flushed head",
    (response) => {
      response.flushHeaders();
      response.end(ENVELOPE);
    },
    [200, ENVELOPE],
    [["late", "acme_not_found"]],
  ],
  [
    "an envelope without an end at once",
    (response) => {
      response.write(ENVELOPE);
      later(() => response.end());
    },
    [200, ENVELOPE],
    [["late", "acme_not_found"]],
  ],
];

const REPLACED: readonly Row[] = [
  ["an error without a body", (response) => Object.assign(response, { statusCode: 503 }).end(), UNAVAILABLE, TOLD],
  [
    "an error whose head was written",
    (response, log) => {
      log.push(is(response, response.writeHead(503, { "X-A": LEAK })));
      log.push(is(response, response.end(LEAK)));
    },
    UNAVAILABLE,
    TOLD,
    ["the response", "the response"],
  ],
  [
    "an error in pieces, with its callbacks called",
    (response, log) => {
      response.statusCode = 503;
      log.push(response.write('{"error":', note(log, "write")));
      later(() => response.end(LEAK, note(log, "end")));
    },
    UNAVAILABLE,
    TOLD,
    [true, "write", "end"],
  ],
  [
    "an error in one piece, with its callback called",
    (response, log) => Object.assign(response, { statusCode: 503 }).end(LEAK, note(log, "end")),
    UNAVAILABLE,
    TOLD,
    ["end"],
  ],
  [
    "an error without a body, with its callback called",
    (response, log) => Object.assign(response, { statusCode: 503 }).end(note(log, "end")),
    UNAVAILABLE,
    TOLD,
    ["end"],
  ],
  [
    "an error in latin1, with its callback called",
    (response, log) => Object.assign(response, { statusCode: 503 }).end(LEAK, "latin1", note(log, "end")),
    UNAVAILABLE,
    TOLD,
    ["end"],
  ],
  [
    "an error whose head is flushed",
    (response) => {
      response.statusCode = 503;
      response.flushHeaders();
      later(() => response.end(LEAK));
    },
    UNAVAILABLE,
    TOLD,
  ],
  [
    "an error that is flushed and never ends",
    (response) => Object.assign(response, { statusCode: 503 }).flushHeaders(),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 5 },
  ],
  [
    "an error whose head is written, then flushed, and never ends",
    (response) => response.writeHead(503).flushHeaders(),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 5 },
  ],
  [
    "an error that begins as an envelope and never ends",
    (response) => response.writeHead(503).write('{"error":'),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 5 },
  ],
  [
    "a compressed error that never ends",
    (response) => response.writeHead(503, { "Content-Encoding": "gzip" }).write(gzipSync(LEAK).subarray(0, 12)),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 5 },
  ],
  [
    "white space that never ends",
    (response) => response.writeHead(503).write(" "),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 5 },
  ],
  [
    "an error larger than any envelope that never ends",
    (response) => response.writeHead(503).write(`{"error":{"type":"${"x".repeat(70_000)}`),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 60_000 },
  ],
  [
    "an envelope in one character after another, with another status",
    (response) => {
      response.writeHead(503);
      for (const character of ENVELOPE) response.write(character);
      response.end();
    },
    NOT_FOUND,
    TOLD_NOT_FOUND,
  ],
  [
    "an envelope and much white space",
    (response) => response.writeHead(503).end(ENVELOPE.padEnd(60_000)),
    NOT_FOUND,
    TOLD_NOT_FOUND,
  ],
  [
    "an envelope and too much white space",
    (response) => response.writeHead(503).end(ENVELOPE.padEnd(66_000)),
    UNAVAILABLE,
    TOLD,
  ],
  [
    "an error page that never ends",
    (response) => response.writeHead(503).write("<p>"),
    UNAVAILABLE,
    TOLD,
    [],
    { bufferTimeoutMs: 60_000 },
  ],
  [
    "an error whose status is changed after its head",
    (response) => Object.assign(response.writeHead(503), { statusCode: 200 }).end(LEAK),
    UNAVAILABLE,
    TOLD,
  ],
  [
    "an error after which everything is dropped",
    (response, log) => {
      response.statusCode = 503;
      response.end(LEAK);
      later(() => log.push(response.writableEnded));
    },
    UNAVAILABLE,
    TOLD,
  ],
  ["a success with an envelope", (response) => response.end(ENVELOPE), NOT_FOUND, TOLD_NOT_FOUND],
  ["a success with an envelope as bytes", (response) => response.end(Buffer.from(ENVELOPE)), NOT_FOUND, TOLD_NOT_FOUND],
  [
    "a success with an envelope in hexadecimal digits",
    (response) => response.end(Buffer.from(ENVELOPE).toString("hex"), "hex"),
    [200, ENVELOPE],
    [],
  ],
  [
    "a success with an envelope, with its callback called",
    (response, log) => response.end(ENVELOPE, note(log, "end")),
    NOT_FOUND,
    TOLD_NOT_FOUND,
    ["end"],
  ],
  [
    "a success with an envelope that is written with its length",
    (response, log) => {
      response.setHeader("Content-Length", ENVELOPE.length);
      log.push(response.write(ENVELOPE, note(log, "write")));
      log.push(response.write("late", note(log, "late")));
      log.push(is(response, response.end(note(log, "end"))));
    },
    NOT_FOUND,
    TOLD_NOT_FOUND,
    [true, true, "the response", "write", "late", "end"],
  ],
];

const DESTROYED: readonly Row[] = [
  [
    "a response that fails before its first byte",
    (response, log) => log.push(is(response, response.destroy(new Error(LEAK)))),
    [500, "acme_internal_error"],
    [["answered", "acme_internal_error"]],
    ["the response"],
  ],
  [
    "a response that fails after the head of an error",
    (response) => {
      response.writeHead(503);
      response.write('{"error":');
      response.destroy(acme.error("acme_conflict"));
    },
    [409, "acme_conflict"],
    [["answered", "acme_conflict"]],
  ],
  [
    "a response that fails twice",
    (response, log) => {
      response.destroy(acme.error("acme_conflict"));
      log.push(is(response, response.destroy(acme.error("acme_not_found"))));
    },
    [409, "acme_conflict"],
    [["answered", "acme_conflict"]],
    ["the response"],
  ],
  [
    "a response that fails after the contract's own",
    (response, _log, responder) => {
      responder.sendError(acme.error("acme_conflict"));
      response.destroy(new Error(LEAK));
    },
    [409, "acme_conflict"],
    [["answered", "acme_conflict"]],
  ],
];

/** Errors of JSON-RPC 2.0, which only their caller can match. */
const RPC = '[{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid Request"}}]';
const PASSED: readonly Row[] = [
  [
    "in one piece",
    (response, log) => Object.assign(response, { statusCode: 400 }).end(RPC, note(log, "end")),
    [400, RPC],
    [["passed", "invalid_input"]],
    ["end"],
  ],
  [
    "with a head of its own",
    (response, log) => response.writeHead(400, { "X-A": "1" }).end(RPC, note(log, "end")),
    [400, RPC],
    [["passed", "invalid_input"]],
    ["end"],
  ],
  [
    "with a chunk between its pieces that Node refuses",
    (response, log) => {
      response.writeHead(400);
      response.write(RPC.slice(0, 20));
      expect(() => response.write({} as never)).toThrow("chunk");
      response.write(RPC.slice(20, 40));
      response.end(RPC.slice(40), note(log, "end"));
    },
    [400, RPC],
    [["passed", "invalid_input"]],
    ["end"],
  ],
];

describe.each(PROTOCOLS)("over %s", (_protocol, ask) => {
  test.each(filled(LATE))("%s is sent as it is, and told as too late", async (_what, handle, answer, told) => {
    const got = await outcome(handle, ask);
    expect([got.answer, got.told]).toEqual([answer, told]);
  });

  test.each(filled(SUCCESSES))("%s is sent as it is", async (_what, handle, answer, told, log = [], options) => {
    const got = await outcome(handle, ask, options);
    expect([got.answer, got.told, got.log]).toEqual([answer, told, log]);
    expect(got.headers["uhp-version"]).toBe("2026-10-04");
  });

  test.each(filled(REPLACED))("%s is replaced", async (_what, handle, answer, told, log, options) => {
    const got = await outcome(handle, ask, options);
    expect([got.answer, got.told]).toEqual([answer, told]);
    if (log !== undefined) expect(got.log).toEqual(log);
  });

  test.each(filled(PASSED))("an error of JSON-RPC %s is sent as it is", async (_what, handle, answer, told, log) => {
    const got = await outcome(handle, ask);
    expect([got.answer, got.told, got.log]).toEqual([answer, told, log]);
    expect(got.headers["uhp-version"]).toBe("2026-10-04");
  });

  test.each(filled(DESTROYED))("%s is answered once", async (_what, handle, answer, told, log = []) => {
    const got = await outcome(handle, ask);
    expect([got.answer, got.told, got.log]).toEqual([answer, told, log]);
  });
});

describe("over HTTP/2, a view of a buffer is a chunk", () => {
  const view = (text: string) => new DataView(new TextEncoder().encode(text).buffer) as never;
  test.each<readonly [what: string, handle: Handler, answer: Answer, told: readonly Told[]]>([
    [
      "of an error, after its head",
      (response) => {
        response.writeHead(503);
        response.write(view(LEAK));
        response.end();
      },
      UNAVAILABLE,
      TOLD,
    ],
    [
      "of an error, first",
      (response) => {
        response.statusCode = 503;
        response.write(view(LEAK));
        response.end();
      },
      UNAVAILABLE,
      TOLD,
    ],
    ["of an error, last", (response) => response.writeHead(503).end(view(LEAK)), UNAVAILABLE, TOLD],
    [
      "that is a whole error",
      (response) => Object.assign(response, { statusCode: 503 }).end(view(LEAK)),
      UNAVAILABLE,
      TOLD,
    ],
    ["of a success", (response) => response.end(view("ok")), [200, "ok"], []],
  ])("%s", async (_what, handle, answer, told) => {
    const got = await outcome(handle, overHttp2);
    expect([got.answer, got.told]).toEqual([answer, told]);
  });
});

test("an error of JSON-RPC is sent as it is, however long after its head its body comes", async () => {
  const handle: Handler = (response) => {
    response.writeHead(400);
    later(() => response.end(RPC));
  };
  const got = await outcome(handle, overHttp1, { bufferTimeoutMs: 1 });
  expect([got.answer, got.told]).toEqual([[400, RPC], [["passed", "invalid_input"]]]);
});

test("an error of JSON-RPC leaves although its handler has not ended it", async () => {
  const seen = withResolvers<void>();
  const handle: Handler = async (response) => {
    response.writeHead(400);
    response.write(RPC);
    await seen.promise;
    response.end();
  };
  const ask: Ask = async (listener) => {
    const { status, body } = await fetch(await serving(listener));
    let text = "";
    for await (const chunk of body ?? []) {
      seen.resolve();
      text += Buffer.from(chunk).toString();
    }
    return { status, headers: {}, body: text };
  };
  const got = await outcome(handle, ask, { bufferTimeoutMs: 1 });
  expect([got.answer, got.told]).toEqual([[400, RPC], [["passed", "invalid_input"]]]);
});

test("an error is replaced after chunks that Node refuses", async () => {
  const handle: Handler = (response) => {
    expect(() => response.end(123 as never)).toThrow("chunk");
    expect(() => response.write(null as never)).toThrow("null");
    response.statusCode = 503;
    expect(() => response.write({} as never)).toThrow("chunk");
    response.end(LEAK);
  };
  const got = await outcome(handle);
  expect([got.answer, got.told]).toEqual([UNAVAILABLE, TOLD]);
});

describe("in response to HEAD", () => {
  test.each(
    filled([
      ["an error", (response) => response.writeHead(503).end(LEAK), [503, ""], TOLD],
      [
        "an error, although middleware has turned the request into GET",
        (response, _log, _responder, request) => {
          request.method = "GET";
          response.writeHead(503).end(LEAK);
        },
        [503, ""],
        TOLD,
      ],
      ["a success with an envelope", (response) => response.end(ENVELOPE), [404, ""], TOLD_NOT_FOUND],
      [
        "a success with an envelope in pieces, which is none without a body",
        (response) => {
          response.write(ENVELOPE.slice(0, 30));
          response.end(ENVELOPE.slice(30));
        },
        [200, ""],
        [],
      ],
    ]),
  )("%s has no body", async (_what, handle, answer, told) => {
    const got = await outcome(handle, head);
    expect([got.answer, got.told]).toEqual([answer, told]);
  });
});

/** Middleware that acts on a head in its own `writeHead`, as on-headers does: here, it makes a success an error. */
function turning(response: ServerResponse, log: unknown[], status = 503): void {
  const { writeHead } = response;
  response.writeHead = function (this: ServerResponse, ...args: [number]) {
    log.push(args[0]);
    return Reflect.apply(writeHead, this, args[0] === 200 ? [status, undefined] : args);
  } as typeof writeHead;
}

describe("a success that a listener for its head makes an error is replaced", () => {
  test.each<
    readonly [what: string, act: (response: ServerResponse, log: unknown[]) => unknown, log: readonly unknown[]]
  >([
    ["at its end", (response, log) => log.push(is(response, response.end("ok"))), [200, "the response"]],
    [
      "at its first piece",
      (response, log) => {
        log.push(response.write("o"));
        later(() => response.end("k"));
      },
      [200, true],
    ],
    [
      "as its head is flushed",
      (response) => {
        response.flushHeaders();
        later(() => response.end("ok"));
      },
      [200],
    ],
    ["as its head is written", (response) => response.writeHead(200).end("ok"), [200]],
  ])("%s", async (_what, act, log) => {
    const handle: Handler = (response, seen) => {
      turning(response, seen);
      act(response, seen);
    };
    const got = await outcome(handle);
    expect([got.answer, got.told]).toEqual([UNAVAILABLE, TOLD]);
    expect(got.log).toEqual(log);
  });

  test("and an error that it makes a success is sent as it is", async () => {
    for (const begin of ["end", "write", "flushHeaders"] as const) {
      const handle: Handler = (response) => {
        const { writeHead } = response;
        response.writeHead = function (this: ServerResponse) {
          return Reflect.apply(writeHead, this, [201]);
        } as typeof writeHead;
        response.statusCode = 503;
        if (begin === "flushHeaders") response.flushHeaders();
        if (begin === "write") response.write("o");
        response.end(begin === "write" ? "k" : "ok");
      };
      const got = await outcome(handle);
      expect([begin, got.answer, got.told]).toEqual([begin, [201, "ok"], []]);
    }
  });

  test.each<readonly [what: string, again: (response: ServerResponse, responder: Responder) => unknown]>([
    ["is thrown", (_response, responder) => responder.sendError(acme.error("acme_unavailable"))],
    ["is written", (response) => Object.assign(response, { statusCode: 503 }).end(LEAK)],
  ])("and one that throws leaves the response open to an error that %s", async (_what, again) => {
    const handle: Handler = (response, log, responder) => {
      const { writeHead } = response;
      let calls = 0;
      response.writeHead = function (this: ServerResponse, ...args: [number]) {
        calls += 1;
        if (calls === 1) throw new Error("the session is gone");
        return Reflect.apply(writeHead, this, args);
      } as typeof writeHead;
      try {
        response.end("ok");
      } catch (thrown) {
        log.push((thrown as Error).message);
        again(response, responder);
      }
    };
    const got = await outcome(handle);
    expect([got.answer, got.told, got.log]).toEqual([UNAVAILABLE, TOLD, ["the session is gone"]]);
  });
});

describe("a listener for the head sees that of the contract's response, and what it writes is dropped", () => {
  test.each<readonly [what: string, act: (response: ServerResponse) => unknown, answer: Answer]>([
    ["in place of a failure", (response) => response.destroy(acme.error("acme_conflict")), [409, "acme_conflict"]],
    ["in place of a success with an envelope", (response) => response.end(ENVELOPE), NOT_FOUND],
    [
      "in place of a success with an envelope that is written with its length",
      (response) => {
        response.setHeader("Content-Length", ENVELOPE.length);
        response.write(ENVELOPE);
        response.end();
      },
      NOT_FOUND,
    ],
  ])("%s", async (_what, act, answer) => {
    const handle: Handler = (response, log) => {
      const { writeHead } = response;
      response.writeHead = function (this: ServerResponse, ...args: [number]) {
        log.push(args[0]);
        this.setHeader("X-Session", "s1");
        this.flushHeaders();
        log.push(this.write(LEAK, note(log, "write")), is(this, this.end(LEAK, note(log, "end"))));
        return Reflect.apply(writeHead, this, args);
      } as typeof writeHead;
      act(response);
    };
    const got = await outcome(handle);
    expect([got.answer, got.headers["x-session"]]).toEqual([answer, "s1"]);
    expect(got.log).toEqual([answer[0], true, "the response", "write", "end"]);
  });

  test("and one that throws changes nothing", async () => {
    const handle: Handler = (response) => {
      response.writeHead = () => {
        throw new Error("the session is gone");
      };
      response.destroy(acme.error("acme_conflict"));
    };
    expect((await outcome(handle)).answer).toEqual([409, "acme_conflict"]);
  });
});

describe("a second head", () => {
  test.each<readonly [protocol: string, ask: Ask, first: number, code: string]>([
    ["HTTP/1", overHttp1, 200, "ERR_HTTP_HEADERS_SENT"],
    ["HTTP/1", overHttp1, 503, "ERR_HTTP_HEADERS_SENT"],
    ["HTTP/2", overHttp2, 503, "ERR_HTTP2_HEADERS_SENT"],
  ])("over %s is refused as Node refuses it: after %i", async (_protocol, ask, first, code) => {
    const handle: Handler = (response, log) => {
      response.writeHead(first);
      for (const again of [200, 500]) {
        try {
          response.writeHead(again);
        } catch (thrown) {
          log.push((thrown as { readonly code?: string }).code);
        }
      }
      response.end("ok");
    };
    const got = await outcome(handle, ask);
    expect(got.log).toEqual([code, code]);
    expect(got.answer).toEqual(first === 200 ? [200, "ok"] : UNAVAILABLE);
  });

  test("over HTTP/2 is refused with the fields of an error whose head is kept back", async () => {
    const handle: Handler = (response, log) => {
      response.writeHead(503);
      log.push(response.headersSent);
      for (const name of ["setHeader", "appendHeader", "removeHeader"] as const) {
        try {
          Reflect.apply(response[name] as () => void, response, ["X-A", "1"]);
        } catch (thrown) {
          log.push([(thrown as { readonly code?: string }).code, (thrown as Error).message]);
        }
      }
      response.end(LEAK);
    };
    const got = await outcome(handle, overHttp2);
    const refused = ["ERR_HTTP2_HEADERS_SENT", "Response has already been initiated."];
    expect(got.log).toEqual([true, refused, refused, refused]);
    expect(got.answer).toEqual(UNAVAILABLE);
    expect(got.headers["x-a"]).toBeUndefined();
  });
});

test.each([200, 503])("a head with %i is shown as Node shows one that was written", async (status) => {
  const looks: readonly ((response: ServerResponse) => unknown)[] = [
    (response) => response.headersSent,
    (response) => typeof Reflect.get(response, "_header"),
    (response) => response.setHeader("X-Late", "1"),
    (response) => response.appendHeader("X-Late", "1"),
    (response) => response.removeHeader("X-Kept"),
    (response) => response.writableEnded,
    (response) => response.statusCode,
  ];
  const shown: unknown[][] = [];
  const look = (response: ServerResponse) => {
    response.setHeader("X-Kept", "yes");
    response.writeHead(status, { "Content-Type": "text/plain" });
    shown.push(
      looks.map((one) => {
        try {
          return one(response);
        } catch (thrown) {
          return (thrown as { readonly code?: string }).code;
        }
      }),
    );
    response.end("done");
  };
  await outcome(look);
  await overHttp1((_request, response) => look(response));
  expect(shown[0]).toEqual(shown[1]);
  const refused = "ERR_HTTP_HEADERS_SENT";
  expect(shown[0]).toEqual([true, "string", refused, refused, refused, false, status]);
});

test("a success tells its writer that the buffer is full", async () => {
  const handle: Handler = (response, log) => {
    log.push(response.write("a".repeat(1_000_000)));
    response.end();
  };
  expect((await outcome(handle)).log).toEqual([false]);
});

test("a success that may be an envelope is not held back until its end", async () => {
  const start = '{"error":{"line":1}}\n';
  const got = await outcome(async (response) => {
    await new Promise((written) => response.write(start, written));
    // The client has the first line.
    expect(response.socket?.bytesWritten).toBeGreaterThan(start.length);
    response.end();
  });
  expect([got.answer, got.told]).toEqual([[200, start], []]);
});

test.each<readonly [what: string, length: string | undefined, answered: readonly boolean[]]>([
  ["of a declared length, as while a session is saved, is answered at its end", "5", [false, true]],
  ["of unknown length is answered once its writer has had its turn", undefined, [true, true]],
  ["that is longer than declared is not waited for", "3", [true, true]],
  ["whose length is no number is not waited for", "x", [true, true]],
])("an error %s", async (_what, length, answered) => {
  const handle: Handler = async (response, log) => {
    response.statusCode = 503;
    if (length !== undefined) response.setHeader("Content-Length", length);
    response.write("dow");
    await turn();
    await turn();
    log.push(hasResponded(response));
    response.end("n!");
    log.push(hasResponded(response));
  };
  const { answer, log } = await outcome(handle);
  expect([answer, log]).toEqual([[503, "acme_unavailable"], answered]);
});

test("an error of a declared length is answered after the time limit, although its end does not come", async () => {
  const handle: Handler = (response) => response.writeHead(503, { "Content-Length": 5 }).write("dow");
  const { answer } = await outcome(handle, overHttp1, { bufferTimeoutMs: 1 });
  expect(answer).toEqual([503, "acme_unavailable"]);
});

describe("a source without an end is stopped", () => {
  /** Writes until it is told to stop. Resolves with how many chunks were accepted and how many callbacks were called. */
  const pour: (size: number) => Handler = (size) => async (response, log) => {
    response.statusCode = 503;
    let [accepted, called] = [0, 0];
    while (accepted < 20_000 && response.write("a".repeat(size), () => (called += 1))) accepted += 1;
    await turn();
    log.push(accepted, called);
    response.end();
  };

  test.each<readonly [size: number, accepted: number]>([
    [1_048_512, 1],
    [1_048_513, 0],
    [524_224, 2],
    [1_024 * 15 + 960, 64],
    [0, 16_384],
  ])("with chunks of %i, after %i of them", async (size, accepted) => {
    expect((await outcome(pour(size))).log).toEqual([accepted, accepted]);
  });
});

describe("the contract's own response, handed to a framework", () => {
  const error = {
    status: 409,
    headers: { "content-type": "application/json", "cache-control": "no-store" },
    body: ENVELOPE,
  };
  const zipped = gzipSync(ENVELOPE);

  test.each<readonly [what: string, handle: (response: ServerResponse) => unknown, answer: Answer]>([
    ["does not leave in place of a success", (response) => response.writeHead(200).end(LEAK), [200, LEAK]],
    ["leaves in place of another error", (response) => response.writeHead(503).end(LEAK), [409, "acme_not_found"]],
    [
      "leaves in place of another error in pieces",
      (response) => {
        response.writeHead(409).write(LEAK);
        response.end(LEAK);
      },
      [409, "acme_not_found"],
    ],
    ["leaves in place of a failure", (response) => response.destroy(new Error(LEAK)), [409, "acme_not_found"]],
    [
      "leaves in place of another compressed error",
      (response) => response.writeHead(409, { "Content-Encoding": "gzip" }).end(gzipSync(LEAK)),
      [409, "acme_not_found"],
    ],
    [
      "leaves in place of a copy with another status",
      (response) => response.writeHead(410, { "Content-Encoding": "gzip" }).end(zipped),
      [409, "acme_not_found"],
    ],
  ])("%s", async (_what, act, answer) => {
    const handle: Handler = (response) => {
      handOverResponse(response, error);
      act(response);
    };
    expect((await outcome(handle)).answer).toEqual(answer);
  });

  test.each(PROTOCOLS)("leaves compressed if the framework compresses it, over %s", async (_protocol, ask) => {
    const handle: Handler = (response) => {
      handOverResponse(response, error);
      response.writeHead(409, { "Content-Encoding": "gzip", "Content-Type": "application/json" });
      response.write(zipped.subarray(0, 10));
      response.write(zipped.subarray(10, 20));
      response.end(zipped.subarray(20));
    };
    let size = 0;
    const { headers } = await outcome(handle, async (listener) => {
      const sent = await ask(listener);
      size = sent.body.length;
      return sent;
    });
    expect(size).toBeGreaterThan(0);
    expect(headers).toMatchObject({ "content-encoding": "gzip", "cache-control": "no-store" });
  });
});

describe("an error whose client has left", () => {
  test.each<readonly [what: string, handle: Handler, told: readonly Told[]]>([
    [
      "before it was written is told as aborted",
      (response) => {
        response.destroy();
        response.statusCode = 503;
        response.end(LEAK);
      },
      [["aborted", null]],
    ],
    [
      "while it was kept back is told as aborted",
      (response) => {
        response.writeHead(503).write('{"error":');
        response.destroy();
      },
      [["aborted", null]],
    ],
    ["without an error is not told", (response) => response.destroy(), []],
    ["with null for an error is not told", (response) => response.destroy(null as never), []],
    [
      "after its answer is told once",
      (response) => {
        response.writeHead(503).end(LEAK);
        response.destroy();
      },
      [["answered", "acme_unavailable"]],
    ],
    [
      "after its answer, and is ended again, is told once",
      (response) => {
        response.writeHead(503).end(LEAK);
        response.destroy();
        response.end();
        response.end();
      },
      [["answered", "acme_unavailable"]],
    ],
    [
      "after half a success is told as cut",
      (response) => {
        response.write("half");
        response.destroy(new Error(LEAK));
      },
      [["cut", "acme_internal_error"]],
    ],
  ])("%s", async (_what, handle, told) => {
    expect((await outcome(handle)).told).toEqual(told);
  });
});

test("what the service's hook writes while it is told of an error is dropped", async () => {
  for (const [, ask] of PROTOCOLS) {
    const called: string[] = [];
    let written: ServerResponse | undefined;
    const onError = () => {
      written?.writeHead(200, { "X-A": LEAK });
      written?.flushHeaders();
      called.push(String(written?.write(LEAK, () => called.push("write"))));
      written?.end(LEAK, () => called.push("end"));
    };
    const handle: Handler = (response) => {
      written = response;
      response.writeHead(503).end(LEAK);
    };
    const { answer, headers } = await outcome(handle, ask, { onError });
    expect([answer, headers["x-a"], called]).toEqual([UNAVAILABLE, undefined, ["true", "write", "end"]]);
  }
});

test("a framework is told that another writer's response is replaced, once", async () => {
  let told = 0;
  const framework: Framework = {
    onReplaced: () => {
      told += 1;
    },
  };
  await outcome((response) => response.end("ok"), overHttp1, { framework });
  expect(told).toBe(0);
  await outcome((response) => response.writeHead(503).end(LEAK), overHttp1, { framework });
  expect(told).toBe(1);
});

describe("the message of the service's own code", () => {
  const TEXT = "This seat is taken.";
  const message = async (handle: Handler, framework?: Framework) => {
    let body = "";
    const ask: Ask = async (listener) => {
      const sent = await overHttp1(listener);
      body = sent.body;
      return sent;
    };
    await outcome(handle, ask, { exposeMessages: true, ...(framework === undefined ? {} : { framework }) });
    return JSON.parse(body).error.message;
  };
  const plain = { "Content-Type": "text/plain" };
  const inTwo: Handler = (response) => {
    response.writeHead(404, plain);
    response.write("This seat ");
    response.end("is taken.");
  };

  test.each<readonly [what: string, handle: Handler, framework: Framework | undefined, isSent: boolean]>([
    ["is sent if it came whole", (response) => response.writeHead(404, plain).end(TEXT), undefined, true],
    [
      "is sent if it came whole without a head of its own",
      (response) => {
        response.setHeader("Content-Type", "text/plain");
        response.statusCode = 404;
        response.end(TEXT);
      },
      undefined,
      true,
    ],
    ["is not sent if it came in pieces", inTwo, undefined, false],
    ["is not sent if the framework got it in pieces", inTwo, { isHandedOver: () => false }, false],
    ["is sent if the framework got it whole", inTwo, { isHandedOver: () => true }, true],
  ])("%s", async (_what, handle, framework, isSent) => {
    expect(await message(handle, framework)).toBe(isSent ? TEXT : "What the request names does not exist.");
  });
});
