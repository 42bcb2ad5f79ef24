import { createContract, defineCatalog, type ErrorReport, isContractError } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { pieces, polyfilled } from "../../../test/support/server-responses.ts";
import { bearer } from "./bearer.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const CONTRACT = createContract(acme);

/** Sends a request to a handler under the contract. */
async function readNext(handler: FetchHandler<[]>, init: RequestInit = {}) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const request = new Request("https://api.acme.example/v1/x?q=1", init);
  const response = await uhp(contract, handler)(request);
  const text = await response.clone().text();
  const error = text.startsWith('{"error":{') ? JSON.parse(text).error : undefined;
  return { response, text, error, reports };
}

const ENVELOPE = {
  error: { type: "server_error", code: "acme_cold", message: "It is cold.", param: null, detail: null },
};
const WIRE = JSON.stringify(ENVELOPE);
const SECRET = "postgres://u:hunter2@10.0.0.5/x";

describe("an error", () => {
  test.each<readonly [what: string, handler: FetchHandler<[]>, init: RequestInit, status: number, code: string]>([
    ["of the catalog", () => Promise.reject(acme.error("acme_cold")), {}, 503, "acme_cold"],
    [
      "thrown at once",
      () => {
        throw acme.error("file_not_found");
      },
      {},
      404,
      "file_not_found",
    ],
    ["that is unknown", () => Promise.reject(new Error(SECRET)), {}, 500, "acme_internal_error"],
    [
      "of a body that is no JSON",
      async (request) => Response.json(await request.json()),
      { method: "POST", body: "{x" },
      400,
      "invalid_input",
    ],
    [
      "of another text that is no JSON",
      () => JSON.parse("{x"),
      { method: "POST", body: "{}" },
      500,
      "acme_internal_error",
    ],
    ["that is a response", () => Promise.reject(new Response(SECRET, { status: 404 })), {}, 404, "acme_not_found"],
    ["that is an envelope with a wrong status", () => Response.json(ENVELOPE, { status: 500 }), {}, 503, "acme_cold"],
    ["with a status that is none", () => polyfilled({ status: 99 }), {}, 500, "acme_internal_error"],
    ["with a status above all", () => polyfilled({ status: 600 }), {}, 500, "acme_internal_error"],
    [
      "of a version that is not served",
      () => new Response("x"),
      { headers: { "uhp-version": "1999-01-01" } },
      400,
      "unsupported_protocol_version",
    ],
    [
      "of a caller without a token",
      async (request) => Response.json(await bearer(CONTRACT, () => 1)(request)),
      {},
      401,
      "missing_credential",
    ],
  ])("%s", async (_what, handler, init, status, code) => {
    const { response, text, error, reports } = await readNext(handler, init);
    expect([response.status, error?.code]).toEqual([status, code]);
    expect(text).not.toContain("hunter2");
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
    expect(response.headers.get("content-length")).toBe(String(new TextEncoder().encode(text).length));
    expect(reports).toHaveLength(1);
  });
});

/** `bearer` rejects with its refusal, so a handler may catch it. */
test.each([
  ["is replaced by a catch of every error", false, 500, "acme_internal_error"],
  ["stays where the catch throws errors of a catalog on", true, 401, "missing_credential"],
])("the refusal of a caller without a token %s", async (_what, passes, status, code) => {
  const { response, error } = await readNext(async (request) => {
    try {
      return Response.json(await bearer(CONTRACT, () => 1)(request));
    } catch (thrown) {
      if (passes && isContractError(thrown)) throw thrown;
      return Response.json({ message: "own" }, { status: 500 });
    }
  });
  expect([response.status, error?.code]).toEqual([status, code]);
});

test.each([
  ["leaves the response of the inner one as it is", {}],
  ["leaves out the request", { appliesTo: () => false }],
])("of two contracts, the outer one %s", async (_what, options) => {
  const inner = defineCatalog({ vendor: "inner", codes: { inner_cold: { status: 503, message: "It is cold." } } });
  const reports: string[] = [];
  const noting = (name: string) => ({ onError: ({ code }: ErrorReport) => void reports.push(`${name}: ${code}`) });
  const handler = uhp(createContract(inner, noting("inner")), () => Promise.reject(inner.error("inner_cold")));
  const outer = createContract(acme, { ...noting("outer"), ...options });
  const response = await uhp(outer, handler)(new Request("https://api.acme.example/v1/x"));
  expect((await response.json()).error.code).toBe("inner_cold");
  expect(reports).toEqual(["inner: inner_cold"]);
});

test("a response of an inner contract keeps its own headers, after the outer one has answered with its status", async () => {
  const inner = defineCatalog({ vendor: "inner", codes: { inner_cold: { status: 503, message: "It is very cold." } } });
  const part = uhp(createContract(inner, { onError: () => {} }), () => Promise.reject(inner.error("inner_cold")));
  const contract = createContract(acme, { onError: () => {} });
  const first = uhp(contract, () => Promise.reject(acme.error("acme_cold")));
  const handler = uhp(contract, async (request: Request) => {
    await first(request);
    return part(new Request("https://api.acme.example/part"));
  });
  const response = await handler(new Request("https://api.acme.example/v1/x"));
  const body = await response.text();
  expect(JSON.parse(body).error.code).toBe("inner_cold");
  expect(response.headers.get("content-length")).toBe(String(body.length));
});

