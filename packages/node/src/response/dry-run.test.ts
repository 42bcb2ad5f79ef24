import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { describe, expect, test } from "vitest";
import { type AdapterContractOptions, createAdapterContract } from "../../../../test/support/adapter-contract.ts";
import { type Sent, send } from "../../../../test/support/http.ts";
import { overHttp2, serving } from "../../../../test/support/serving.ts";
import { withResolvers } from "../../../../test/support/with-resolvers.ts";
import type { Framework } from "../request/framework.ts";
import { type DryRunResponder, dryRunOf } from "./dry-run.ts";
import { intercept } from "./intercept.ts";
import { sendError } from "./responder.ts";
import { stream } from "./stream.ts";

const acme = defineCatalog({ vendor: "acme" });

/** An envelope, whose status is 404. */
const ENVELOPE =
  '{"error":{"type":"invalid_request_error","code":"acme_not_found","message":"No.","param":null,"detail":null}}';

type Handler = (response: ServerResponse, seen: DryRunResponder, request: IncomingMessage) => unknown;

interface Options extends AdapterContractOptions {
  readonly framework?: Framework;
}

/** Writes a body in pieces, the last one with `end`. */
const inTwo =
  (first: string, last: string): Handler =>
  (response) => {
    response.write(first);
    response.end(last);
  };

/** Sends one request, over the protocol of `ask`, to a handler that a contract which only reports watches. */
async function reportsOf(
  handle: Handler,
  ask: (listener: RequestListener) => Promise<unknown>,
  { framework, ...options }: Options = {},
): Promise<readonly ErrorReport[]> {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, {
    reportOnly: true,
    onError: (report) => reports.push(report),
    ...options,
  });
  const closed = withResolvers<void>();
  await ask((request, response) => {
    intercept(contract, request, response, framework);
    const seen = dryRunOf(contract, response);
    response.on("close", () => closed.resolve());
    void handle(response, seen as DryRunResponder, request);
  });
  await closed.promise;
  await turn();
  return reports;
}

const overHttp1 =
  (sent: Sent = {}) =>
  async (listener: RequestListener) =>
    send(await serving(listener), sent).catch(() => {});

type Told = readonly [
  outcome: string,
  code: string | null,
  sent?: readonly [status: number, type: unknown, start: string],
];

const told = (reports: readonly ErrorReport[]) =>
  reports.map(({ outcome, code, reportOnly }): Told => {
    const { sent } = reportOnly ?? {};
    return sent === undefined ? [outcome, code] : [outcome, code, [sent.status, sent.mediaType, sent.start]];
  });

type Row = readonly [what: string, handle: Handler, told: readonly Told[]];

const later = (then: () => void) => void setTimeout(then, 20);

