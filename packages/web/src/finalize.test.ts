import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { type AdapterContractOptions, createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { pieces, polyfilled, ServedResponse } from "../../../test/support/server-responses.ts";
import { bearer } from "./bearer.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const WIRE = '{"error":{"type":"server_error","code":"acme_cold","message":"It is cold.","param":null,"detail":null}}';
const JSON_TYPE = { "content-type": "application/json" };

/** Runs a handler under the contract. */
async function readNext(handler: FetchHandler<[]>, init: RequestInit = {}, options: AdapterContractOptions = {}) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { onError: (report) => reports.push(report), ...options });
  const left = await uhp(contract, handler)(new Request("https://api.acme.example/", init));
  return { left, reports };
}

test.each([100, 101, 103, 199])(
  "a response with status %i, which precedes the real one, leaves as it is",
  async (status) => {
    const response = polyfilled({ status });
    const { left, reports } = await readNext(() => response);
    expect(left).toBe(response);
    expect([[...left.headers], reports]).toEqual([[], []]);
  },
);

test.each<readonly [what: string, make: () => Response | Promise<Response>, message: string]>([
  ["of the network's failure", () => Response.error(), "the handler returned Response.error()"],
  ["with no status", () => polyfilled({ status: 0 }), "the handler returned a response with status 0"],
  ["with half a status", () => polyfilled({ status: 200.5 }), "the handler returned a response with status 200.5"],
  [
    "whose body was read",
    async () => {
      const response = new Response("x");
      await response.text();
      return response;
    },
    "the handler returned a response whose body was read",
  ],
  [
    "whose body is being read",
    () => {
      const response = new Response("x", { status: 409 });
      response.body?.getReader();
      return response;
    },
    "the handler returned a response whose body was read",
  ],
])("a response %s is the handler's mistake", async (_what, make, message) => {
  const { left, reports } = await readNext(make);
  expect([left.status, (await left.json()).error.code]).toEqual([500, "acme_internal_error"]);
  expect(reports.map(({ thrown }) => (thrown as Error).message)).toEqual([message]);
});

test("the empty response for a client that has left passes another contract as it is", async () => {
  const inner = createContract(defineCatalog({ vendor: "globex" }), { onError: () => {} });
  const request = { signal: AbortSignal.abort() };
  const { left, reports } = await readNext((given) => uhp(inner, () => Promise.reject(new Error("x")))(given), request);
  expect([left.status, await left.text(), [...left.headers], reports]).toEqual([499, "", [], []]);
});

