import { defineCatalog } from "@uhp-errors/core";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type AdapterContractOptions, createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { FIXED_FIELDS } from "../../../test/support/error-headers.ts";
import { loadedOn } from "../../../test/support/loaded-on.ts";
import { pieces } from "../../../test/support/server-responses.ts";
import { decompress, finalizeError } from "./foreign-error.ts";
import { exchangeOf } from "./request-context.ts";
import { Responder } from "./responder.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const WIRE = '{"error":{"type":"server_error","code":"acme_cold","message":"It is cold.","param":null,"detail":null}}';
const RPC_ERROR = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}';

const compressed = (text: string, format: CompressionFormat = "gzip") =>
  new Blob([text]).stream().pipeThrough(new CompressionStream(format));
const bytesOf = async (stream: ReadableStream) => new Uint8Array(await new Response(stream).arrayBuffer());

function answering(options: AdapterContractOptions = {}) {
  const contract = createAdapterContract(acme, { onError: () => {}, ...options });
  const request = new Request("https://api.acme.example/", { headers: { "x-request-id": "r1" } });
  return { contract, request, context: exchangeOf(request), responder: new Responder(contract, exchangeOf(request)) };
}

/** What leaves in place of an error that something else wrote. */
function leaving(response: Response, options?: AdapterContractOptions, leave = finalizeError) {
  const { contract, context } = answering(options);
  return leave(contract, response, context);
}

