import type { IncomingHttpHeaders } from "node:http";
import { type ClientOptions, createClient, type IncomingHeaders } from "@uhp-errors/client";
import { describe, expect, test } from "vitest";
import { serving } from "../../support/serving.ts";

const PARENT = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
const STATE = "acme=t61rcWkgMzE,globex@eu=00f067aa0ba902b7";
const ALL = { traceparent: PARENT, tracestate: STATE, "x-request-id": "r-1.a:b_C" };

/** The three headers as a server gets them. */
const tracesIn = ({ traceparent, tracestate, "x-request-id": id }: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries({ traceparent, tracestate, "x-request-id": id }).filter(([, value]) => value !== undefined),
  );

/** What a server receives of the current request's headers. */
async function carried(incomingHeaders: unknown, init: object = {}, options: Partial<ClientOptions> = {}) {
  let seen: IncomingHttpHeaders = {};
  const baseUrl = await serving((request, response) => {
    seen = request.headers;
    response.end("{}");
  });
  const given = incomingHeaders as IncomingHeaders | undefined;
  await createClient({ baseUrl, ...options }).json("/v1/x", { incomingHeaders: given, ...init });
  expect(seen).not.toHaveProperty("cookie");
  return tracesIn(seen);
}

describe("the ids of the request at hand", () => {
  test.each<[string, unknown]>([
    ["Node", { ...ALL, cookie: "a=b", authorization: "Bearer hunter2" }],
    ["fetch", new Headers({ ...ALL, cookie: "a=b" })],
    [
      "names as they are usually printed",
      { TraceParent: PARENT, TraceState: STATE, "X-Request-Id": ALL["x-request-id"] },
    ],
    ["a server that keeps lines apart", { ...ALL, tracestate: STATE.split(",") }],
    ["a gateway that keeps blanks", { ...ALL, traceparent: ` ${PARENT} ` }],
  ])("are passed on from the headers of %s", async (_whose, headers) => {
    expect(await carried(headers)).toEqual(ALL);
  });

  test("come from the client's function, unless the call gives others", async () => {
    const options = { incomingHeaders: () => ALL };
    expect(await carried(undefined, {}, options)).toEqual(ALL);
    expect(await carried({ "x-request-id": "r-2" }, {}, options)).toEqual({ "x-request-id": "r-2" });
    expect(await carried({}, {}, options)).toEqual({});
  });

  test("are those that the caller set, if it did", async () => {
    const own = { "X-Request-Id": "own", traceparent: PARENT.replace("0af7", "1111") };
    expect(await carried(ALL, { headers: own })).toEqual({ "x-request-id": "own", traceparent: own.traceparent });
    expect(await carried(ALL, { headers: { tracestate: "own=1" } })).toEqual({
      tracestate: "own=1",
      "x-request-id": "r-1.a:b_C",
    });
  });

  test("never fail a call", async () => {
    const fail = () => {
      throw new Error("no store");
    };
    expect(await carried(undefined, {}, { incomingHeaders: fail })).toEqual({});
    expect(await carried(undefined, {}, { incomingHeaders: () => undefined })).toEqual({});
    expect(await carried({ get: fail })).toEqual({});
    expect(await carried({ "x-request-id": null, traceparent: { toString: fail } })).toEqual({});
    // Vitest fails when a rejection is left unhandled, just as Node would end the process.
    expect(
      await carried(undefined, {}, { incomingHeaders: (async () => fail()) as unknown as () => undefined }),
    ).toEqual({});
    expect(await carried(Object.defineProperty({ ...ALL }, "cookie", { enumerable: true, get: fail }))).toEqual(ALL);
  });

  test("are the later ones if two names differ only in case", async () => {
    // The event of a gateway keeps the case of the client's headers. The contract's own id is added to it.
    expect(await carried({ "X-Request-Id": "a b", "x-request-id": "r-3" })).toEqual({ "x-request-id": "r-3" });
  });
});

describe("what is not well-formed is left out", () => {
  test.each<[name: string, value: string]>([
    ["x-request-id", ""],
    ["x-request-id", "a b"],
    ["x-request-id", "a\r\nx-admin: 1"],
    ["x-request-id", "é"],
    ["x-request-id", "a".repeat(129)],
    ["traceparent", `${PARENT}\r\nx-admin: 1`],
    ["traceparent", `${PARENT}-00`],
    ["traceparent", `${PARENT}, ${PARENT}`],
    ["traceparent", PARENT.replace(/^00/, "ff")],
    ["traceparent", PARENT.toUpperCase()],
    ["traceparent", PARENT.replace(/0af7651916cd43dd8448eb211c80319c/, "0".repeat(32))],
    ["traceparent", PARENT.replace(/00f067aa0ba902b7/, "0".repeat(16))],
    ["tracestate", ""],
    ["tracestate", "no member"],
    ["tracestate", "a=1,no member"],
    ["tracestate", "a=1=2"],
    ["tracestate", "A=1"],
    ["tracestate", "aA=1"],
    ["tracestate", "a=1\r\nx-admin: 1"],
    ["tracestate", "a=1,\r\nb=2"],
    ["tracestate", "a=1,\u00a0b=2"],
    ["tracestate", `a=${"1".repeat(257)}`],
    ["tracestate", `a=${"1".repeat(256)},b=${"2".repeat(252)}`],
    ["tracestate", Array.from({ length: 33 }, (_, index) => `a${index}=1`).join(",")],
  ])("%s: %j", async (name, value) => {
    const { [name]: _, ...rest } = ALL as Record<string, string>;
    // A state without its parent means nothing.
    if (name === "traceparent") delete rest["tracestate"];
    expect(await carried({ ...ALL, [name]: value })).toEqual(rest);
  });

  test.each([
    ["of the greatest allowed length", `a=${"1".repeat(256)},b=${"2".repeat(251)}`],
    ["of as many members as are allowed", Array.from({ length: 32 }, (_, index) => `a${index}=1`).join(",")],
    ["with an empty member and blanks", "a=1 ,, b=2"],
  ])("a state %s is passed on", async (_, tracestate) => {
    expect(await carried({ ...ALL, tracestate })).toEqual({ ...ALL, tracestate });
  });

  test("a state is left out if its parent cannot be read", async () => {
    const traceparent = { toString: () => expect.fail() };
    expect(await carried({ tracestate: STATE, traceparent })).toEqual({});
  });
});

test("no credential reaches another origin through a redirect", async () => {
  const seen: object[] = [];
  const other = await serving((request, response) => {
    seen.push(tracesIn(request.headers));
    response.end("{}");
  });
  const baseUrl = await serving((request, response) => {
    seen.push(tracesIn(request.headers));
    response.writeHead(302, { location: `${other}/x` }).end();
  });
  const client = createClient({ baseUrl, incomingHeaders: () => ALL });
  await expect(client.json("/v1/x")).rejects.toMatchObject({ status: 302 });
  expect(seen).toEqual([ALL]);
  await client.json("/v1/x", { redirect: "follow" });
  expect(seen).toEqual([ALL, {}, {}]);
});

test.each([null, "00-1", 7, []])("invalid headers are refused: %j", async (given) => {
  const client = createClient({ baseUrl: "http://127.0.0.1:9" });
  const init = { incomingHeaders: given } as unknown as { incomingHeaders: IncomingHeaders };
  await expect(client.json("/v1/x", init)).rejects.toThrow(/^incomingHeaders: expected the headers of a request/);
  const options = { baseUrl: "http://127.0.0.1:9", incomingHeaders: given } as unknown as ClientOptions;
  expect(() => createClient(options)).toThrow(/^incomingHeaders: expected a function/);
});
