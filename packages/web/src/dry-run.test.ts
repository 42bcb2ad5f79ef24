import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { describe, expect, test } from "vitest";
import type { AdapterContractOptions } from "../../../test/support/adapter-contract.ts";
import { eventually } from "../../../test/support/eventually.ts";
import { reporting as reportingOn } from "../../../test/support/reporting.ts";
import {
  pieces,
  polyfilled,
  ServedResponse,
  servedParts,
  useHeldResponses,
} from "../../../test/support/server-responses.ts";
import type { DryRunResponder } from "./dry-run.ts";
import { dryRunOf, intercept } from "./intercept.ts";
import { stream } from "./stream.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const WIRE = '{"error":{"type":"server_error","code":"acme_cold","message":"It is cold.","param":null,"detail":null}}';
const JSON_TYPE = { "content-type": "application/json" };
const URL_OF_ALL = "https://api.acme.example/v1/x";
const OLD = { headers: { "uhp-version": "1999-01-01" } };

const reporting = (options: AdapterContractOptions = {}) => reportingOn(acme, { reportOnly: true, ...options });

/** What was reported: what happened, the code, and the status and the beginning of the body that were sent. */
const told = (reports: readonly ErrorReport[]) =>
  reports.map(({ outcome, code, reportOnly }) => [outcome, code, reportOnly?.sent.status, reportOnly?.sent.start]);

/** Lets all that was begun settle. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Runs a handler, and reads what it returned or threw. */
async function readNext(handler: FetchHandler<[]>, init: RequestInit = {}, options: AdapterContractOptions = {}) {
  const { contract, reports } = reporting(options);
  let left: unknown;
  try {
    left = await uhp(contract, handler)(new Request(URL_OF_ALL, init));
  } catch (thrown) {
    left = thrown;
  }
  const before = told(reports);
  const text = await (left as Response | undefined)?.text?.().catch(() => "broken off");
  await settle();
  return { left, text, before, reports };
}

const gzipped = (text: string) => new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
const busy = () => acme.error("acme_cold");

