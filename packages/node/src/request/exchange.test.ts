import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { exchangeOf } from "./exchange.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("the end of a response is told without a global setImmediate, which a test that imitates a browser has taken away", async () => {
  vi.stubGlobal("setImmediate", undefined);
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const told = new Promise<string>((resolve) => exchangeOf(request, response).onEnd(() => resolve("told")));
  response.emit("close");
  expect(await told).toBe("told");
});
