import { expectContractError, expectKeepsContract, mockServer } from "@uhp-errors/testing";
import { expect, onTestFinished, test } from "vitest";
import { acme } from "./service.ts";

test.each([/busy/g, /It/y])("the expression %s can be used again", async (message) => {
  const error = {
    type: "invalid_request_error",
    code: "session_busy",
    message: "It is busy.",
    param: null,
    detail: null,
  };
  const headers = { "uhp-version": "2026-10-04" };
  for (let time = 0; time < 3; time += 1) {
    const response = Response.json({ error }, { status: 409, headers });
    await expectContractError(response, "session_busy", { message });
  }
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
