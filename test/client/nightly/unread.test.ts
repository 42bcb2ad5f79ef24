import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createClient } from "@uhp-errors/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultServer, startFaultServer } from "../fault-server.ts";
import { success } from "../steps.ts";

let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer();
});
afterAll(() => server.close());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Collects garbage until nothing is left, a few hundred times at most. Returns what is left. */
async function leftAfterCollecting(count: () => number): Promise<number> {
  for (let round = 0; round < 300 && count() > 0; round += 1) {
    collectGarbage();
    await setImmediate();
  }
  return count();
}

const ANSWERS = 40;
const { signal } = new AbortController();
const listeners = () => getEventListeners(signal, "abort").length;

/** Unread responses of tasks that go on. Only their statuses are kept. */
async function answersUnread(): Promise<readonly number[]> {
  const client = createClient({ baseUrl: server.url });
  const endless = { ...success, chunks: [{ text: " ", pauseMs: 600_000 }] };
  const statuses: number[] = [];
  for (let index = 0; index < ANSWERS; index += 1) {
    const response = await client.fetch(`/v1/x?run=${server.script([endless])}`, { signal });
    statuses.push(response.status);
  }
  return statuses;
}

test("responses that are neither read nor referenced leave no listener on the caller's signal, and no connection", async () => {
  expect(await answersUnread()).toEqual(Array(ANSWERS).fill(200));
  expect(listeners()).toBeGreaterThan(0);
  expect(await leftAfterCollecting(listeners)).toBe(0);
  expect(await leftAfterCollecting(server.connections)).toBe(0);
});

test("a referenced body can be read after any number of garbage collections", async () => {
  const client = createClient({ baseUrl: server.url });
  const { body } = await client.fetch(`/v1/x?run=${server.script([success])}`);
  for (let round = 0; round < 20; round += 1) {
    collectGarbage();
    await setImmediate();
  }
  expect(await new Response(body).json()).toEqual({ ok: true });
});
