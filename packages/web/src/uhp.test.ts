import { createContract, defineCatalog, type ErrorReport, isContractError } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { bearer } from "./bearer.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const CONTRACT = createContract(acme);

/** Sends a request to a handler under the contract. */
async function ask(handler: FetchHandler<[]>, init: RequestInit = {}) {
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
const gzipped = (text: string) => new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
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
    ["that is no Error", () => Promise.reject(SECRET), {}, 500, "acme_internal_error"],
    ["that is undefined", () => Promise.reject(undefined), {}, 500, "acme_internal_error"],
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
    [
      "of a body that is read twice",
      async (request) => {
        await request.json();
        return Response.json(await request.json());
      },
      { method: "POST", body: "{}" },
      500,
      "acme_internal_error",
    ],
    [
      "of a body that is no form",
      async (request) => Response.json([...(await request.formData()).keys()]),
      { method: "POST", body: "x", headers: { "content-type": "multipart/form-data; boundary=b" } },
      400,
      "invalid_input",
    ],
    ["that is a response", () => Promise.reject(new Response(SECRET, { status: 404 })), {}, 404, "acme_not_found"],
    ["in JSON of its own", () => Response.json({ message: SECRET }, { status: 409 }), {}, 409, "acme_conflict"],
    ["without a body", () => new Response(null, { status: 403 }), {}, 403, "acme_forbidden"],
    ["that is an envelope", () => Response.json(ENVELOPE, { status: 503 }), {}, 503, "acme_cold"],
    ["that is an envelope with a wrong status", () => Response.json(ENVELOPE, { status: 500 }), {}, 503, "acme_cold"],
    [
      "that is a compressed envelope",
      () => new Response(gzipped(WIRE), { status: 503, headers: { "content-encoding": "gzip" } }),
      {},
      503,
      "acme_cold",
    ],
    [
      "that is compressed and much larger than an envelope",
      () => new Response(gzipped(" ".repeat(9_000_000)), { status: 503, headers: { "content-encoding": "gzip" } }),
      {},
      503,
      "acme_unavailable",
    ],
    [
      "that says it is compressed and is not",
      () => new Response(SECRET, { status: 503, headers: { "content-encoding": "gzip" } }),
      {},
      503,
      "acme_unavailable",
    ],
    ["with a status that is none", () => polyfilled({ status: 99 }), {}, 500, "acme_internal_error"],
    ["with a status above all", () => polyfilled({ status: 600 }), {}, 500, "acme_internal_error"],
    ["that is an envelope in a success", () => Response.json(ENVELOPE), {}, 503, "acme_cold"],
    ["that is an envelope in a text", () => new Response(JSON.stringify(ENVELOPE)), {}, 503, "acme_cold"],
    [
      "of a clone's body that is no JSON",
      async (request) => Response.json(await request.clone().json()),
      { method: "POST", body: "{x" },
      400,
      "invalid_input",
    ],
    [
      "of a body that is missing",
      async (request) => Response.json(await request.json()),
      { method: "POST" },
      400,
      "invalid_input",
    ],
    [
      "in a body of empty pieces without end",
      () => new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(0)) }), { status: 502 }),
      {},
      502,
      "acme_upstream_error",
    ],
    ["of the network", () => Response.error(), {}, 500, "acme_internal_error"],
    ["that is no response", () => ({}) as Response, {}, 500, "acme_internal_error"],
    [
      "that was read",
      async () => {
        const response = new Response("x");
        await response.text();
        return response;
      },
      {},
      500,
      "acme_internal_error",
    ],
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
    const { response, text, error, reports } = await ask(handler, init);
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
  const { response, error } = await ask(async (request) => {
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

/** A response of a polyfill's own class. */
function polyfilled(fields: object): Response {
  const headers = new Headers();
  const own = { [Symbol.toStringTag]: "Response", type: "default", status: 200, headers, body: null, url: "" };
  return Object.defineProperties(own, Object.getOwnPropertyDescriptors(fields)) as object as Response;
}

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
    const returned = await ask(() => value as Response);
    const thrown = await ask(() => Promise.reject(value));
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

/** A body that makes its pieces on demand, so that nobody knows where it ends. */
function pieces(...texts: readonly string[]): ReadableStream<Uint8Array> {
  const left = texts.map((text) => new TextEncoder().encode(text));
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      const piece = left.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
}

/** Cuts each piece in two. */
function halves(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(piece, controller) {
      controller.enqueue(piece.slice(0, 20));
      controller.enqueue(piece.slice(20));
    },
  });
}