const ROWS: readonly Row[] = [
  [
    "an error is told with its media type, without parameters and in lower case",
    (response) => {
      response.statusCode = 404;
      response.setHeader("Content-Type", "Text/Plain; charset=utf-8");
      response.end("no such seat");
    },
    [["observed", "acme_not_found", [404, "text/plain", "no such seat"]]],
  ],
  [
    "an error is told with the fields of its writeHead",
    (response) => response.writeHead(404, { "content-type": "text/html" }).end("no such seat"),
    [["observed", "acme_not_found", [404, "text/html", "no such seat"]]],
  ],
  [
    "an error in pieces is told whole",
    (response) => {
      response.statusCode = 404;
      response.write("no such ");
      response.end("seat");
    },
    [["observed", "acme_not_found", [404, undefined, "no such seat"]]],
  ],
  [
    "an error in base64 is told as it was meant",
    (response) => {
      response.statusCode = 404;
      response.end("c2VhdA==", "base64");
    },
    [["observed", "acme_not_found", [404, undefined, "seat"]]],
  ],
  [
    "a compressed error is told without its body",
    (response) => response.writeHead(404, { "Content-Encoding": "gzip" }).end(gzipSync("no such seat")),
    [["observed", "acme_not_found", [404, undefined, ""]]],
  ],
  [
    "an error with the encoding identity is told with its body",
    (response) => response.writeHead(404, { "Content-Encoding": "identity" }).end("no such seat"),
    [["observed", "acme_not_found", [404, undefined, "no such seat"]]],
  ],
  [
    "an error without a body is told",
    (response) => response.writeHead(404).end(),
    [["observed", "acme_not_found", [404, undefined, ""]]],
  ],
  [
    "an error whose head was flushed is told",
    (response) => {
      response.writeHead(404).flushHeaders();
      later(() => response.end("no such seat"));
    },
    [["observed", "acme_not_found", [404, undefined, "no such seat"]]],
  ],
  [
    "a chunk that Node refuses is not told",
    (response) => {
      response.statusCode = 404;
      expect(() => response.end(7 as never)).toThrow("chunk");
      response.end("seat");
    },
    [["observed", "acme_not_found", [404, undefined, "seat"]]],
  ],
  ["a success is not told", (response) => response.end("ok"), []],
  ["a success in pieces is not told", inTwo("o", "k"), []],
  ["a success with an error in its second piece is not told", inTwo("ok", ENVELOPE), []],
  ["a success that begins with another field is not told", (response) => response.end('{"data":1}'), []],
  ["a success whose error is no envelope is not told", inTwo('{"error":', "1}"), []],
  [
    "a redirect with an envelope is not told",
    (response) => response.writeHead(302, { Location: "/" }).end(ENVELOPE),
    [],
  ],
  [
    "a success with an envelope is told: it would have been replaced",
    (response) => response.end(ENVELOPE),
    [["observed", "acme_not_found", [200, undefined, ENVELOPE]]],
  ],
  [
    "a success with an envelope as bytes is told too",
    (response) => response.end(Buffer.from(ENVELOPE)),
    [["observed", "acme_not_found", [200, undefined, ENVELOPE]]],
  ],
  [
    "a success with an envelope that is written with its length is told: it would have been replaced",
    (response) => {
      response.setHeader("Content-Length", ENVELOPE.length);
      response.write(ENVELOPE);
      response.end();
    },
    [["observed", "acme_not_found", [200, undefined, ENVELOPE]]],
  ],
  [
    "a success with an envelope that is written without its length is told as too late",
    inTwo(ENVELOPE, ""),
    [["late", "acme_not_found"]],
  ],
  [
    "a success with an envelope in pieces is told as too late",
    inTwo(ENVELOPE.slice(0, 30), ENVELOPE.slice(30)),
    [["late", "acme_not_found"]],
  ],
  [
    "a success with an envelope after an empty piece is told as too late",
    (response) => {
      response.write("");
      response.end(ENVELOPE);
    },
    [["late", "acme_not_found"]],
  ],
  [
    "a success with an envelope after an empty piece and a length is told as too late",
    (response) => {
      response.setHeader("Content-Length", ENVELOPE.length);
      response.write("");
      response.write(ENVELOPE);
      response.end();
    },
    [["late", "acme_not_found"]],
  ],
  [
    "a success with an envelope after a flushed head is told as too late",
    (response) => {
      response.flushHeaders();
      response.end(ENVELOPE);
    },
    [["late", "acme_not_found"]],
  ],
  [
    "a response that an error destroys before its first byte is told with status 0",
    (response) => response.destroy(new Error("broken")),
    [["observed", "acme_internal_error", [0, undefined, ""]]],
  ],
  ["a response that is destroyed without an error is not told", (response) => response.destroy(), []],
  ["a response that null destroys is not told", (response) => response.destroy(null as never), []],
  [
    "a response that is destroyed after its end is not told",
    (response) => {
      response.end("ok");
      response.destroy(new Error("broken"));
    },
    [],
  ],
  [
    "a success that an error cuts off is told as cut",
    (response) => {
      response.write("half");
      later(() => response.destroy(new Error("broken")));
    },
    [["cut", "acme_internal_error"]],
  ],
  [
    "an error that an error cuts off is told once",
    (response) => {
      response.statusCode = 503;
      response.write("half");
      later(() => response.destroy(new Error("broken")));
    },
    [["observed", "acme_unavailable", [503, undefined, "half"]]],
  ],
  [
    "an error that is written to a destroyed response is told as aborted",
    (response) => {
      response.statusCode = 503;
      response.destroy();
      response.end("down");
    },
    [["aborted", null]],
  ],
  [
    "a success with an envelope that is written to a destroyed response is not told",
    (response) => {
      response.destroy();
      response.end(ENVELOPE);
    },
    [],
  ],
  [
    "an error of a client that leaves before its end is told as aborted",
    (response) => {
      response.statusCode = 503;
      response.write('{"error":');
      later(() => response.destroy());
    },
    [["aborted", null]],
  ],
];