describe("a hostile value", () => {
  const hostile = {
    get status(): number {
      throw new Error(SECRET);
    },
  };
  const unreadable = {
    status: 500,
    get headers(): Headers {
      throw new Error(SECRET);
    },
  };
  const tagged = {
    get [Symbol.toStringTag](): string {
      throw new Error(SECRET);
    },
  };
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  test.each<readonly [what: string, value: unknown]>([
    ["whose status throws", polyfilled(hostile)],
    ["without headers", polyfilled({ headers: undefined, status: 500 })],
    ["whose headers throw", polyfilled(unreadable)],
    ["whose tag throws", tagged],
    ["that is a revoked proxy", proxy],
  ])("%s is answered and reported once, thrown or returned", async (_what, value) => {
    // A promise looks for `then` on what it is resolved with. A revoked proxy throws for that.
    const returned = await readNext(() => value as Response);
    const thrown = await readNext(() => Promise.reject(value));
    expect([returned.response.status, thrown.response.status]).toEqual([500, 500]);
    expect(returned.text + thrown.text).not.toContain("hunter2");
    expect([returned.reports.length, thrown.reports.length]).toEqual([1, 1]);
  });

  test("whose own properties cannot be defined reaches the handler", async () => {
    const request = Object.freeze(new Request("https://api.acme.example/", { method: "POST", body: "{}" }));
    const response = await uhp(createContract(acme), () => new Response("x"))(request);
    expect(response.status).toBe(200);
  });
});

describe("a success", () => {
  test.each<readonly [what: string, make: () => Response]>([
    ["of JSON", () => Response.json({ error: "none" })],
    ["of an empty text", () => new Response("")],
    [
      "of bytes",
      () => new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "application/octet-stream" } }),
    ],
    ["without a body", () => new Response(null, { status: 204 })],
    ["that redirects", () => Response.redirect("https://acme.example/", 303)],
    [
      "with cookies",
      () =>
        new Response("x", {
          headers: [
            ["set-cookie", "a=1"],
            ["set-cookie", "b=2"],
          ],
        }),
    ],
    ["with a phrase of its own", () => new Response("x", { status: 201, statusText: "Made" })],
  ])("%s gets two headers and stays as it is", async (_what, make) => {
    const bare = make();
    const { response, reports } = await readNext(make);
    const own = new Headers(response.headers);
    for (const name of ["uhp-version", "x-request-id"]) {
      expect(own.get(name)).not.toBeNull();
      own.delete(name);
    }
    expect([response.status, response.statusText, [...own]]).toEqual([bare.status, bare.statusText, [...bare.headers]]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(await bare.arrayBuffer()));
    expect(reports).toHaveLength(0);
  });

  test("that is returned again has the id of each request", async () => {
    const none = new Response(null, { status: 204 });
    const ids = await Promise.all(
      ["a", "b"].map(async (id) => (await readNext(() => none, { headers: { "x-request-id": id } })).response),
    );
    expect(ids.map(({ headers }) => headers.get("x-request-id"))).toEqual(["a", "b"]);
    expect([...none.headers]).toEqual([]);
  });

  test("is not held back until its end", async () => {
    const contract = createContract(acme);
    let close = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"first":1}'));
        close = () => controller.close();
      },
    });
    const handler = uhp(contract, () => new Response(body, { headers: { "content-type": "application/json" } }));
    const response = await handler(new Request("https://api.acme.example/"));
    const reader = response.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"first":1}');
    close();
    expect((await reader?.read())?.done).toBe(true);
  });

  test.each<readonly [what: string, texts: readonly string[]]>([
    ["in pieces", [WIRE.slice(0, 40), WIRE.slice(40)]],
    ["after an empty piece", ["", WIRE]],
    ["whose end comes later", [WIRE]],
  ])("that is an envelope %s is reported", async (_what, texts) => {
    const type = { "content-type": "application/json" };
    const { response, text, reports } = await readNext(
      () => new Response(pieces(texts, { isLate: true }), { headers: type }),
    );
    expect([response.status, text]).toEqual([200, WIRE]);
    expect(reports.map(({ code, outcome }) => [code, outcome])).toEqual([["acme_cold", "late"]]);
  });

  test("is read at most two pieces ahead", async () => {
    let asked = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked += 1;
          controller.enqueue(new Uint8Array(100));
        },
      },
      { highWaterMark: 0 },
    );
    const type = { "content-type": "application/json" };
    const response = await uhp(
      createContract(acme),
      () => new Response(body, { headers: type }),
    )(new Request("https://api.acme.example/"));
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(asked).toBe(2);
    await response.body?.cancel();
  });
});
