import { createClient, readEvents } from "@uhp-errors/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acme } from "../../examples/reference-service/src/catalog.ts";
import { type Running, start } from "../../examples/reference-service/src/start.ts";
import { serving } from "../support/serving.ts";

const PLACES = 40;
const TASK = { input: "One two three four five.", stream: true, metadata: { harness_id: "chrn_echo" } };

/** What was read, and the error with which the reading ended. */
async function read(url: string) {
  const client = createClient({ baseUrl: url, token: "test-key", catalog: acme });
  const response = await client.fetch("/v1/responses", { method: "POST", body: JSON.stringify(TASK) });
  const given: unknown[] = [];
  try {
    for await (const event of readEvents(response, { catalog: acme })) given.push(event);
    return { given };
  } catch (thrown) {
    return { given, thrown };
  }
}

/** Sends this part of a stream, and then ends the response or the connection. */
function sending(part: Buffer, how: "ends" | "breaks"): Promise<string> {
  return serving((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    if (how === "ends") response.end(part);
    else response.write(part, () => setImmediate(() => response.destroy()));
  });
}

describe.each(["express5", "fastify5", "hono"] as const)("a stream of %s", (framework) => {
  let service: Running;
  beforeAll(async () => {
    service = await start(framework);
  });
  afterAll(() => service.close());

  /** The bytes of the stream of a task. */
  async function streamed(): Promise<Buffer> {
    const response = await fetch(`${service.url}/v1/responses`, {
      method: "POST",
      headers: { authorization: "Bearer test-key", "content-type": "application/json" },
      body: JSON.stringify(TASK),
    });
    return Buffer.from(await response.arrayBuffer());
  }

  test("is read to its terminal event", async () => {
    const { given, thrown } = await read(service.url);
    expect(thrown).toBeUndefined();
    expect(given.at(-1)).toMatchObject({ type: "response.completed", response: { status: "completed" } });
    expect(given).toEqual(given.map((_, index) => expect.objectContaining({ sequence_number: index })));
  });

  test.each(["ends", "breaks"] as const)(
    `that ${"%s"} at any of ${PLACES} places is cut off after its last event`,
    async (how) => {
      const whole = await streamed();
      for (let place = 0; place < PLACES; place += 1) {
        const part = whole.subarray(0, Math.floor((whole.length * place) / PLACES));
        const { given, thrown } = await read(await sending(part, how));
        const events = `${part}`.split("\n\n").length - 1;
        const { sequence_number: last } = (given.at(-1) ?? {}) as { sequence_number?: number };
        expect([place, given.length, last]).toEqual([place, events, events > 0 ? events - 1 : undefined]);
        expect(thrown).toMatchObject({ name: "NetworkError", message: "The stream was cut off before its end." });
        expect((thrown as { lastSequenceNumber?: number }).lastSequenceNumber).toBe(last);
      }
    },
  );
});