describe("an error that something else wrote", () => {
  test.each<readonly [what: string, body: BodyInit | null, headers: Record<string, string>, code: string]>([
    ["an envelope", WIRE, {}, "acme_cold"],
    ["an envelope in pieces", pieces([WIRE.slice(0, 30), WIRE.slice(30)], { isLate: true }), {}, "acme_cold"],
    ["a compressed envelope", compressed(WIRE), { "content-encoding": "gzip" }, "acme_cold"],
    ["an envelope of another compression", compressed(WIRE, "deflate"), { "content-encoding": "deflate" }, "acme_cold"],
    ["an envelope that is not compressed as it says", WIRE, { "content-encoding": "gzip" }, "acme_cold"],
    ["an envelope after a space", ` ${WIRE}`, { "content-encoding": "gzip" }, "acme_cold"],
    ["an envelope of an unknown compression", WIRE, { "content-encoding": "br" }, "acme_cold"],
    ["a compressed body that breaks its format", "\u001f\u008bx", { "content-encoding": "gzip" }, "acme_unavailable"],
    ["a text", "no", {}, "acme_unavailable"],
    ["no body", null, {}, "acme_unavailable"],
  ])("is replaced, and an envelope stays what it is: %s", async (_what, body, headers, code) => {
    const left = await leaving(new Response(body, { status: 503, headers }));
    expect([left.status, left.headers.get("content-encoding"), (await left.json()).error.code]).toEqual([
      503,
      null,
      code,
    ]);
  });

  test("is answered as what broke its body off", async () => {
    const left = await leaving(
      new Response(pieces(["x"], { failure: acme.error("acme_cold"), isLate: true }), { status: 500 }),
    );
    expect([left.status, (await left.json()).error.code]).toEqual([503, "acme_cold"]);
  });

  test("is answered with its status if its body breaks off", async () => {
    const left = await leaving(new Response(pieces(["x"], { failure: new Error("x"), isLate: true }), { status: 502 }));
    expect([left.status, (await left.json()).error.code]).toEqual([502, "acme_upstream_error"]);
  });

  test("is answered in time, and its body is canceled", async () => {
    let isCanceled = false;
    const silent = new ReadableStream({
      pull: () => new Promise(() => {}),
      cancel() {
        isCanceled = true;
      },
    });
    const left = await leaving(new Response(silent, { status: 409 }), { bufferTimeoutMs: 5 });
    expect([left.status, isCanceled]).toEqual([409, true]);
  });

  test("stays if it is another protocol's, with the contract's headers", async () => {
    const response = new Response(RPC_ERROR, { status: 404, headers: { "content-type": "application/json" } });
    const left = await leaving(response, { replaceJsonRpc: false });
    expect([left.status, left.headers.get("x-request-id"), await left.text()]).toEqual([404, "r1", RPC_ERROR]);
  });

  test.each<readonly [what: string, make: () => Response, message: string]>([
    ["at once", () => new Response("Sold out.", { status: 409 }), "Sold out."],
    [
      "in pieces",
      () =>
        new Response(pieces(["Sold ", "out."], { isLate: true }), {
          status: 409,
          headers: { "content-type": "text/plain" },
        }),
      "The request conflicts with the current state.",
    ],
  ])("has the service's own message if that was there %s", async (_what, make, message) => {
    const left = await leaving(make(), { exposeMessages: true });
    expect((await left.json()).error.message).toBe(message);
  });

  test.each<readonly [what: string, globals: object, message: string]>([
    ["Node", { navigator: { userAgent: "Node.js/22" } }, "Sold out."],
    ["Node 20", { navigator: undefined }, "Sold out."],
    ["Deno", { navigator: { userAgent: "Deno/2" } }, "Sold out."],
    ["Bun", { navigator: { userAgent: "Bun/1" } }, "The request conflicts with the current state."],
    [
      "a browser",
      { navigator: { userAgent: "Mozilla/5.0 (Node.js)" } },
      "The request conflicts with the current state.",
    ],
    [
      "a runtime without a name",
      { navigator: undefined, process: undefined },
      "The request conflicts with the current state.",
    ],
    [
      "a runtime that is not Node",
      { navigator: undefined, process: { versions: {} } },
      "The request conflicts with the current state.",
    ],
  ])(
    "has the service's own message where a body from the network would be there later: %s",
    async (_what, globals, message) => {
      const { leave, contractOf, contextOf } = await loadedOn(globals, async () => ({
        leave: (await import("./foreign-error.ts")).finalizeError,
        contractOf: (await import("../../../test/support/adapter-contract.ts")).createAdapterContract,
        contextOf: (await import("./request-context.ts")).exchangeOf,
      }));
      const context = contextOf(new Request("https://api.acme.example/"));
      const contract = contractOf(acme, { onError: () => {}, exposeMessages: true });
      const left = await leave(contract, new Response("Sold out.", { status: 409 }), context);
      expect((await left.json()).error.message).toBe(message);
    },
  );

  test.each<readonly [what: string, headers: Record<string, string>, kept: readonly (string | null)[]]>([
    ["the service's own", {}, ["7", "1", null, null]],
    ["another service's", { via: "1.1 x" }, ["7", null, null, null]],
  ])("keeps the headers that an error may have: %s", async (_what, more, kept) => {
    const headers = { "retry-after": "7", "x-own": "1", server: "x", etag: '"1"', ...more };
    const left = await leaving(new Response("no", { status: 503, headers }));
    expect(["retry-after", "x-own", "server", "etag"].map((name) => left.headers.get(name))).toEqual(kept);
  });
});

