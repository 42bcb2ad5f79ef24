import { type ContractOptions, createContract, defineCatalog } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { ServedResponse, servedParts, useHeldResponses } from "../../../test/support/server-responses.ts";
import { heldParts } from "./held.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const WIRE = '{"error":{"type":"server_error","code":"acme_cold","message":"It is cold.","param":null,"detail":null}}';
const RPC_ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}';
const JSON_TYPE = { "content-type": "application/json" };
const REQUEST = { headers: { "x-request-id": "r1" } };

/** What the contract returns of a handler whose responses are those of `@hono/node-server`. */
function readNext(handler: FetchHandler<[]>, init: RequestInit = REQUEST, options: ContractOptions = {}) {
  const request = new Request("https://api.acme.example/v1/x", init);
  useHeldResponses();
  const contract = createContract(acme, { onError: () => {}, ...options });
  return uhp(contract, handler)(request);
}

const bytes = new TextEncoder().encode("ok");

describe("a success that holds its parts", () => {
  test.each<readonly [what: string, make: () => Response, parts: readonly [status: number, body: unknown]]>([
    ["a text", () => new Response("ok"), [200, "ok"]],
    ["an empty text", () => new Response("", { status: 201 }), [201, ""]],
    ["bytes", () => new Response(bytes), [200, bytes]],
    ["no body", () => new Response(null, { status: 204 }), [204, null]],
    ["a redirect", () => new Response(null, { status: 303, headers: { location: "/x" } }), [303, null]],
    ["the last status of a redirect", () => new Response("x", { status: 399 }), [399, "x"]],
    ["the first status of all", () => new Response("x", { status: 200, headers: {} }), [200, "x"]],
  ])("leaves at once, and still holds them: %s", (_what, make, [status, body]) => {
    const left = readNext(make);
    expect(left).toBeInstanceOf(Response);
    expect(heldParts(left as Response)?.slice(0, 2)).toEqual([status, body]);
    expect((left as Response).headers.get("uhp-version")).toBe("2026-10-04");
    expect((left as Response).headers.get("x-request-id")).toBe("r1");
  });

  test.each<readonly [what: string, headers: HeadersInit]>([
    ["a plain object", { "X-Own": "1", "X-Request-ID": "own", "UHP-VERSION": "old" }],
    [
      "a list",
      [
        ["x-own", "1"],
        ["x-request-id", "own"],
        ["uhp-version", "old"],
      ],
    ],
    ["an object of the class Headers", new Headers({ "x-own": "1", "x-request-id": "own", "uhp-version": "old" })],
  ])("keeps the service's own request id, in headers that are %s", async (_what, headers) => {
    const left = await readNext(() => new Response(null, { headers }));
    expect([...left.headers]).toEqual([
      ["uhp-version", "2026-10-04"],
      ["x-own", "1"],
      ["x-request-id", "own"],
    ]);
  });

  test("says its version in place of the service, also where the contract has no request id", async () => {
    const headers = { "x-request-id": "own", "uhp-version": "old" };
    const left = await readNext(() => new Response(null, { headers }), REQUEST, { correlationId: false });
    expect([left.headers.get("uhp-version"), left.headers.get("x-request-id")]).toEqual(["2026-10-04", "own"]);
  });

  test("gets the contract's headers beside one whose name only has the same length", async () => {
    const left = await readNext(() => new Response(null, { headers: { "uhp-versioN2": "1", "abc-version": "2" } }));
    expect([left.headers.get("uhp-version"), left.headers.get("abc-version")]).toEqual(["2026-10-04", "2"]);
  });

  test("keeps a type of its own, and has the server's if there is none", async () => {
    const types = [];
    for (const init of [{}, { headers: { "content-type": "text/html" } }, { headers: new Headers({ "x-own": "1" }) }]) {
      types.push((await readNext(() => new Response("ok", init))).headers.get("content-type"));
    }
    expect(types).toEqual(["text/plain; charset=UTF-8", "text/html", null]);
  });

  test("may be returned again, with the id of each request", async () => {
    const made: Response[] = [];
    const handler = () => {
      made[0] ??= new Response(null, { status: 204, headers: new Headers({ "x-own": "1" }) });
      return made[0];
    };
    const ids = [];
    for (const id of ["a", "b"])
      ids.push((await readNext(handler, { headers: { "x-request-id": id } })).headers.get("x-request-id"));
    expect([ids, [...(made[0]?.headers ?? [])]]).toEqual([["a", "b"], [["x-own", "1"]]]);
  });

  test.each<readonly [what: string, body: BodyInit, status: number, text: string]>([
    ["an envelope", WIRE, 503, "acme_cold"],
    ["an envelope in bytes", new TextEncoder().encode(WIRE), 503, "acme_cold"],
    ["what only begins as an envelope", '{"error":{"type":"x"}}', 200, '{"error":{"type":"x"}}'],
    ["a stream", new Blob(["ok"]).stream(), 200, "ok"],
  ])("is judged by its body: %s", async (_what, body, status, text) => {
    const left = readNext(() => new Response(body, { headers: JSON_TYPE }));
    expect(left instanceof Promise).toBe(body instanceof ReadableStream);
    expect([(await left).status, await (await left).text()]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe("an error that holds its parts", () => {
  test.each<readonly [what: string, make: () => Response, isAtOnce: boolean, status: number, code: string]>([
    ["a text", () => new Response("no", { status: 409 }), true, 409, "acme_conflict"],
    ["the first error status", () => new Response("no", { status: 400 }), true, 400, "invalid_input"],
    ["no body", () => new Response(null, { status: 403 }), true, 403, "acme_forbidden"],
    ["an envelope", () => new Response(WIRE, { status: 503, headers: JSON_TYPE }), true, 503, "acme_cold"],
    [
      "an envelope with another status",
      () => new Response(WIRE, { status: 500, headers: JSON_TYPE }),
      true,
      503,
      "acme_cold",
    ],
    ["a text of the limit", () => new Response("x".repeat(65_536), { status: 409 }), true, 409, "acme_conflict"],
    ["a longer text", () => new Response("x".repeat(65_537), { status: 409 }), false, 409, "acme_conflict"],
    ["bytes", () => new Response(new TextEncoder().encode(WIRE), { status: 503 }), false, 503, "acme_cold"],
    ["a stream", () => new Response(new Blob([WIRE]).stream(), { status: 503 }), false, 503, "acme_cold"],
    [
      "a text that says it is compressed",
      () => new Response(WIRE, { status: 503, headers: { "content-encoding": "gzip" } }),
      false,
      503,
      "acme_cold",
    ],
    [
      "no body, compressed",
      () => new Response(null, { status: 403, headers: { "content-encoding": "gzip" } }),
      true,
      403,
      "acme_forbidden",
    ],
    ["a status above all", () => new Response("x", { status: 600 }), true, 500, "acme_internal_error"],
    ["a status below all", () => new Response("x", { status: 99 }), false, 500, "acme_internal_error"],
  ])("is replaced, at once if it can be: %s", async (_what, make, isAtOnce, status, code) => {
    const left = readNext(make);
    expect(left instanceof Promise).toBe(!isAtOnce);
    const response = await left;
    expect([response.status, (await response.json()).error.code]).toEqual([status, code]);
  });

  test("keeps a header that an error may have, and no other", async () => {
    const headers = { "retry-after": "7", server: "x", etag: '"1"' };
    const left = await readNext(() => new Response("no", { status: 503, headers }));
    expect(["retry-after", "server", "etag"].map((name) => left.headers.get(name))).toEqual(["7", null, null]);
  });

  test("has the service's own message if messages are exposed", async () => {
    const left = await readNext(
      () => new Response("Sold out.", { status: 409, headers: { "content-type": "text/plain" } }),
      REQUEST,
      {
        exposeMessages: true,
      },
    );
    expect((await left.json()).error.message).toBe("Sold out.");
  });

  test("stays if it is another protocol's, with the contract's headers", async () => {
    const left = readNext(() => new Response(RPC_ERROR, { status: 404, headers: JSON_TYPE }), REQUEST, {
      replaceJsonRpc: false,
    });
    expect(left).toBeInstanceOf(Response);
    const response = await left;
    expect([response.status, response.headers.get("x-request-id"), await response.text()]).toEqual([
      404,
      "r1",
      RPC_ERROR,
    ]);
  });

  test.each<readonly [what: string, make: (inner: Response) => Response | Promise<Response>]>([
    ["as it is", (inner) => inner],
    [
      "with a header that no error has",
      (inner) => {
        inner.headers.set("server", "x");
        inner.headers.set("content-type", "text/plain");
        return inner;
      },
    ],
    ["with another body", (inner) => new Response("changed", { status: inner.status })],
    ["without a body", (inner) => new Response(null, { status: inner.status })],
  ])("leaves as the contract made it, if middleware returns it %s", async (_what, make) => {
    const inner = createContract(acme, { onError: () => {} });
    const response = await readNext(async (request) => {
      const made = await uhp(inner, () => Promise.reject(acme.error("acme_cold")))(request);
      return make(made);
    });
    expect([response.status, response.headers.get("server"), response.headers.get("content-type")]).toEqual([
      503,
      null,
      "application/json; charset=utf-8",
    ]);
    expect((await response.json()).error.code).toBe("acme_cold");
  });

  test("that is never sent, because the client has left, leaves as it is", async () => {
    const client = new AbortController();
    let made: Response | undefined;
    const response = await readNext(
      async (request) => {
        client.abort();
        made = await uhp(createContract(acme, { onError: () => {} }), () => Promise.reject(acme.error("acme_cold")))(
          request,
        );
        return made;
      },
      { signal: client.signal },
    );
    expect(response).toBe(made);
    expect([response.status, [...response.headers]]).toEqual([499, []]);
  });

  test("of the contract keeps a header that middleware adds and an error may have", async () => {
    const response = await readNext(async (request) => {
      const inner = createContract(acme, { onError: () => {} });
      const made = await uhp(inner, () => Promise.reject(acme.error("acme_cold")))(request);
      made.headers.set("vary", "origin");
      return made;
    });
    expect([response.status, response.headers.get("vary")]).toEqual([503, "origin"]);
  });
});

describe("a response of srvx", () => {
  const served = (make: () => Response) =>
    uhp(createContract(acme, { onError: () => {} }), make)(new Request("https://api.acme.example/", REQUEST));

  test.each<readonly [what: string, make: () => Response, body: unknown, fields: readonly string[]]>([
    [
      "a text",
      () => new ServedResponse("ok"),
      "ok",
      ["content-type", "text/plain; charset=UTF-8", "content-length", "2"],
    ],
    [
      "JSON",
      () => ServedResponse.json({ a: 1 }),
      '{"a":1}',
      ["content-type", "application/json", "content-length", "7"],
    ],
    ["bytes", () => new ServedResponse(bytes), bytes, ["content-length", "2"]],
    ["no body", () => new ServedResponse(null, { status: 204 }), undefined, []],
    [
      "JSON with the service's own request id",
      () =>
        new ServedResponse("{}", {
          headers: [
            ["x-request-id", "own"],
            ["set-cookie", "a=1"],
            ["content-type", "application/json"],
          ],
        }),
      "{}",
      ["set-cookie", "a=1", "content-type", "application/json", "content-length", "2"],
    ],
    [
      "a text with its own length",
      () => new ServedResponse("ok", { headers: { "content-length": "2", "x-own": "1" } }),
      "ok",
      ["content-length", "2", "x-own", "1", "content-type", "text/plain; charset=UTF-8"],
    ],
  ])("leaves at once, with its fields in their order: %s", (_what, make, body, fields) => {
    const left = served(make);
    expect(left).toBeInstanceOf(ServedResponse);
    const sent = servedParts(left as Response);
    const own = sent.headers.filter(
      (_field, at) => !/^(?:uhp-version|x-request-id)$/.test(sent.headers[at - (at % 2)] ?? ""),
    );
    expect([sent.body, own, sent.headers.length]).toEqual([body, fields, fields.length + 4]);
  });

  test.each<readonly [what: string, make: () => Response, status: number, text: string]>([
    ["an envelope", () => new ServedResponse(WIRE, { headers: JSON_TYPE }), 503, "acme_cold"],
    ["a text that is an error", () => new ServedResponse("no", { status: 409 }), 409, "acme_conflict"],
    ["a stream", () => new ServedResponse(new Blob(["ab"]).stream()), 200, "ab"],
  ])("leaves with its status and its body: %s", async (_what, make, status, text) => {
    const left = await served(make);
    expect([left.status, left.headers.get("uhp-version"), await left.text()]).toEqual([
      status,
      "2026-10-04",
      expect.stringContaining(text),
    ]);
  });

  test("keeps the service's own request id, and not another service's", async () => {
    const own = { "x-request-id": "own" };
    const left = await served(() => new ServedResponse("x", { headers: own }));
    const foreign = await served(() => new ServedResponse("x", { headers: { ...own, via: "1.1 x" } }));
    expect([left.headers.get("x-request-id"), foreign.headers.get("x-request-id")]).toEqual(["own", "r1"]);
  });

  test("a stream of a service is not held back, and is canceled with the reason of its reader", async () => {
    let reason: unknown;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array([65])),
      cancel(given) {
        reason = given;
      },
    });
    const left = await served(() => new ServedResponse(body, { headers: JSON_TYPE }));
    const reader = left.body?.getReader();
    expect((await reader?.read())?.value).toEqual(new Uint8Array([65]));
    await reader?.cancel("left");
    expect(reason).toBe("left");
  });
});