describe("a success", () => {
  test.each<readonly [type: string, status: number]>([
    ["application/json", 503],
    ["APPLICATION/JSON; charset=utf-8", 503],
    ["application/problem+json", 503],
    ["application/vnd.acme-x.y+json", 503],
    ["text/plain", 503],
    ["text/html", 503],
    ["application/jsonl", 200],
    ["application/a b+json", 200],
    ["application/+json", 200],
    ["x-application/json", 200],
    ["text/event-stream", 200],
    ["image/png", 200],
  ])("that is an envelope of the type %s leaves with status %i", async (type, status) => {
    const { left } = await readNext(() => new Response(WIRE, { headers: { "content-type": type } }));
    expect([left.status, await left.text()]).toEqual([status, WIRE]);
  });

  test.each<readonly [what: string, make: () => Response, init: RequestInit]>([
    ["a redirect", () => new Response(WIRE, { status: 303, headers: JSON_TYPE }), {}],
    ["the first redirect", () => new Response(WIRE, { status: 300, headers: JSON_TYPE }), {}],
    ["said to be compressed", () => new Response(WIRE, { headers: { ...JSON_TYPE, "content-encoding": "gzip" } }), {}],
  ])("that is an envelope stays if it is %s", async (_what, make, init) => {
    const { left, reports } = await readNext(make, init);
    expect([left.status, await left.text(), reports]).toEqual([make().status, WIRE, []]);
  });

  test.each<readonly [what: string, make: () => Response | Promise<Response>]>([
    [
      "with its length",
      () => new Response(pieces([WIRE], { staysOpen: true }), { headers: { ...JSON_TYPE, "content-length": "103" } }),
    ],
    ["in pieces", () => new Response(pieces([WIRE.slice(0, 50), WIRE.slice(50)]), { headers: JSON_TYPE })],
    ["of fetch", () => fetch(`data:application/json,${encodeURIComponent(WIRE)}`)],
  ])("that is an envelope is replaced: %s", async (_what, make) => {
    const { left, reports } = await readNext(make);
    expect([left.status, await left.text(), reports.length]).toEqual([503, WIRE, 1]);
  });

  test("that is an envelope of another length is only reported", async () => {
    const body = pieces([WIRE.slice(0, 70)], { staysOpen: true });
    const { left } = await readNext(() => new Response(body, { headers: { ...JSON_TYPE, "content-length": "103" } }));
    expect([left.status, left.headers.get("content-length")]).toEqual([200, "103"]);
    await left.body?.cancel();
  });

  test("that is replaced has its body canceled, and keeps the headers that an error may have", async () => {
    let isCanceled = false;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(WIRE)),
      cancel() {
        isCanceled = true;
      },
    });
    const headers = { ...JSON_TYPE, "content-length": "103", vary: "origin", etag: '"1"' };
    const { left } = await readNext(() => new Response(body, { headers }));
    expect([left.status, isCanceled, left.headers.get("vary"), left.headers.get("etag")]).toEqual([
      503,
      true,
      "origin",
      null,
    ]);
  });

  test("to HEAD is not reported, although its body is an envelope in pieces", async () => {
    const late = () => pieces([WIRE.slice(0, 60), WIRE.slice(60)], { isLate: true });
    for (const [method, outcomes] of [
      ["GET", ["late"]],
      ["HEAD", []],
    ] as const) {
      const { left, reports } = await readNext(() => new Response(late(), { headers: JSON_TYPE }), { method });
      await left.text();
      expect(reports.map(({ outcome }) => outcome)).toEqual(outcomes);
    }
  });

  test.each<readonly [what: string, make: () => Response, text: string]>([
    ["of no piece", () => new Response(pieces([]), { headers: JSON_TYPE }), ""],
    ["of one piece", () => new Response(pieces(["{}"]), { headers: JSON_TYPE }), "{}"],
    ["of two pieces", () => new Response(pieces(["{", "}"]), { headers: JSON_TYPE }), "{}"],
    ["of no piece and another type", () => new Response(pieces([]), { headers: { "content-type": "image/png" } }), ""],
    [
      "of two pieces and another type",
      () => new Response(pieces(["a", "b"]), { headers: { "content-type": "image/png" } }),
      "ab",
    ],
    ["of srvx", () => new ServedResponse("ok"), "ok"],
    ["of srvx in pieces", () => new ServedResponse(pieces(["a", "b"])), "ab"],
    ["of srvx without a body", () => new ServedResponse(null), ""],
  ])("leaves with its body: %s", async (_what, make, text) => {
    const { left, reports } = await readNext(make);
    expect([left.status, left.headers.get("uhp-version"), await left.text(), reports]).toEqual([
      200,
      "2026-10-04",
      text,
      [],
    ]);
  });

  test("of another service that is no JSON leaves with the same body, and its failure is not reported", async () => {
    const headers = { "content-type": "image/png", via: "1.1 x" };
    const response = new Response(pieces(["a"], { failure: new Error("x") }), { headers });
    const { left, reports } = await readNext(() => response);
    expect(left).toBe(response);
    await expect(left.text()).rejects.toThrow("x");
    expect(reports).toEqual([]);
  });

  const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  const failing = (delay: () => Promise<void>) =>
    new ReadableStream({
      async pull() {
        await delay();
        throw acme.error("acme_cold");
      },
    });

  test.each<readonly [type: string | undefined, when: string, delay: () => Promise<void>]>([
    ["application/json", "at once", async () => {}],
    ["application/json", "in a later turn", turn],
  ])(
    "of the type %s whose body fails %s, before its first byte, is answered as an error",
    async (type, _when, delay) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const { left, reports } = await readNext(() => new Response(failing(delay), { headers }));
      expect([left.status, (await left.json()).error.code]).toEqual([503, "acme_cold"]);
      expect(reports.map(({ outcome }) => outcome)).toEqual(["answered"]);
    },
  );

  test.each<readonly [status: number, type: string]>([
    [200, "text/event-stream"],
    [200, "image/png"],
    [303, "application/json"],
  ])("with status %i and the type %s does not wait for its first byte", async (status, type) => {
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    const response = new Response(silent, { status, headers: { "content-type": type } });
    const { left } = await readNext(() => response, {}, { bufferTimeoutMs: 60_000 });
    expect(left.status).toBe(status);
    await left.body?.cancel();
  });
});

describe("uhp", () => {
  test("passes on what the runtime gives a handler", async () => {
    const handler = uhp(
      createContract(acme),
      (_request: Request, env: string, ctx: number) => new Response(`${env} ${ctx}`),
    );
    const response = await handler(new Request("https://api.acme.example/"), "env", 7);
    expect(await response.text()).toBe("env 7");
  });

  test("leaves a request that the contract does not apply to to the handler alone", async () => {
    const response = new Response("no", { status: 409 });
    const handler = uhp(
      createContract(acme, { appliesTo: () => false }),
      (_request: Request, value: Response) => value,
    );
    expect(handler(new Request("https://api.acme.example/"), response)).toBe(response);
  });

  test("returns the answer to an error that is thrown at once without a promise", () => {
    const handler = uhp(createContract(acme, { onError: () => {} }), () => {
      throw acme.error("acme_cold");
    });
    expect(handler(new Request("https://api.acme.example/"))).toBeInstanceOf(Response);
  });

  test.each<readonly [what: string, mount: () => unknown, message: string]>([
    ["a catalog", () => uhp(acme as never, () => new Response()), "uhp: this is a catalog"],
    [
      "no function",
      () => uhp(createContract(acme), {} as never),
      "uhp: expected a function that gets a Request, after the contract",
    ],
    ["a catalog for tokens", () => bearer(acme as never, () => 1), "bearer: this is a catalog"],
  ])("refuses %s at once", (_what, mount, message) => {
    expect(mount).toThrow(message);
  });
});

test("bearer resolves with what the token belongs to", async () => {
  const principalOf = bearer(createContract(acme), (token) => (token === "t1" ? "ada" : undefined));
  const request = new Request("https://api.acme.example/", { headers: { authorization: "Bearer t1" } });
  expect(await principalOf(request)).toBe("ada");
});