describe("of a request, the contract reports", () => {
  test.each<
    readonly [what: string, handler: FetchHandler<[]>, init: RequestInit, code: string, status: number, start: string]
  >([
    ["an error that is rejected", () => Promise.reject(busy()), {}, "acme_cold", 0, ""],
    [
      "an error that is thrown at once",
      () => {
        throw busy();
      },
      {},
      "acme_cold",
      0,
      "",
    ],
    [
      "a response that is rejected",
      () => Promise.reject(new Response("gone", { status: 410 })),
      {},
      "acme_gone",
      410,
      "gone",
    ],
    [
      "a response that is thrown at once",
      () => {
        throw new Response("gone", { status: 410 });
      },
      {},
      "acme_gone",
      410,
      "gone",
    ],
    ["an error in a text", () => new Response("no", { status: 409 }), {}, "acme_conflict", 409, "no"],
    ["the first error status", () => new Response("no", { status: 400 }), {}, "invalid_input", 400, "no"],
    ["an error later", async () => new Response("no", { status: 409 }), {}, "acme_conflict", 409, "no"],
    ["an error without a body", () => new Response(null, { status: 403 }), {}, "acme_forbidden", 403, ""],
    ["an error in pieces", () => new Response(pieces(["n", "o"]), { status: 409 }), {}, "acme_conflict", 409, "no"],
    ["an envelope", () => new Response(WIRE, { status: 503 }), {}, "acme_cold", 503, WIRE],
    [
      "an envelope with another status",
      () => new Response(WIRE, { status: 500, headers: JSON_TYPE }),
      {},
      "acme_cold",
      500,
      WIRE,
    ],
    [
      "an envelope that is compressed",
      () => new Response(gzipped(WIRE), { status: 503, headers: { "content-encoding": "gzip" } }),
      {},
      "acme_cold",
      503,
      "",
    ],
    [
      "a compressed body that breaks its format",
      () => new Response("\u001f\u008bno", { status: 503, headers: { "content-encoding": "gzip" } }),
      {},
      "acme_unavailable",
      503,
      "",
    ],
    ["an error to HEAD", () => new Response("no", { status: 409 }), { method: "HEAD" }, "acme_conflict", 409, ""],
    ["an envelope in a success", () => Response.json(JSON.parse(WIRE)), {}, "acme_cold", 200, WIRE],
    [
      "an envelope in a success that says its length",
      () =>
        new Response(pieces([WIRE.slice(0, 30), WIRE.slice(30)]), {
          headers: { ...JSON_TYPE, "content-length": String(WIRE.length) },
        }),
      {},
      "acme_cold",
      200,
      WIRE,
    ],
    ["a version that is not served", () => new Response("ok"), OLD, "unsupported_protocol_version", 200, "ok"],
    [
      "a version that is not served, of a response without a body",
      () => new Response(null, { status: 204 }),
      OLD,
      "unsupported_protocol_version",
      204,
      "",
    ],
    [
      "a version that is not served, to HEAD",
      () => new Response("ok"),
      { ...OLD, method: "HEAD" },
      "unsupported_protocol_version",
      200,
      "",
    ],
    [
      "a version that is not served, of a response that gives the connection away",
      () => polyfilled({ status: 101 }),
      OLD,
      "unsupported_protocol_version",
      101,
      "",
    ],
    [
      "a body that breaks off before its first byte",
      () => new Response(pieces([], { failure: busy() }), { status: 500 }),
      {},
      "acme_cold",
      0,
      "",
    ],
    [
      "a body of an error that breaks off later",
      () => new Response(pieces(["a"], { failure: busy() }), { status: 500 }),
      {},
      "acme_cold",
      500,
      "",
    ],
    [
      "JSON that breaks off before its first byte",
      () => new Response(pieces([], { failure: busy() }), { headers: JSON_TYPE }),
      {},
      "acme_cold",
      0,
      "",
    ],
    [
      "a response of which nothing can be read",
      () =>
        polyfilled({
          get status(): number {
            throw new Error("x");
          },
        }),
      OLD,
      "unsupported_protocol_version",
      0,
      "",
    ],
    [
      "an error whose headers cannot be read",
      () =>
        polyfilled({
          status: 500,
          get headers(): Headers {
            throw new Error("x");
          },
        }),
      OLD,
      "unsupported_protocol_version",
      0,
      "",
    ],
  ])("%s", async (_what, handler, init, code, status, start) => {
    const { reports } = await readNext(handler, init);
    await eventually(() => expect(told(reports)).toEqual([["observed", code, status, start.slice(0, 200)]]));
  });

  test.each<readonly [what: string, handler: FetchHandler<[]>, init: RequestInit, outcome: string]>([
    [
      "an envelope in a success in pieces",
      () => new Response(pieces([WIRE.slice(0, 30), WIRE.slice(30)]), { headers: JSON_TYPE }),
      {},
      "late",
    ],
    ["a text that breaks off", () => new Response(pieces(["a"], { failure: busy() })), {}, "cut"],
    ["JSON that breaks off", () => new Response(pieces(["{"], { failure: busy() }), { headers: JSON_TYPE }), {}, "cut"],
    [
      "a stream of events that breaks off before its first byte",
      () => new Response(pieces([], { failure: busy() }), { headers: { "content-type": "text/event-stream" } }),
      {},
      "cut",
    ],
    [
      "an error that is made and sent nowhere",
      () => {
        busy();
        return new Response("ok");
      },
      {},
      "unanswered",
    ],
  ])("%s, at once", async (_what, handler, init, outcome) => {
    const { reports } = await readNext(handler, init);
    expect(told(reports)).toEqual([[outcome, "acme_cold", undefined, undefined]]);
  });

  test.each<readonly [what: string, response: () => unknown, message: string]>([
    ["no response", () => ({ status: 200 }), "the handler returned no Response"],
    ["undefined", () => undefined, "the handler returned no Response"],
    ["null", () => null, "the handler returned no Response"],
    ["a failure of the network", () => Response.error(), "the handler returned Response.error()"],
    ["no status", () => polyfilled({ status: 0 }), "the handler returned a response with status 0"],
    ["a status below all", () => polyfilled({ status: 99 }), "the handler returned a response with status 99"],
    ["half a status", () => polyfilled({ status: 200.5 }), "the handler returned a response with status 200.5"],
  ])("a handler's own mistake: it returns %s", async (_what, response, message) => {
    const { reports } = await readNext(response as FetchHandler<[]>);
    expect(told(reports)).toEqual([["observed", "acme_internal_error", 0, ""]]);
    expect(reports.map(({ thrown }) => (thrown as Error).message)).toEqual([message]);
  });

  test.each<readonly [what: string, response: () => Response, init: RequestInit]>([
    ["a success", () => new Response("ok"), {}],
    ["JSON", () => Response.json({ a: 1 }), {}],
    ["a redirect", () => Response.redirect("https://acme.example/", 303), {}],
    ["an envelope in a redirect", () => new Response(WIRE, { status: 303, headers: JSON_TYPE }), {}],
    ["an envelope in a picture", () => new Response(WIRE, { headers: { "content-type": "image/png" } }), {}],
    [
      "an envelope that says it is compressed",
      () => new Response(WIRE, { headers: { ...JSON_TYPE, "content-encoding": "gzip" } }),
      {},
    ],
    [
      "an envelope in pieces to HEAD",
      () => new Response(pieces([WIRE.slice(0, 30), WIRE.slice(30)]), { headers: JSON_TYPE }),
      { method: "HEAD" },
    ],
    ["a response that gives the connection away", () => polyfilled({ status: 101 }), {}],
  ])("nothing for %s", async (_what, response, init) => {
    const { reports } = await readNext(response, init);
    expect(told(reports)).toEqual([]);
  });
});