test.each(ROWS)("%s", async (_what, handle, expected) => {
  expect(told(await reportsOf(handle, overHttp1()))).toEqual(expected);
});

test.each(ROWS)("%s, over HTTP/2", async (_what, handle, expected) => {
  expect(told(await reportsOf(handle, overHttp2))).toEqual(expected);
});

describe("in response to HEAD", () => {
  test.each<Row>([
    [
      "an error is told without its body",
      (response) => response.writeHead(404).end("no such seat"),
      [["observed", "acme_not_found", [404, undefined, ""]]],
    ],
    [
      "a success with an envelope is told without its body",
      (response) => response.end(ENVELOPE),
      [["observed", "acme_not_found", [200, undefined, ""]]],
    ],
    [
      "a success with an envelope in pieces is not told: none of it has left",
      inTwo(ENVELOPE.slice(0, 30), ENVELOPE.slice(30)),
      [],
    ],
  ])("%s", async (_what, handle, expected) => {
    expect(told(await reportsOf(handle, overHttp1({ method: "HEAD" })))).toEqual(expected);
    expect(told(await reportsOf(handle, (listener) => overHttp2(listener, { ":method": "HEAD" })))).toEqual(expected);
  });
});

describe("an error that is not ended", () => {
  const slow =
    (start: string, fields: Record<string, string> = {}): Handler =>
    (response) => {
      response.writeHead(404, fields);
      response.write(start);
      later(() => response.end(" at the end"));
    };

  test.each<readonly [what: string, handle: Handler, bufferTimeoutMs: number, withheld: string]>([
    ["is judged at the end of the turn", slow("No seat"), 60_000, "No seat"],
    ["is judged at the time limit if it may be an envelope", slow('{"error":'), 1, '{"error":'],
    ["is judged at its end if it may be an envelope", slow('{"error":'), 60_000, '{"error": at the end'],
    [
      "is judged at its end if it has declared more than it has written",
      slow("No seat", { "Content-Length": "18" }),
      60_000,
      "No seat at the end",
    ],
  ])("%s", async (_what, handle, bufferTimeoutMs, withheld) => {
    const [report] = await reportsOf(handle, overHttp1(), { bufferTimeoutMs });
    expect(report?.withheld).toEqual([{ what: "body", text: withheld }]);
  });

  test("is judged whole if it is compressed", async () => {
    const zipped = gzipSync("No seat");
    const handle: Handler = (response) => {
      response.writeHead(404, { "Content-Encoding": "gzip" });
      response.write(zipped.subarray(0, 12));
      later(() => response.end(zipped.subarray(12)));
    };
    const [report] = await reportsOf(handle, overHttp1(), { bufferTimeoutMs: 60_000 });
    expect(report?.withheld).toEqual([{ what: "body", text: "No seat" }]);
  });
});