describe("a success", () => {
  test.each<readonly [what: string, make: () => Response]>([
    ["of JSON", () => Response.json({ error: "none" })],
    [
      "of JSON in pieces",
      () => new Response(pieces('{"a"', ":1}"), { headers: { "content-type": "application/json" } }),
    ],
    ["of an empty text", () => new Response("")],
    [
      "of bytes",
      () => new Response(new Uint8Array([1, 2, 3]), { headers: { "content-type": "application/octet-stream" } }),
    ],
    ["of a form", () => new Response(new URLSearchParams({ a: "1" }))],
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
    const { response, reports } = await ask(make);
    const own = new Headers(response.headers);
    for (const name of ["uhp-version", "x-request-id"]) {
      expect(own.get(name)).not.toBeNull();
      own.delete(name);
    }
    expect([response.status, response.statusText, [...own]]).toEqual([bare.status, bare.statusText, [...bare.headers]]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(await bare.arrayBuffer()));
    expect(reports).toHaveLength(0);
  });

  test("keeps the service's own request id", async () => {
    const { response } = await ask(() => new Response("x", { headers: { "x-request-id": "own" } }));
    expect(response.headers.get("x-request-id")).toBe("own");
  });

  test("that is returned again has the id of each request", async () => {
    const none = new Response(null, { status: 204 });
    const ids = await Promise.all(
      ["a", "b"].map(async (id) => (await ask(() => none, { headers: { "x-request-id": id } })).response),
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

  test.each<readonly [what: string, texts: readonly string[], headers: Record<string, string>]>([
    ["in pieces", [WIRE.slice(0, 40), WIRE.slice(40)], {}],
    ["letter by letter", [...WIRE], {}],
    ["after an empty piece", ["", WIRE], {}],
    ["whose end comes later", [WIRE], {}],
  ])("that is an envelope %s is reported", async (_what, texts, headers) => {
    const type = { "content-type": "application/json", ...headers };
    const { response, text, reports } = await ask(() => new Response(pieces(...texts), { headers: type }));
    expect([response.status, text]).toEqual([200, WIRE]);
    expect(reports.map(({ code, outcome }) => [code, outcome])).toEqual([["acme_cold", "late"]]);
  });

  test.each<readonly [what: string, body: ReadableStream<Uint8Array>, headers: Record<string, string>]>([
    ["with its length", pieces(WIRE), { "content-type": "application/json", "content-length": String(WIRE.length) }],
    ["in pieces that are there", new Response(WIRE).body?.pipeThrough(halves()) ?? pieces(), {}],
    ["of another spelling", pieces(), { "content-type": "Application/JSON" }],
  ])("that is an envelope %s is replaced", async (what, body, headers) => {
    const type = { "content-type": "application/json", ...headers };
    const given = what === "of another spelling" ? WIRE : body;
    const { response, reports } = await ask(() => new Response(given, { headers: type }));
    expect([response.status, reports.length]).toEqual([503, 1]);
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
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked).toBe(2);
    await response.body?.cancel();
  });

  test("cancels its source when the client has left", async () => {
    let reason: unknown;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array([123])),
      cancel: (given) => {
        reason = given;
      },
    });
    const handler = uhp(
      createContract(acme),
      () => new Response(body, { headers: { "content-type": "application/json" } }),
    );
    const response = await handler(new Request("https://api.acme.example/"));
    await response.body?.cancel("left");
    expect(reason).toBe("left");
  });
});

describe("a success in the place of an inner handler's error", () => {
  const page = async (headers: (inner: Headers) => HeadersInit) => {
    const { response } = await ask(async (request) => {
      const inner = await uhp(CONTRACT, () => Promise.reject(acme.error("acme_cold")))(request);
      return new Response("a page", { headers: headers(inner.headers) });
    });
    return [response.status, response.headers.get("cache-control"), response.headers.get("content-length")];
  };

  test("keeps a header that the service sets, even if the error has the same", async () => {
    expect(await page(() => ({ "Cache-Control": "no-store" }))).toEqual([200, "no-store", null]);
  });

  test("has no header that was copied from the error", async () => {
    expect(await page((inner) => inner)).toEqual([200, null, null]);
  });
});

describe("a response of fetch", () => {
  const handler = uhp(createContract(acme), async (request) => {
    const url = `data:application/json,${encodeURIComponent(new URL(request.url).searchParams.get("body") ?? "")}`;
    return await fetch(url);
  });

  test("gets the contract's headers although its own are immutable", async () => {
    const response = await handler(
      new Request("https://api.acme.example/?body={}", { headers: { "x-request-id": "mine" } }),
    );
    expect([response.headers.get("x-request-id"), await response.text()]).toEqual(["mine", "{}"]);
  });
});