describe("a contract that only reports", () => {
  test("reports a response once its body has been read, and not before", async () => {
    const { before, reports } = await readNext(() => new Response("no", { status: 409 }));
    expect([before, reports.length]).toEqual([[], 1]);
  });

  test("changes nothing of a response", async () => {
    const response = new Response("no", { status: 409, headers: { "x-own": "1" } });
    const { left, text } = await readNext(() => response);
    expect(left).toBe(response);
    expect([text, [...response.headers]]).toEqual([
      "no",
      [
        ["content-type", "text/plain;charset=UTF-8"],
        ["x-own", "1"],
      ],
    ]);
  });

  test("returns the promise that the handler returned", () => {
    const promise = Promise.resolve(new Response("ok"));
    const { contract } = reporting();
    expect(uhp(contract, () => promise)(new Request(URL_OF_ALL))).toBe(promise);
  });

  test("awaits a promise of another kind once, because it may do its work each time", async () => {
    let times = 0;
    const lazy = {
      // biome-ignore lint/suspicious/noThenProperty: the handler returns a promise of its own kind
      then(done: (response: Response) => void) {
        times += 1;
        done(new Response("no", { status: 409 }));
      },
    };
    const { reports } = await readNext(() => lazy as unknown as Promise<Response>);
    expect([times, told(reports)]).toEqual([1, [["observed", "acme_conflict", 409, "no"]]]);
  });

  test("throws on what the handler throws", async () => {
    const failure = new Error("x");
    const { left, reports } = await readNext(() => Promise.reject(failure));
    expect(left).toBe(failure);
    expect(reports.map(({ thrown }) => thrown)).toEqual([failure]);
  });

  test("waits for the body of an error only as long as it would in force", async () => {
    const { contract, reports } = reporting({ bufferTimeoutMs: 5 });
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    await uhp(contract, () => new Response(silent, { status: 409 }))(new Request(URL_OF_ALL));
    expect(reports).toEqual([]);
    await eventually(() => expect(told(reports)).toEqual([["observed", "acme_conflict", 409, ""]]));
  });

  test.each([
    [65_536, "whole"],
    [65_537, "cut at the limit"],
  ])("a body of %i bytes is judged %s", async (length) => {
    const { contract, reports } = reporting();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("x".repeat(length))),
    });
    const response = await uhp(contract, () => new Response(body, { status: 409 }))(new Request(URL_OF_ALL));
    await response.body?.getReader().read();
    await settle();
    // The stream does not end, so only a body beyond the limit can be judged now.
    expect(reports).toHaveLength(length > 65_536 ? 1 : 0);
  });

  test("reports a request of two contracts once, for the outer one", async () => {
    const [outer, inner] = [reporting(), reporting()];
    const handler = uhp(
      outer.contract,
      uhp(inner.contract, () => Promise.reject(busy())),
    );
    await expect(handler(new Request(URL_OF_ALL))).rejects.toThrow("It is cold.");
    expect([outer.reports.length, inner.reports.length]).toEqual([1, 0]);
  });

  test("leaves out a request that it does not apply to", async () => {
    const { reports } = await readNext(() => Promise.reject(busy()), {}, { appliesTo: () => false });
    expect(reports).toEqual([]);
  });

  test("reports a body that is not what the client claims as the client's mistake", async () => {
    const { reports } = await readNext(async (request) => Response.json(await request.json()), {
      method: "POST",
      body: "{x",
    });
    expect(told(reports)).toEqual([["observed", "invalid_input", 0, ""]]);
  });

  test("reports a stream that was refused, with the response that left", async () => {
    const { contract, reports } = reporting();
    const handler = uhp(contract, (request) =>
      stream(contract, request, { responseObject: { id: "r" } }, () => Promise.reject(busy())),
    );
    const response = await handler(new Request(URL_OF_ALL));
    expect(response.status).toBe(503);
    expect(reports.map(({ code }) => code)).toEqual(["acme_cold"]);
  });

  test.each<readonly [what: string, end: () => Promise<Response>]>([
    ["throws", () => Promise.reject(busy())],
    ["answers with an error", () => Promise.resolve(new Response("no", { status: 409 }))],
  ])("ends the stream of a handler that %s", async (_what, end) => {
    const { contract } = reporting();
    let isOpen: () => boolean = () => true;
    const handler = uhp(contract, async (request) => {
      await stream(contract, request, { responseObject: { id: "r" } }, async (events) => {
        isOpen = () => events.open;
        await events.send({ type: "response.created", response: { id: "r" } });
        await new Promise(() => {});
      });
      return end();
    });
    await Promise.resolve(handler(new Request(URL_OF_ALL))).catch(() => {});
    await eventually(() => expect(isOpen()).toBe(false));
  });

  test.each<readonly [what: string, make: () => Response, message: string]>([
    ["a text at once", () => new Response("Sold out today.", { status: 409 }), "Sold out today."],
    [
      "a text in pieces",
      () => new Response(pieces(["Sold out ", "today."]), { status: 409, headers: { "content-type": "text/plain" } }),
      "The request conflicts with the current state.",
    ],
    [
      "bytes of no type",
      () => new Response(new TextEncoder().encode("Sold out today."), { status: 409 }),
      "The request conflicts with the current state.",
    ],
    [
      "the text of another service",
      () => new Response("Sold out today.", { status: 409, headers: { via: "1.1 x" } }),
      "The request conflicts with the current state.",
    ],
  ])("would send the service's own message only of %s", async (_what, make, message) => {
    const { reports } = await readNext(make, {}, { exposeMessages: true });
    expect(reports.map(({ reportOnly }) => JSON.parse(reportOnly?.wouldSend.body ?? "").error.message)).toEqual([
      message,
    ]);
  });
});