describe("the message of the service's own code", () => {
  const DEFAULT = "What the request names does not exist.";
  const message = async (handle: Handler, framework?: Framework) => {
    const options = framework === undefined ? {} : { framework };
    const [report] = await reportsOf(handle, overHttp1(), { exposeMessages: true, ...options });
    return JSON.parse(report?.reportOnly?.wouldSend.body ?? "").error.message;
  };
  const inPieces =
    (chunk: string | Uint8Array, length: number | undefined): Handler =>
    (response) => {
      response.statusCode = 404;
      response.setHeader("Content-Type", "text/plain");
      if (length !== undefined) response.setHeader("Content-Length", length);
      response.write(chunk);
      response.end();
    };
  const HANDED_OVER: Framework = { isHandedOver: () => false };
  const TEXT = "This seat is taken.";

  test.each<readonly [what: string, handle: Handler, framework: Framework | undefined, message: string]>([
    [
      "would be sent if it came whole",
      (response) => response.writeHead(404, { "Content-Type": "text/plain" }).end(TEXT),
      undefined,
      TEXT,
    ],
    ["would not be sent if it came in pieces", inPieces(TEXT, TEXT.length), undefined, DEFAULT],
    ["would be sent if the framework wrote it with its length", inPieces(TEXT, TEXT.length), HANDED_OVER, TEXT],
    ["would not be sent if the framework wrote it without its length", inPieces(TEXT, undefined), HANDED_OVER, DEFAULT],
    [
      "would not be sent if the framework wrote it as bytes",
      inPieces(Buffer.from(TEXT), TEXT.length),
      HANDED_OVER,
      DEFAULT,
    ],
  ])("%s", async (_what, handle, framework, expected) => {
    expect(await message(handle, framework)).toBe(expected);
  });
});

describe("a dry run", () => {
  test.each<readonly [what: string, handle: Handler, told: readonly Told[]]>([
    [
      "notes that no route matched",
      (response, seen) => {
        seen.notFound([]);
        response.writeHead(404).end("nothing here");
      },
      [["observed", "acme_route_not_found", [404, undefined, "nothing here"]]],
    ],
    [
      "notes that no route matched if the answer is a success",
      (response, seen) => {
        seen.notFound(["POST"]);
        response.end("fallback");
      },
      [["observed", "acme_method_not_allowed", [200, undefined, "fallback"]]],
    ],
    [
      "notes no missing route once a head is written",
      (response, seen) => {
        response.writeHead(200);
        seen.notFound([]);
        response.end("ok");
      },
      [],
    ],
    [
      "notes no missing route once a response has ended",
      (response, seen) => {
        response.end("ok");
        seen.notFound([]);
      },
      [],
    ],
    [
      "counts the first failure only",
      (response, seen) => {
        seen.respond(acme.error("acme_unavailable"));
        seen.respond(acme.error("acme_not_found"));
        response.writeHead(500).end("sorry");
      },
      [["observed", "acme_unavailable", [500, undefined, "sorry"]]],
    ],
    [
      "tells a thrown value whose answer is a success",
      (response, seen) => {
        seen.respond(acme.error("acme_unavailable"));
        response.write("all ");
        response.end("well");
      },
      [["observed", "acme_unavailable", [200, undefined, "all well"]]],
    ],
    [
      "tells a thrown value whose answer is only a head",
      (response, seen) => {
        seen.respond(acme.error("acme_unavailable"));
        response.writeHead(202).flushHeaders();
        later(() => response.destroy());
      },
      [["observed", "acme_unavailable", [202, undefined, ""]]],
    ],
    [
      "tells no redirect with an envelope, although its end is shown",
      (response, seen) => {
        seen.onJudging(() => {});
        response.writeHead(302, { Location: "/" });
        response.write(ENVELOPE.slice(0, 30));
        response.end(ENVELOPE.slice(30));
      },
      [],
    ],
    [
      "has no stream to fail if the service has opened none",
      (response, seen) => response.end(String(seen.failStream(new Error("broken")))),
      [],
    ],
  ])("%s", async (_what, handle, expected) => {
    expect(told(await reportsOf(handle, overHttp1()))).toEqual(expected);
  });

  test("shows the body and the status before they are judged", async () => {
    const shown: unknown[] = [];
    const handle: Handler = (response, seen) => {
      seen.onJudging((body, status) => {
        shown.push([body, status]);
        seen.notFound(["POST"]);
      });
      response.write("no such ");
      response.end("seat");
    };
    const reports = await reportsOf(handle, overHttp1());
    expect(shown).toEqual([["no such seat", 200]]);
    expect(told(reports)).toEqual([["observed", "acme_method_not_allowed", [200, undefined, "no such seat"]]]);
  });

  test("judges a response by what was written if what looks at it throws", async () => {
    const handle: Handler = (response, seen) => {
      seen.onJudging(() => {
        throw new Error("broken");
      });
      response.writeHead(404).end("no such seat");
    };
    expect(told(await reportsOf(handle, overHttp1()))).toEqual([
      ["observed", "acme_not_found", [404, undefined, "no such seat"]],
    ]);
  });

  test("tells a version that is not served, with the success that was sent", async () => {
    const reports = await reportsOf(
      (response) => response.end("ok"),
      overHttp1({ headers: { "UHP-Version": "1999-01-01" } }),
    );
    expect(told(reports)).toEqual([["observed", "unsupported_protocol_version", [200, undefined, "ok"]]]);
  });

  test("fails the stream that the service has opened", async () => {
    const contract = createAdapterContract(acme, { reportOnly: true, onError: () => {} });
    const failed: unknown[] = [];
    const url = await serving((request, response) => {
      intercept(contract, request, response);
      const events = stream(contract, request, response, { responseObject: { id: "resp_1" } });
      void events.send({ type: "response.created" });
      failed.push(dryRunOf(contract, response)?.failStream(acme.error("acme_unavailable")));
    });
    const { body } = await send(url, {});
    expect(failed).toEqual([true]);
    expect(body).toContain('"code":"acme_unavailable"');
  });
});

