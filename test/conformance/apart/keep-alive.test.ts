import { PassThrough } from "node:stream";
import { createContract, type EventStream } from "@uhp-errors/core";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { acme } from "../../support/catalog.ts";
import { proves } from "../../support/proves.ts";

/** The longest silence that the contract allows (section 7.5), in milliseconds. */
const ALLOWED = 30_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function streamWith(keepAlive: number | undefined): { readonly stream: EventStream; text(): string } {
  const sink = new PassThrough();
  const context = { method: "POST", path: "/v1/responses", header: () => undefined };
  const stream = createContract(acme).stream(sink, context, {
    responseObject: { id: "resp_1" },
    keepAliveMs: keepAlive,
  });
  // Newer versions of Node return one piece at a time.
  const read = (): string => {
    const piece = sink.read();
    return piece === null ? "" : String(piece) + read();
  };
  return { stream, text: read };
}

for (const keepAlive of [undefined, 5_000, 29_000, 30_000, 86_400_000, Number.POSITIVE_INFINITY, 0, -1, Number.NaN]) {
  proves(["STR-1"], `with keepAlive ${keepAlive}, no silence lasts ${ALLOWED} ms`, async () => {
    const { stream, text } = streamWith(keepAlive);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await vi.advanceTimersByTimeAsync(ALLOWED - 1);
      expect(text()).toMatch(/^(?:: keep-alive\n\n)+$/);
      await stream.send({ type: "delta" });
      expect(text()).toMatch(/^data: /);
    }
    stream.end();
    expect(vi.getTimerCount()).toBe(0);
  });
}
