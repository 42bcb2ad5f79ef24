import Anthropic from "@anthropic-ai/sdk";
import { createClient } from "@uhp-errors/client";
import { type ContractOptions, createContract, type Recognizer } from "@uhp-errors/core";
import axios from "axios";
import got from "got";
import ky from "ky";
import OpenAI from "openai";
import { Agent, errors, interceptors, RetryAgent, request } from "undici";
import { expect, test } from "vitest";
import { acme } from "../../support/catalog.ts";
import type { Received } from "../../support/http.ts";
import { SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { serving } from "../../support/serving.ts";

/** A call of each client that throws for a 429 and that the library recognizes. The client's own retries are off. */
const CLIENTS: readonly (readonly [name: string, call: (url: string) => Promise<unknown>])[] = [
  ["undici", (url) => undiciCall(url)],
  ["axios", (url) => axios.get(url)],
  ["got", (url) => got(url, { retry: { limit: 0 } })],
  ["ky", (url) => ky(url, { retry: 0 })],
  ["openai", (baseURL) => new OpenAI({ baseURL, apiKey: "key", maxRetries: 0 }).models.list()],
  ["@anthropic-ai/sdk", (baseURL) => new Anthropic({ baseURL, apiKey: "key", maxRetries: 0 }).models.list()],
  ["@uhp-errors/client", (url) => createClient({ baseUrl: url, maxAttempts: 1 }).json("/")],
];

/** What the docs recommend for a client that the library does not know. */
const OWN_CLIENT: Recognizer = {
  name: "own client",
  recognize: (thrown) => {
    const { response } = thrown as { readonly response: Response };
    return { code: "upstream_error", retryAfter: Number(response.headers.get("retry-after")) };
  },
};

async function gaveUp(url: string): Promise<void> {
  const agent = new Agent();
  try {
    await request(url, { dispatcher: new RetryAgent(agent, { maxRetries: 0 }) });
  } finally {
    await agent.destroy();
  }
}

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toUTCString();

function expectWait(headers: Received["headers"], seconds: number | undefined, what: string): void {
  const [stated, precise] = [headers["retry-after"], headers["retry-after-ms"]];
  if (seconds === undefined) {
    expect([stated, precise], what).toEqual([undefined, undefined]);
    return;
  }
  expect(Number(stated), what).toBeLessThanOrEqual(seconds);
  // A date comes closer while the test runs.
  expect(Number(stated), what).toBeGreaterThanOrEqual(what.endsWith("date") ? seconds - 600 : seconds);
  expect(Math.ceil(Number(precise) / 1_000), what).toBe(Number(stated));
  expect(headers["x-should-retry"], what).toBe("true");
}

/** What another service answers, and the seconds that this service tells its client to wait. */
const WAITS: readonly (readonly [
  what: string,
  status: number,
  headers: Record<string, string>,
  seconds: number | undefined,
])[] = [
  ["a 429 with seconds", 429, { "retry-after": "7" }, 7],
  ["a 503 with seconds", 503, { "retry-after": "86400" }, 86_400],
  ["a 429 with a date", 429, { "retry-after": IN_AN_HOUR }, 3_600],
  ["a 429 that names no time", 429, { "retry-after": `soon ${SECRETS.host}` }, undefined],
  ["a 500 with seconds", 500, { "retry-after": "7" }, undefined],
];

async function undiciCall(url: string): Promise<unknown> {
  const agent = new Agent();
  try {
    return await request(url, { dispatcher: agent.compose(interceptors.responseError()) });
  } catch (failure) {
    expect(failure).toBeInstanceOf(errors.ResponseError);
    throw failure;
  } finally {
    await agent.destroy();
  }
}

/** `fetch` returns a 429 as a response. The service throws this error itself, with every field that Express, Koa and Fastify read. */
async function fetchCall(url: string): Promise<never> {
  const response = await fetch(url);
  const { status } = response;
  const headers = Object.fromEntries(response.headers);
  throw Object.assign(new Error(await response.text()), { status, statusCode: status, headers, response });
}

/** What a service answers when a call of another one throws. */
async function answered(call: (url: string) => Promise<unknown>, url: string, options: ContractOptions = {}) {
  const contract = createContract(acme, { onError: () => {}, ...options });
  const thrown = await call(url).catch((failure: unknown) => failure);
  const response = contract.respond(thrown, { method: "GET", path: "/", header: () => undefined });
  const headers = Object.entries(response?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return { status: response?.status, body: `${response?.body}`, headers: Object.fromEntries(headers) };
}

test.each(CLIENTS)("takes over only the wait of what %s throws", async (_client, call) => {
  let answer: readonly [status: number, headers: Record<string, string>] = [200, {}];
  const other = await serving((_request, response) => {
    response.writeHead(answer[0], { "x-internal-host": SECRETS.host, ...answer[1] });
    response.end(SECRETS.password);
  });
  for (const [what, status, headers, seconds] of WAITS) {
    answer = [status, headers];
    const received = await answered(call, other);
    expect([received.status, JSON.parse(received.body).error.code], what).toEqual([502, "acme_upstream_error"]);
    expectWait(received.headers, seconds, what);
    for (const text of SECRET_VALUES) expect(JSON.stringify(received), what).not.toContain(text);
  }
});

test.each<[what: string, call: (url: string) => Promise<unknown>, options: ContractOptions]>([
  ["an undici that gave up its retries", gaveUp, {}],
  ["a client that the service's own recognizer knows", fetchCall, { recognize: [OWN_CLIENT] }],
])("takes over the wait of %s", async (_what, call, options) => {
  const other = await serving((_request, response) => response.writeHead(429, { "retry-after": "7" }).end("x"));
  const { status, headers } = await answered(call, other, options);
  expect([status, headers["retry-after"], headers["retry-after-ms"]]).toEqual([502, "7", "7000"]);
});