describe("a dry run", () => {
  const request = () => new Request(URL_OF_ALL);
  const begin = (contract: AdapterContract) => intercept(contract, request()) as DryRunResponder;

  test("belongs to one request and to the contract that began it", () => {
    const [{ contract }, other] = [reporting(), reporting()];
    const noted = request();
    expect(dryRunOf(contract, noted)).toBe(undefined);
    const begun = intercept(contract, noted);
    expect([begun?.context.native, begun?.isDryRun]).toEqual([noted, true]);
    expect(dryRunOf(contract, noted)).toBe(begun);
    expect(dryRunOf(other.contract, noted)).toBe(undefined);
    expect(intercept(contract, noted)).toBe(begun);
    expect(intercept(other.contract, noted)).toBe(undefined);
  });

  test("is not begun for a contract that is in force, or that does not apply to the request", () => {
    expect(intercept(reporting({ reportOnly: false }).contract, request())?.isDryRun).toBe(false);
    expect(intercept(reporting({ appliesTo: () => false }).contract, request())).toBe(undefined);
  });

  test("throws again what it notes, and reports it unless the request is still covered", async () => {
    const { contract, reports } = reporting();
    const begun = begin(contract);
    const thrown = busy();
    await begun.handle(() => expect(() => begun.respond(thrown)).toThrow(thrown));
    expect(reports).toEqual([]);
    expect(() => begun.respond(thrown)).toThrow(thrown);
    expect(told(reports)).toEqual([["observed", "acme_cold", 0, ""]]);
  });

  test("knows the status of the last response", () => {
    const begun = begin(reporting().contract);
    expect(begun.status).toBe(undefined);
    begun.sent(new Response("ok", { status: 201 }));
    expect(begun.status).toBe(201);
  });

  test.each<readonly [allow: readonly string[], code: string]>([
    [[], "acme_route_not_found"],
    [["PUT"], "acme_method_not_allowed"],
  ])("notes that no route matched, with the methods %j", async (allow, code) => {
    const { contract, reports } = reporting();
    const begun = begin(contract);
    begun.noteNotFound(allow);
    const response = new Response("no", { status: 404 });
    begun.sent(response);
    await response.text();
    await eventually(() => expect(told(reports)).toEqual([["observed", code, 404, "no"]]));
  });

  test.each<readonly [what: string, make: () => Response, texts: readonly string[]]>([
    ["an error", () => new Response("no", { status: 409 }), ["no"]],
    [
      "a compressed error",
      () => new Response(gzipped("no"), { status: 409, headers: { "content-encoding": "gzip" } }),
      ["no"],
    ],
    [
      "an error of a compression that is unknown",
      () => new Response("no", { status: 409, headers: { "content-encoding": "br" } }),
      ["no"],
    ],
    ["a success", () => new Response("ok"), []],
  ])("passes on the text of an error: %s", async (_what, make, texts) => {
    const seen: string[] = [];
    for (const answer of [make, async () => make()] satisfies (() => unknown)[]) {
      const begun = begin(reporting().contract);
      const response = await begun.run(answer, undefined, (text) => seen.push(text));
      await response?.arrayBuffer();
      await settle();
    }
    await eventually(() => expect(seen).toEqual([...texts, ...texts]));
  });

  test("of what cannot be seen reports what was noted", () => {
    const { contract, reports } = reporting();
    const begun = begin(contract);
    begun.note(busy());
    expect(reports).toEqual([]);
    begun.unseen();
    expect(told(reports)).toEqual([["observed", "acme_cold", 0, ""]]);
  });
});

