import { createContract } from "@uhp-errors/core";
import { afterAll, describe, expect, test } from "vitest";
import { createAdapterContract } from "../../support/adapter-contract.ts";
import { acme } from "../../support/catalog.ts";
import { CLIENTS } from "../planted/clients.ts";
import { DATABASES, stopDatabases } from "../planted/databases.ts";
import { OUTPUTS, toConsole } from "../planted/outputs.ts";
import { leaked, plant } from "../planted/plant.ts";

const ID = "the-id-of-the-request";

const HEADERS: Readonly<Record<string, string>> = {
  authorization: `Bearer ${plant("incomingtoken")}`,
  cookie: `session=${plant("incomingcookie")}`,
};

/** A request with secrets in each of its parts. */
const incoming = () => ({
  method: "POST",
  path: `/v1/orders?key=${plant("incomingquery")}`,
  header: (name: string) => HEADERS[name],
  native: { request: { headers: HEADERS, body: plant("incomingbody") } },
});

/** The secrets that each output shows, if any, and the outputs that lack the id of the request. */
async function seenIn(thrown: unknown) {
  const leaks: Record<string, readonly string[]> = {};
  const withoutId: string[] = [];
  for (const [name, output] of Object.entries(OUTPUTS)) {
    const text = await output((options) => {
      createContract(acme, { ...options, correlationId: () => ID }).respond(thrown, incoming());
    });
    const found = leaked(text);
    if (found.length > 0) leaks[name] = found;
    if (!text.includes(ID)) withoutId.push(name);
  }
  return { leaks, withoutId };
}

afterAll(stopDatabases);

describe("a failure of this library shows no secret in any output, and each has the request's id", () => {
  test.each(Object.entries({ ...CLIENTS, ...DATABASES }))("%s", async (_, fail) => {
    const thrown = await fail();
    expect(await seenIn(thrown)).toEqual({ leaks: {}, withoutId: [] });
  });
});

test("planted secrets are found", () => {
  const text = `${plant("a")} ${Buffer.from(`user:${plant("b")}`).toString("base64")}`;
  expect(leaked(text)).toEqual(["a", "base64"]);
});

test("a hook that prints the error itself shows what was planted, and no id", async () => {
  const thrown = await CLIENTS["axios, 401"]?.();
  const text = await toConsole({ onError: (report) => console.error(report.thrown) })((options) => {
    createContract(acme, { ...options, correlationId: () => ID }).respond(thrown, incoming());
  });
  expect(leaked(text)).toEqual(
    expect.arrayContaining(["apikey", "base64", "cookie", "query", "requestbody", "responsebody", "userinfo"]),
  );
  expect(text).not.toContain(ID);
});

describe("a contract that only reports shows no secret in any output, and that it changed nothing", () => {
  const body = `{"email":"${plant("body")}"}`;
  const sent = {
    status: 409,
    header: (name: string) => (name === "content-type" ? "application/json" : plant("field")),
    body,
  };
  const thrown = Object.assign(new Error("boom"), { config: { headers: { authorization: plant("thrown") } } });

  test.each(Object.entries(OUTPUTS))("%s", async (name, output) => {
    const text = await output((options) => {
      const { dryRun } = createAdapterContract(acme, { ...options, correlationId: () => ID, reportOnly: true });
      const context = incoming();
      dryRun?.respond(thrown, context);
      dryRun?.ended(sent, context);
      const written = incoming();
      dryRun?.replace({ ...sent, status: 500 }, written);
      dryRun?.ended({ ...sent, status: 500 }, written);
    });
    expect(leaked(text)).toEqual([]);
    expect(text).toContain(ID);
    if (/^(?:no hook|README|printReports)/.test(name)) expect(text).toContain("it changed nothing");
  });
});

test("a response that the service itself wrote shows no body", async () => {
  const leaks: Record<string, readonly string[]> = {};
  for (const [name, output] of Object.entries(OUTPUTS)) {
    const text = await output((options) => {
      createAdapterContract(acme, options).replace(
        { status: 500, header: () => undefined, body: `{"email":"${plant("body")}"}` },
        incoming(),
      );
    });
    if (leaked(text).length > 0) leaks[name] = leaked(text);
  }
  expect(leaks).toEqual({});
});
