import { type ContractOptions, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { useHeldResponses } from "../../../test/support/server-responses.ts";
import { exchangeOf } from "./request-context.ts";
import { Responder, responderOf } from "./responder.ts";
import { stream } from "./stream.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const ADDRESS = "https://api.acme.example/v1/x";
const cold = (init = {}) => acme.error("acme_cold", init);
const bodyOf = async (response: Response) => JSON.parse(await response.text()).error;

function responding(init: RequestInit = {}, options: ContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  const request = new Request(ADDRESS, { ...init, headers: { "x-request-id": "r1", ...init.headers } });
  return { responder: new Responder(contract, exchangeOf(request)), contract, request, reports };
}

/** A body that notes whether it is canceled. */
function canceling() {
  const seen = { isCanceled: false };
  const body = new ReadableStream({
    cancel() {
      seen.isCanceled = true;
    },
  });
  return { body, seen };
}

test.each([true, false])("a request is answered only if the contract applies to it: %s", (applies) => {
  const { contract, request } = responding({}, { appliesTo: () => applies });
  const responder = responderOf(contract, request);
  expect(responder instanceof Responder).toBe(applies);
  expect([responder?.contract, responder?.context.native]).toEqual(
    applies ? [contract, request] : [undefined, undefined],
  );
});

describe("a response of the contract's own", () => {
  test.each<readonly [version: string, status: number | undefined]>([
    ["1999-01-01", 400],
    ["2026-10-04", undefined],
  ])("refuses a version that is not served: %s", (version, status) => {
    const { responder } = responding({ headers: { "uhp-version": version } });
    expect(responder.checkVersion()?.status).toBe(status);
  });

  test.each<readonly [allow: readonly string[], status: number, code: string, header: string | null]>([
    [[], 404, "acme_route_not_found", null],
    [["GET", "PUT"], 405, "acme_method_not_allowed", "GET, PUT"],
  ])("says that no route matched, with the methods %j", async (allow, status, code, header) => {
    const response = responding().responder.notFound(allow);
    expect([response.status, response.headers.get("allow"), (await bodyOf(response)).code]).toEqual([
      status,
      header,
      code,
    ]);
  });

  test.each<readonly [method: string, length: number]>([
    ["GET", 103],
    ["HEAD", 0],
  ])("has a body except to HEAD: %s", async (method, length) => {
    const response = responding({ method }).responder.respond(cold());
    expect([response.status, response.headers.get("content-length"), (await response.text()).length]).toEqual([
      503,
      "103",
      length,
    ]);
  });

  test("is the same for an error that arrives twice, and is reported once", async () => {
    const { responder, reports } = responding();
    const thrown = cold();
    const [first, second] = [responder.respond(thrown), responder.respond(thrown)];
    expect([first.status, second.status, await second.text()]).toEqual([503, 503, await first.text()]);
    expect(reports).toHaveLength(1);
  });

  test("is empty, with a status that is never sent, if the client has left", () => {
    const left = new AbortController();
    const { responder } = responding({ signal: left.signal });
    left.abort();
    const response = responder.respond(cold());
    expect([response.status, response.body]).toEqual([499, null]);
  });

  test("for a client that has left leaves as it is", async () => {
    const left = new AbortController();
    const { responder } = responding({ signal: left.signal });
    left.abort();
    const response = responder.respond(cold());
    expect(await responder.outgoing(response)).toBe(response);
  });
});

describe("with the headers of an earlier response", () => {
  test("an answer gets those that an error may have and that it does not have", () => {
    const { responder } = responding();
    const { body, seen } = canceling();
    const headers = { vary: "origin", server: "x", "x-request-id": "other", "set-cookie": "a=1" };
    const answer = responder.respond(cold());
    const left = responder.withEarlierHeaders(answer, new Response(body, { status: 500, headers }));
    expect(left).toBe(answer);
    expect(["vary", "server", "x-request-id"].map((name) => left.headers.get(name))).toEqual(["origin", null, "r1"]);
    expect(seen.isCanceled).toBe(true);
  });

  test("an answer gets each of several cookies", () => {
    const { responder } = responding({}, { errorHeaderFilter: { keep: ["set-cookie"] } });
    const earlier = new Response(null, {
      status: 500,
      headers: [
        ["set-cookie", "a=1"],
        ["set-cookie", "b=2"],
      ],
    });
    expect(responder.withEarlierHeaders(responder.respond(cold()), earlier).headers.getSetCookie()).toEqual([
      "a=1",
      "b=2",
    ]);
  });

  test.each<readonly [what: string, make: () => Response]>([
    [
      "a body that other code reads",
      () => {
        const response = new Response("x", { status: 500 });
        response.body?.getReader();
        return response;
      },
    ],
    ["no body", () => new Response(null, { status: 500 })],
  ])("an answer is returned although the earlier one has %s", (_what, make) => {
    const { responder } = responding();
    expect(responder.withEarlierHeaders(responder.respond(cold()), make()).status).toBe(503);
  });

  test("the earlier one's stream is canceled although it is only held", () => {
    const { responder } = responding();
    const { body, seen } = canceling();
    useHeldResponses();
    responder.withEarlierHeaders(responder.respond(cold()), new Response(body, { status: 500 }));
    expect(seen.isCanceled).toBe(true);
  });
});

describe("without its headers", () => {
  test.each<readonly [method: string, length: number]>([
    ["GET", 103],
    ["HEAD", 0],
  ])("an answer has its status, its type and its body: %s", async (method, length) => {
    const { responder } = responding({ method });
    const copy = responder.withoutHeaders(responder.respond(cold()));
    expect([copy.status, [...copy.headers], (await copy.text()).length]).toEqual([
      503,
      [["content-type", "application/json; Charset=utf-8"]],
      length,
    ]);
  });

  test("a response with another status stays as it is", () => {
    const { responder } = responding();
    const before = new Response("x", { status: 500 });
    expect(responder.withoutHeaders(before)).toBe(before);
    responder.respond(cold());
    expect(responder.withoutHeaders(before)).toBe(before);
  });

  test("an answer gets the headers again when it leaves", async () => {
    const { responder } = responding();
    const left = await responder.outgoing(responder.withoutHeaders(responder.respond(cold())));
    expect([left.headers.get("content-type"), left.headers.get("x-request-id")]).toEqual([
      "application/json; charset=utf-8",
      "r1",
    ]);
  });
});

test("a success gets the contract's headers, and an error that it leaves unanswered is reported", async () => {
  const { responder, reports, contract } = responding();
  const response = contract.handle(responder.context, () => {
    cold();
    return new Response("ok");
  });
  const { headers } = await responder.outgoing(response);
  expect([headers.get("uhp-version"), headers.get("x-request-id")]).toEqual(["2026-10-04", "r1"]);
  expect(reports.map(({ outcome }) => outcome)).toEqual(["unanswered"]);
});

describe("what leaves", () => {
  test.each<readonly [what: string, response: unknown, thrown: unknown, status: number, code: string | undefined]>([
    ["an error that a framework made of a thrown one", new Response("no", { status: 500 }), cold(), 503, "acme_cold"],
    ["the first error status", new Response("no", { status: 400 }), cold(), 503, "acme_cold"],
    ["a success in the place of a thrown error", new Response("ok"), cold(), 200, undefined],
    ["an error that nothing threw", new Response("no", { status: 409 }), undefined, 409, "acme_conflict"],
    ["no response", { status: 200 }, undefined, 500, "acme_internal_error"],
    ["no response in the place of a thrown error", undefined, cold(), 500, "acme_internal_error"],
  ])("%s", async (_what, response, thrown, status, code) => {
    const { responder } = responding();
    const left = await responder.outgoing(response, thrown);
    expect(left.status).toBe(status);
    const text = await left.text();
    expect(code === undefined ? text : JSON.parse(text).error.code).toBe(code ?? "ok");
  });

  test("no response is the handler's mistake", () => {
    const { responder, reports } = responding();
    responder.outgoing(undefined);
    expect(reports.map(({ thrown }) => (thrown as Error).message)).toEqual(["the handler returned no Response"]);
  });

  test("an error that takes a thrown one's place keeps its headers, and its body is canceled", async () => {
    const { responder } = responding();
    const { body, seen } = canceling();
    const left = await responder.outgoing(new Response(body, { status: 500, headers: { vary: "origin" } }), cold());
    expect([left.headers.get("vary"), seen.isCanceled]).toEqual(["origin", true]);
  });

  test("the contract's answer stays, whatever was thrown later", async () => {
    const { responder } = responding();
    const answer = responder.respond(cold());
    expect(await responder.outgoing(answer, new Error("x"))).toBe(answer);
  });

  test.each<readonly [what: string, headers: Record<string, string>, left: readonly (string | null)[]]>([
    [
      "of an error's copied headers",
      { "uhp-version": "2026-10-04", "cache-control": "no-store", "content-type": "text/html" },
      [null, "text/html"],
    ],
    [
      "a copied header with another value",
      { "uhp-version": "2026-10-04", "cache-control": "no-cache" },
      ["no-cache", "text/plain;charset=UTF-8"],
    ],
    ["a header of its own", { "cache-control": "no-store" }, ["no-store", "text/plain;charset=UTF-8"]],
    [
      "an error's type that a framework copied",
      { "content-type": "application/json; Charset=utf-8" },
      [null, "text/plain; charset=UTF-8"],
    ],
    [
      "an error's own type of a body",
      { "uhp-version": "2026-10-04", "content-type": "application/json; charset=utf-8" },
      [null, "application/json; charset=utf-8"],
    ],
  ])("a success after an error keeps or loses %s", async (_what, headers, expected) => {
    const { responder } = responding();
    responder.respond(cold());
    const left = await responder.outgoing(new Response("ok", { headers }));
    expect([left.headers.get("cache-control"), left.headers.get("content-type")]).toEqual(expected);
    expect([left.status, await left.text()]).toEqual([200, "ok"]);
  });

  test("a success without a body after an error has no type", async () => {
    const { responder } = responding();
    responder.respond(cold());
    const headers = {
      "uhp-version": "2026-10-04",
      "content-type": "application/json; charset=utf-8",
      "content-length": "103",
    };
    const left = await responder.outgoing(new Response(null, { status: 204, headers }));
    expect(["content-type", "content-length", "uhp-version"].map((name) => left.headers.get(name))).toEqual([
      null,
      null,
      "2026-10-04",
    ]);
  });

  test("a success after the errors of two contracts has no header of either", async () => {
    const { request, responder } = responding();
    const part = new Responder(createAdapterContract(acme, { onError: () => {} }), exchangeOf(request));
    part.respond(acme.error("acme_cold", { retryAfter: 7 }));
    responder.respond(acme.error("session_busy", { retryAfter: 9 }));
    const left = await responder.outgoing(
      new Response("ok", { headers: { "uhp-version": "2026-10-04", "retry-after": "7" } }),
    );
    expect(left.headers.get("retry-after")).toBe(null);
  });

  test("is waited for before the end of the request", async () => {
    const { contract, responder, reports } = responding();
    const response = contract.handle(responder.context, () => {
      cold();
      return new Response("ok");
    });
    const left = responder.outgoing(response);
    expect(reports).toEqual([]);
    expect((await left).status).toBe(200);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["unanswered"]);
  });

  test.each<readonly [what: string, end: (responder: Responder) => unknown, isOpen: boolean]>([
    ["an error that is thrown", (responder) => responder.respond(cold()), false],
    ["an address without a route", (responder) => responder.notFound([]), false],
    ["an error that is written", (responder) => responder.outgoing(new Response("no", { status: 409 })), false],
    ["the first error status", (responder) => responder.outgoing(new Response("no", { status: 400 })), false],
    ["a success", (responder) => responder.outgoing(new Response("ok")), true],
  ])("%s ends a stream that had begun, if it is an error", async (_what, end, isOpen) => {
    const { contract, request, responder } = responding();
    let isStillOpen: () => boolean = () => true;
    await stream(contract, request, { responseObject: { id: "r" } }, async (events) => {
      isStillOpen = () => events.open;
      await events.send({ type: "response.created", response: { id: "r" } });
      await new Promise(() => {});
    });
    await end(responder);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isStillOpen()).toBe(isOpen);
  });
});
