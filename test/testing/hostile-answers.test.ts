import { expectContractError, expectKeepsContract, mockServer } from "@uhp-errors/testing";
import { expect, onTestFinished, test } from "vitest";
import { acme } from "./service.ts";

const error = {
  type: "invalid_request_error",
  code: "session_busy",
  message: "It is busy.",
  param: null,
  detail: null,
};
const answerAs = (contentType: string) =>
  new Response(JSON.stringify({ error }), {
    status: 409,
    headers: { "content-type": contentType, "uhp-version": "2026-10-04" },
  });

test.each(["application/json", "Application/JSON; charset=utf-8", "application/json ;charset=utf-8"])(
  "%s is JSON",
  async (contentType) => {
    expect(await expectKeepsContract(answerAs(contentType), acme)).toMatchObject({ code: "session_busy" });
  },
);

test.each(["application/json-patch+json", "application/problem+json", "application/jsonp", "text/json"])(
  "%s is another type",
  async (contentType) => {
    await expect(expectKeepsContract(answerAs(contentType), acme)).rejects.toThrow("expected the content type");
  },
);

test.each([/busy/g, /It/y])("the expression %s can be used again", async (message) => {
  for (let time = 0; time < 3; time += 1) {
    await expectContractError(answerAs("application/json"), "session_busy", { message });
  }
});

test("a stream of events that never ends is not awaited", async () => {
  const endless = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(": x\n\n")) });
  const headers = { "content-type": "text/event-stream; charset=utf-8", "uhp-version": "2026-10-04" };
  const response = new Response(endless, { headers });
  onTestFinished(() => response.body?.cancel());
  expect(await expectKeepsContract(response, acme)).toBeUndefined();
  expect(response.bodyUsed).toBe(false);
  await expect(
    expectKeepsContract(new Response("x", { headers: { ...headers, "uhp-version": "1" } }), acme),
  ).rejects.toThrow("expected UHP-Version");
});

test("an error that says it is a stream is read", async () => {
  await expect(expectKeepsContract(answerAs("text/event-stream"), acme)).rejects.toThrow(
    /^expected the content type application\/json, got text\/event-stream\n/,
  );
});

test("a failure escapes what a terminal would obey", async () => {
  const response = new Response("a\u001b[2J\u009b1m\u202eb\n\tc", { status: 500 });
  const thrown = await expectKeepsContract(response, acme).catch((reason: unknown) => reason);
  expect(String(thrown)).toContain("a\\u001b[2J\\u009b1m\\u202eb\n\tc");
});

test("a page may call a mock with any header, and with cookies", async () => {
  const { url, close } = await mockServer(acme);
  onTestFinished(close);
  const origin = "http://localhost:5173";
  const asked = {
    origin,
    "access-control-request-method": "POST",
    "access-control-request-headers": "x-api-key,baggage",
  };
  const { headers } = await fetch(`${url}/raise/session_busy`, { method: "OPTIONS", headers: asked });
  expect(headers.get("access-control-allow-headers")).toBe("x-api-key,baggage");
  const refused = await fetch(`${url}/raise/session_busy`, { headers: { origin } });
  for (const name of ["access-control-allow-origin", "access-control-allow-credentials", "vary"]) {
    expect([name, headers.get(name)]).toEqual([name, refused.headers.get(name)]);
  }
  expect(refused.headers.get("access-control-allow-origin")).toBe(origin);
  expect(refused.headers.get("access-control-allow-credentials")).toBe("true");
  expect(refused.headers.get("vary")).toMatch(/origin/i);
});