describe("of a response that holds its parts, as those of @hono/node-server do", () => {
  test.each<readonly [what: string, make: () => Response, init: RequestInit, expected: readonly unknown[]]>([
    ["an error without a body", () => new Response(null, { status: 409 }), {}, ["observed", "acme_conflict", 409, ""]],
    ["an envelope in a success", () => new Response(WIRE), {}, ["observed", "acme_cold", 200, WIRE]],
    [
      "an envelope in a success of bytes",
      () => new Response(new TextEncoder().encode(WIRE)),
      {},
      ["observed", "acme_cold", 200, WIRE],
    ],
    ["a refused version", () => new Response("ok"), OLD, ["observed", "unsupported_protocol_version", 200, "ok"]],
    [
      "a refused version of no body",
      () => new Response(null, { status: 204 }),
      OLD,
      ["observed", "unsupported_protocol_version", 204, ""],
    ],
  ])("%s is reported although nothing reads it", async (_what, make, init, expected) => {
    const { contract, reports } = reporting();
    const request = new Request(URL_OF_ALL, init);
    useHeldResponses();
    uhp(contract, make)(request);
    await eventually(() => expect(told(reports)).toEqual([expected]));
  });

  test.each<readonly [what: string, make: () => Response]>([
    ["a text", () => new Response("no", { status: 409 })],
    ["bytes", () => new Response(new TextEncoder().encode("no"), { status: 409 })],
  ])("an error in %s is reported once it is read", async (_what, make) => {
    const { contract, reports } = reporting();
    const request = new Request(URL_OF_ALL);
    useHeldResponses();
    const response = await uhp(contract, make)(request);
    expect(await response.text()).toBe("no");
    await eventually(() => expect(told(reports)).toEqual([["observed", "acme_conflict", 409, "no"]]));
  });

  test.each<readonly [what: string, make: () => Response]>([
    ["a text", () => new Response("ok")],
    ["no body", () => new Response(null, { status: 204 })],
    ["bytes", () => new Response(new TextEncoder().encode("ok"))],
    ["JSON", () => Response.json({ a: 1 })],
  ])("nothing of a success is reported: %s", async (_what, make) => {
    const { contract, reports } = reporting();
    const request = new Request(URL_OF_ALL);
    useHeldResponses();
    const response = await uhp(contract, make)(request);
    await settle();
    expect([reports, Object.getOwnPropertySymbols(response).length]).toEqual([[], 1]);
  });

  test("an error that a plain success leaves unanswered is reported at once", () => {
    const { contract, reports } = reporting();
    const request = new Request(URL_OF_ALL);
    useHeldResponses();
    uhp(contract, () => {
      busy();
      return new Response("ok");
    })(request);
    expect(told(reports)).toEqual([["unanswered", "acme_cold", undefined, undefined]]);
  });
});

