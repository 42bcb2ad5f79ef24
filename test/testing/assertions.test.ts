import { type ExpectedError, expectContractError, expectKeepsContract, type TestedResponse } from "@uhp-errors/testing";
import { matchers } from "@uhp-errors/testing/vitest";
import request from "supertest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningDriver } from "../conformance/drivers/driver.ts";
import { listen } from "../conformance/drivers/listen.ts";
import { acme, expressApp, fastifyApp } from "./service.ts";

expect.extend(matchers);

const app = expressApp();
let server: RunningDriver;
let inner: Awaited<ReturnType<typeof fastifyApp>>;
beforeAll(async () => {
  server = await listen(app);
  inner = await fastifyApp();
});
afterAll(async () => {
  await inner.close();
  await server.close();
});

type Headers = Record<string, string>;

/** The ways in which tests call a service. */
const WAYS: readonly (readonly [way: string, ask: (path: string, headers?: Headers) => TestedResponse])[] = [
  ["fetch, awaited by the assertion", (path, headers = {}) => fetch(server.url + path, { headers })],
  ["supertest", (path, headers = {}) => request(app).get(path).set(headers)],
  ["inject", (path, headers = {}) => inner.inject({ url: path, headers })],
];

describe.each(WAYS)("what %s gives", (_way, ask) => {
  test("is an error with a code", async () => {
    const expected = { catalog: acme, status: 413, param: "file", detail: { max_bytes: 1_024 }, message: /larger/ };
    const error = await expectContractError(ask("/large"), "file_too_large", expected);
    expect(error).toMatchObject({ type: "invalid_request_error", code: "file_too_large", param: "file" });
    await expectContractError(await ask("/large"), "file_too_large");
    await expectContractError(ask("/cold"), "acme_gpu_cold", { catalog: acme, retryAfter: 7 });
    await expect(ask("/large")).toBeContractError("file_too_large", { param: "file" });
    await expect(ask("/large")).not.toBeContractError("session_busy");
  });

  test("follows the specification, be it an error or not", async () => {
    expect(await expectKeepsContract(ask("/large"), acme)).toMatchObject({ code: "file_too_large" });
    expect(await expectKeepsContract(ask("/nowhere"), acme)).toMatchObject({ code: "acme_route_not_found" });
    expect(await expectKeepsContract(ask("/health"), acme)).toBeUndefined();
    await expect(ask("/cold")).toKeepContract(acme);
  });

  test("has a code that its operation declares, or that any operation can answer with", async () => {
    const upload = { method: "POST", path: "/large", codes: ["file_too_large"] } as const;
    const read = { method: "GET", path: "/large", codes: ["acme_gpu_cold"] } as const;
    await expect(ask("/large")).toKeepContract(acme, { operation: upload });
    await expect(ask("/nowhere")).toKeepContract(acme, { operation: upload });
    await expect(ask("/large")).toBeContractError("file_too_large", { operation: upload });
    const says = "expected a code that GET /large declares, got file_too_large";
    await expect(expectKeepsContract(ask("/large"), acme, { operation: read })).rejects.toThrow(says);
    await expect(expectContractError(ask("/large"), "file_too_large", { operation: read })).rejects.toThrow(says);
  });

  test("has a newer code under the vendor's prefix in an older version", async () => {
    const old = { "UHP-Version": "2026-09-12" };
    for (const code of ["environment_busy", "acme_environment_busy"]) {
      await expectContractError(ask("/building", old), code);
      await expectContractError(ask("/building", old), code, { catalog: acme });
    }
    await expectKeepsContract(ask("/building", old), acme);
    await expect(expectContractError(ask("/building"), "acme_environment_busy")).rejects.toThrow("expected the code");
  });

  test("says what was expected and what was received", async () => {
    const wrong = { status: 400, message: "No.", param: null, detail: { max_bytes: 1 }, retryAfter: 3 };
    const thrown = await expectContractError(ask("/large"), "session_busy", wrong).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ name: "AssertionError", expected: "session_busy", actual: "file_too_large" });
    const [said, response] = String((thrown as Error).message).split("\n\n");
    expect(said?.split("\n")).toEqual([
      'expected the code "session_busy", got "file_too_large"',
      "expected the status 400, got 413",
      'expected the message "No.", got "The upload is larger than this server accepts."',
      'expected the param null, got "file"',
      'expected the detail {"max_bytes":1}, got {"max_bytes":1024}',
      'expected the Retry-After "3", got undefined',
    ]);
    expect(response).toMatch(/^HTTP 413\ncontent-type: application\/json; charset=utf-8\nuhp-version: 2026-10-04\n/);
    await expect(expectContractError(ask("/health"), "session_busy")).rejects.toThrow(
      "expected the error session_busy, got a response that is no error\n\nHTTP 200",
    );
  });
});

