import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });
const ENVELOPE = {
  error: { type: "server_error", code: "acme_cold", message: "It is cold.", param: null, detail: null },
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

/** Asks a handler under the contract, by modules that were loaded after a runtime's own globals were set. */
async function ask(make: () => Response) {
  const { uhp } = await import("./uhp.ts");
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const response = await uhp(contract, make)(new Request("https://api.acme.example/"));
  return { response, reports };
}

describe("on workerd", () => {
  beforeEach(() => vi.stubGlobal("FixedLengthStream", class {}));

  test("a body of the runtime's own is not read, so that its length and encoding stay", async () => {
    const image = new Response(new Uint8Array(100_000), { headers: { "content-type": "image/png" } });
    const { body } = image;
    const { response } = await ask(() => image);
    expect([response, response.body]).toEqual([image, body]);
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
    expect((await response.arrayBuffer()).byteLength).toBe(100_000);
  });

  test("a text leaves as the other half of the runtime's own stream", async () => {
    const page = new Response("<p>", { headers: { "content-type": "text/html" } });
    const halves: ReadableStream[] = [];
    const tee = vi.spyOn(ReadableStream.prototype, "tee").mockImplementation(function (this: ReadableStream) {
      tee.mockRestore();
      halves.push(...this.tee());
      return halves as [ReadableStream, ReadableStream];
    });
    const { response } = await ask(() => page);
    expect(response.body).toBe(halves[1]);
    expect(await response.text()).toBe("<p>");
  });

  test("an envelope in a success is put right, though its end comes a turn of the loop later", async () => {
    const wire = new TextEncoder().encode(JSON.stringify(ENVELOPE));
    const body = new ReadableStream({
      type: "bytes",
      start: (controller) => controller.enqueue(wire),
      pull: (controller) =>
        new Promise((resolve) => {
          setTimeout(() => {
            controller.close();
            controller.byobRequest?.respond(0);
            resolve();
          }, 0);
        }),
    });
    const { response, reports } = await ask(
      () => new Response(body, { headers: { "content-type": "application/json" } }),
    );
    expect([response.status, reports.length]).toEqual([503, 1]);
  });
});

describe("on Bun", () => {
  beforeEach(() => vi.stubGlobal("Bun", {}));

  /** A response to which the runtime gives a type only as it sends it. */
  function untyped(body: string | null, status = 200): Response {
    const response = new Response(body, { status });
    response.headers.delete("content-type");
    return response;
  }

  test("nobody looks at the body of a success that has no type yet", async () => {
    const text = untyped("hello");
    const body = vi.spyOn(text, "body", "get");
    const { response } = await ask(() => text);
    expect(response).toBe(text);
    expect(body).not.toHaveBeenCalled();
    expect(await response.text()).toBe("hello");
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
  });

  test("what has no body may be returned again", async () => {
    const none = untyped(null);
    const { response } = await ask(() => none);
    expect(response).not.toBe(none);
    expect([...none.headers]).toEqual([]);
  });

  test("an error without a type is replaced, and what was read already is one", async () => {
    expect((await ask(() => untyped("no", 404))).response.headers.get("content-type")).toContain("json");
    const used = untyped("x");
    await used.text();
    expect((await ask(() => used)).response.status).toBe(500);
  });
});
