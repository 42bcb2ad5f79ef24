import { defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { expect, test, vi } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: {} });

/** Resolves with what leaves in place of a response. */
async function leaving(response: Response, bufferTimeoutMs = 1_000) {
  const reports: ErrorReport[] = [];
  const contract = createAdapterContract(acme, { bufferTimeoutMs, onError: (report) => reports.push(report) });
  const left = await uhp(contract, () => response)(new Request("https://api.acme.example/"));
  return { left, reports };
}

test.each(["image/png", "application/xml", "application/octet-stream"])(
  "%s that is there as a whole leaves as a whole, so that servers know its length",
  async (type) => {
    const bytes = new Uint8Array(300_000).fill(7);
    const made: unknown[] = [];
    const response = new Response(bytes, { headers: { "content-type": type } });
    class Noting extends Response {
      constructor(...given: ConstructorParameters<typeof Response>) {
        super(...given);
        made.push(given[0]);
      }
    }
    vi.stubGlobal("Response", Noting);
    const { left } = await leaving(response).finally(() => vi.unstubAllGlobals());
    expect(made.at(-1)).toBeInstanceOf(Uint8Array);
    expect(new Uint8Array(await left.arrayBuffer())).toEqual(bytes);
  },
);

test("a response is copied as a whole, because runtimes know more about it than its fields show", async () => {
  const inits: unknown[] = [];
  const response = new Response("x", { statusText: "Fine", headers: { "content-type": "image/png" } });
  class Noting extends Response {
    constructor(...given: ConstructorParameters<typeof Response>) {
      super(...given);
      inits.push(given[1]);
    }
  }
  vi.stubGlobal("Response", Noting);
  await leaving(response).finally(() => vi.unstubAllGlobals());
  expect(inits.at(-1)).toBe(response);
});

test("the head of a response does not wait forever for the first text of a stream", async () => {
  let write = (_text: string) => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      write = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
    },
  });
  const { left } = await leaving(new Response(body, { headers: { "content-type": "text/plain" } }), 20);
  write("late");
  expect([left.status, await left.text()]).toEqual([200, "late"]);
});

test("a stream that breaks off after its head has left is reported as cut", async () => {
  let fail = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      fail = () => controller.error(new Error("hunter2"));
    },
  });
  const { left, reports } = await leaving(new Response(body, { headers: { "content-type": "text/plain" } }), 20);
  fail();
  await expect(left.text()).rejects.not.toThrow("hunter2");
  expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]);
});