describe("what middleware makes of a contract's answer", () => {
  const answers = async (change: (answer: Response) => Response | Promise<Response>) => {
    const { responder } = answering();
    const answer = responder.respond(acme.error("acme_cold"));
    return await responder.outgoing(await change(answer));
  };

  test.each<readonly [what: string, change: (answer: Response) => Response | Promise<Response>]>([
    [
      "is read",
      async (answer) => {
        await answer.text();
        return answer;
      },
    ],
    [
      "is being read",
      (answer) => {
        answer.body?.getReader();
        return answer;
      },
    ],
    [
      "gets a header that no error has",
      (answer) => {
        answer.headers.set("server", "x");
        return answer;
      },
    ],
    [
      "loses its type",
      (answer) => {
        answer.headers.delete("content-type");
        return answer;
      },
    ],
    ["is copied", (answer) => new Response(answer.body, answer)],
    ["is copied with another body", (answer) => new Response("x", answer)],
    ["is copied without a body", (answer) => new Response(null, answer)],
    [
      "is copied with another body that is compressed",
      (answer) => new Response(compressed("x"), { status: answer.status, headers: { "content-encoding": "gzip" } }),
    ],
    [
      "is copied with a body that is not compressed as it says",
      (answer) => new Response("x", { status: answer.status, headers: { "content-encoding": "gzip" } }),
    ],
    [
      "is copied, compressed and being read",
      (answer) => {
        const copy = new Response(compressed(WIRE), { status: answer.status, headers: { "content-encoding": "gzip" } });
        copy.body?.getReader();
        return copy;
      },
    ],
  ])("leaves as the contract made it if it %s", async (_what, change) => {
    const left = await answers(change);
    expect([left.status, Object.fromEntries(left.headers), await left.text()]).toEqual([
      503,
      {
        ...FIXED_FIELDS,
        "cache-control": "no-store",
        "content-length": "103",
        "content-type": "application/json; charset=utf-8",
        "uhp-version": "2026-10-04",
        "x-content-type-options": "nosniff",
        "x-request-id": "r1",
        "x-should-retry": "true",
      },
      WIRE,
    ]);
  });

  test("keeps a header that an error may have", async () => {
    const left = await answers(
      (answer) => new Response(answer.body, { status: answer.status, headers: { vary: "origin" } }),
    );
    expect(left.headers.get("vary")).toBe("origin");
  });

  test("stays compressed, with the length of that", async () => {
    const bytes = await bytesOf(compressed(WIRE));
    const left = await answers(
      (answer) =>
        new Response(bytes, {
          status: answer.status,
          headers: { "content-encoding": "gzip", vary: "accept-encoding" },
        }),
    );
    expect([left.status, left.headers.get("content-encoding"), left.headers.get("content-length")]).toEqual([
      503,
      "gzip",
      String(bytes.byteLength),
    ]);
    expect(left.headers.get("vary")).toBe("accept-encoding");
    expect(new Uint8Array(await left.arrayBuffer())).toEqual(bytes);
  });

  test("stays as it is where only the compression is named, which the runtime cannot undo", async () => {
    const left = await answers(
      (answer) => new Response(answer.body, { status: answer.status, headers: { "content-encoding": "identity" } }),
    );
    expect([left.headers.get("content-encoding"), await left.text()]).toEqual(["identity", WIRE]);
  });
});

describe("a body without its compression", () => {
  const text = async (encoding: string | null | undefined, bytes: Uint8Array<ArrayBuffer>) => {
    const plain = await decompress(encoding, bytes, 1_000);
    return plain === null ? null : new TextDecoder().decode(plain);
  };

  test.each<readonly [encoding: CompressionFormat]>([["gzip"], ["deflate"]])("is that of %s", async (encoding) => {
    expect(await text(encoding, await bytesOf(compressed("hello", encoding)))).toBe("hello");
  });

  test.each<readonly [encoding: string | null | undefined, body: string, plain: string | null]>([
    [undefined, "hello", "hello"],
    [null, "hello", "hello"],
    ["", "hello", "hello"],
    ["br", "hello", "hello"],
    ["gzip", "{hello", "{hello"],
    ["gzip", "\nhello", "\nhello"],
    ["gzip", "hello", null],
    ["gzip", "h{llo", null],
  ])("of %j and the bytes %j is %j", async (encoding, body, plain) => {
    expect(await text(encoding, new TextEncoder().encode(body))).toBe(plain);
  });

  test("is not known if it is too long", async () => {
    expect(await text("gzip", await bytesOf(compressed("x".repeat(100_000))))).toBe(null);
  });

  test("is not known on a runtime that cannot undo it", async () => {
    vi.stubGlobal("DecompressionStream", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await text("gzip", await bytesOf(compressed("hello")))).toBe(null);
  });
});