describe("a matcher of the runner in an expectation", () => {
  const invalid = { code: "invalid_input", detail: { issues: [{ param: "text", message: "It is empty." }], more: 2 } };
  const response = () => given(400, envelope(invalid));

  test.each<[name: string, expected: ExpectedError]>([
    ["for a value", { detail: { more: expect.any(Number) } }],
    ["in a list", { detail: { issues: [{ message: expect.stringContaining("empty") }] } }],
    ["for the whole detail", { detail: expect.objectContaining({ more: 2 }) }],
    ["for the other fields", { message: expect.stringMatching(/large/), param: expect.any(String) }],
    ["that is made by hand", { detail: { more: { asymmetricMatch: (other: unknown) => other === 2 } } }],
  ])("%s", async (_name, expected) => {
    await expectContractError(response(), "invalid_input", expected);
    await expect(response()).toBeContractError("invalid_input", expected);
  });

  test.each<[expected: ExpectedError, says: string]>([
    [{ detail: { more: expect.any(String) } }, 'expected the detail {"more":"Any<String>"}, got {"issues":'],
    [{ detail: expect.objectContaining({ more: 3 }) }, 'expected the detail "ObjectContaining", got {"issues":'],
    [{ message: expect.any(Number) }, 'expected the message "Any<Number>", got "It is too large."'],
  ])("that does not match is named: %j", async (expected, says) => {
    await expect(expectContractError(response(), "invalid_input", expected)).rejects.toThrow(says);
    await expect(response()).not.toBeContractError("invalid_input", expected);
  });
});

describe("the expected detail", () => {
  const issues = [{ param: "text", message: "It is empty." }];
  const response = () =>
    given(400, envelope({ code: "invalid_input", detail: { issues, more: { left: 1, right: 2 } } }));

  test.each<[detail: ExpectedError["detail"], fits: boolean]>([
    [{}, true],
    [{ more: { left: 1 } }, true],
    [{ more: { left: 2 } }, false],
    [{ issues: [{ param: "text" }] }, true],
    [{ issues: [] }, false],
    [{ issues: [...issues, ...issues] }, false],
    [{ other: null }, false],
    [null, false],
  ])("%j may name some fields at every depth, but whole lists", async (detail, fits) => {
    const checked = expectContractError(response(), "invalid_input", { detail });
    if (fits) await checked;
    else await expect(checked).rejects.toThrow("expected the detail");
  });
});

test("a response to HEAD has no body to check", async () => {
  const asked = await fetch(`${server.url}/large`, { method: "HEAD" });
  expect(await expectKeepsContract(asked, acme, { method: "HEAD" })).toBeUndefined();
  await expect(expectKeepsContract(asked, acme)).rejects.toThrow("The body is empty.");
});

const ERROR = {
  type: "invalid_request_error",
  code: "file_too_large",
  message: "It is too large.",
  param: "file",
  detail: { max_bytes: 1 },
};

const envelope = (error: object) => JSON.stringify({ error: { ...ERROR, ...error } });

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "UHP-Version": "2026-10-04" };

const given = (status: number, text: string) => ({ status, headers: HEADERS, text });

describe("a response that breaks a rule", () => {
  test("is shown in short", async () => {
    const body = "x".repeat(5_000);
    const says = /^The body is not JSON\.\n\nHTTP 500\n[\s\S]*x{1000} … and 4000 characters more$/;
    await expect(expectKeepsContract(given(500, body), acme)).rejects.toThrow(says);
    await expect(expect(given(500, body)).toKeepContract(acme)).rejects.toThrow(says);
  });

  test("fails expectContractError, too", async () => {
    const body = envelope({ param: "/file" });
    await expect(expectContractError(given(413, body), "file_too_large")).rejects.toThrow(
      '`param` is "/file", not a path',
    );
  });
});

test("negated matchers say what was received", async () => {
  const response = given(413, envelope({}));
  await expect(expect(response).not.toBeContractError("file_too_large")).rejects.toThrow(
    "expected no error file_too_large",
  );
  await expect(expect(response).not.toKeepContract(acme)).rejects.toThrow("expected a response that breaks a rule");
});