describe("of a response that hands over its parts once, as those of srvx do", () => {
  test.each<readonly [what: string, make: () => Response, init: RequestInit, expected: readonly unknown[]]>([
    ["an error", () => new ServedResponse("no", { status: 409 }), {}, ["observed", "acme_conflict", 409, "no"]],
    ["no body", () => new ServedResponse(null, { status: 403 }), {}, ["observed", "acme_forbidden", 403, ""]],
    ["an envelope in a success", () => ServedResponse.json(JSON.parse(WIRE)), {}, ["observed", "acme_cold", 200, WIRE]],
    [
      "an envelope in a picture",
      () => new ServedResponse(WIRE, { headers: { "content-type": "image/png" } }),
      {},
      ["observed", "acme_cold", 200, WIRE],
    ],
    ["a refused version", () => new ServedResponse("ok"), OLD, ["observed", "unsupported_protocol_version", 200, "ok"]],
    [
      "a body that breaks off before its first byte",
      () => new ServedResponse(pieces([], { failure: busy() }), { status: 500 }),
      {},
      ["observed", "acme_cold", 0, ""],
    ],
  ])("%s is reported once the server has the parts", async (_what, make, init, expected) => {
    const { contract, reports } = reporting();
    const response = await uhp(contract, make)(new Request(URL_OF_ALL, init));
    await settle();
    expect(reports).toEqual([]);
    const { body } = servedParts(response);
    if (body instanceof ReadableStream) {
      await body
        .getReader()
        .read()
        .catch(() => {});
    }
    await eventually(() => expect(told(reports)).toEqual([expected]));
  });

  test("the type and the body leave as they would without the contract", async () => {
    const { contract } = reporting();
    const response = await uhp(contract, () => new ServedResponse("no", { status: 409 }))(new Request(URL_OF_ALL));
    expect(servedParts(response)).toEqual({
      status: 409,
      statusText: "",
      headers: ["content-type", "text/plain; charset=UTF-8", "content-length", "2"],
      body: "no",
    });
  });
});

test("a contract that is not the one that reports stays in force", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const response = await uhp(contract, () => new Response("no", { status: 409 }))(new Request(URL_OF_ALL));
  expect((await response.json()).error.code).toBe("acme_conflict");
});
