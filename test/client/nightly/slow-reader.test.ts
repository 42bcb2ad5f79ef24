import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient, readEvents } from "@uhp-errors/client";
import { expect, test } from "vitest";
import { serving } from "../../support/serving.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

const EVENTS = 10_000;
const FILLER = "x".repeat(10_000);
const MEBIBYTE = 1_048_576;

/** 100 MB pass through. */
test("a slow reader of 10,000 events needs no more memory with time", async () => {
  const baseUrl = await serving(async (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let index = 0; index < EVENTS; index += 1) {
      const event = { type: "acme.tick", sequence_number: index, filler: FILLER };
      if (!response.write(`data: ${JSON.stringify(event)}\n\n`)) await once(response, "drain");
    }
    response.end();
  });
  const response = await createClient({ baseUrl }).fetch("/v1/ticks");
  const held: number[] = [];
  let read = 0;
  for await (const event of readEvents<{ sequence_number: number }>(response)) {
    expect(event.sequence_number).toBe(read);
    read += 1;
    await setImmediate();
    if (read % 1_000 > 0) continue;
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    held.push(heapUsed + arrayBuffers);
  }
  expect(read).toBe(EVENTS);
  expect((Math.max(...held) - Math.min(...held)) / MEBIBYTE).toBeLessThan(16);
});