type Answer = (contract: AdapterContract, request: IncomingMessage, response: ServerResponse) => void;

test.each<readonly [what: string, answer: Answer, told: readonly Told[]]>([
  [
    "that the service asks a contract which only reports to send is told once, as answered",
    (contract, request, response) => void sendError(contract, acme.error("acme_unavailable"), request, response),
    [["answered", "acme_unavailable"]],
  ],
  [
    "that another contract replaces is not told",
    (_contract, request, response) => {
      intercept(createAdapterContract(acme, { onError: () => {} }), request, response);
      response.writeHead(503).end("down");
    },
    [],
  ],
])("an error %s", async (_what, answer, expected) => {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { reportOnly: true, onError: (report) => reports.push(report) });
  const url = await serving((request, response) => {
    intercept(contract, request, response);
    answer(contract, request, response);
  });
  const { status, body } = await send(url, {});
  expect([status, JSON.parse(body).error.code]).toEqual([503, "acme_unavailable"]);
  await turn();
  expect(told(reports)).toEqual(expected);
});

describe("a contract in force, on a response that another one only notes", () => {
  test.each<readonly [what: string, order: readonly ("notes" | "in force")[]]>([
    ["takes over", ["notes", "in force"]],
    ["keeps it", ["in force", "notes"]],
  ])("%s, below what middleware has put on it", async (_what, order) => {
    const reports: ErrorReport[] = [];
    const contracts = {
      notes: createAdapterContract(acme, { reportOnly: true, onError: (report) => reports.push(report) }),
      "in force": createAdapterContract(acme, { onError: () => {} }),
    };
    const heads: unknown[] = [];
    const pieces: unknown[] = [];
    const url = await serving((request, response) => {
      for (const name of order) {
        intercept(contracts[name], request, response);
        const { write, writeHead } = response;
        response.writeHead = function (this: ServerResponse, ...args: readonly unknown[]) {
          heads.push(args[0]);
          return Reflect.apply(writeHead, this, args);
        } as typeof writeHead;
        response.write = function (this: ServerResponse, ...args: readonly unknown[]) {
          pieces.push([name, args[0]]);
          return Reflect.apply(write, this, args);
        } as typeof write;
      }
      response.statusCode = 503;
      response.write("do");
      response.end("wn");
    });
    const { status, body } = await send(url, { headers: { "UHP-Version": "1999-01-01" } });
    await turn();
    expect([status, JSON.parse(body).error.code, ...new Set(heads)]).toEqual([503, "acme_unavailable", 503]);
    expect(pieces).toEqual([...order].reverse().map((name) => [name, "do"]));
    expect(told(reports)).toEqual([
      ["observed", "unsupported_protocol_version", [503, "application/json", expect.any(String)]],
    ]);
  });
});
