import Anthropic from "@anthropic-ai/sdk";
import { createClient } from "@uhp-errors/client";
import type { ContractOptions, Recognizer } from "@uhp-errors/core";
import axios from "axios";
import got from "got";
import ky from "ky";
import OpenAI from "openai";
import { Agent, errors, interceptors, RetryAgent, request } from "undici";
import { describe, expect, test } from "vitest";
import { during, serve } from "../../support/drivers.ts";
import { type Received, send } from "../../support/http.ts";
import { SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { DRIVERS } from "../drivers/index.ts";
import { listen } from "../drivers/listen.ts";

/** Strings of the other service that must not be passed on. */
const PRIVATE = [...SECRET_VALUES, "Nobody here", "upstream-session"];

/** A call of each client that throws for a 401, written as its users write it. */
const CLIENTS: readonly (readonly [name: string, call: (url: string) => Promise<unknown>, status: number])[] = [
  ["undici", (url) => undiciCall(url), 502],
  ["axios", (url) => axios.get(url), 502],
  ["got", (url) => got(url, { retry: { limit: 0 } }), 502],
  ["ky", (url) => ky(url, { retry: 0 }), 502],
  ["openai", (baseURL) => new OpenAI({ baseURL, apiKey: "key", maxRetries: 0 }).models.list(), 502],
  ["@anthropic-ai/sdk", (baseURL) => new Anthropic({ baseURL, apiKey: "key", maxRetries: 0 }).models.list(), 502],
  ["fetch", (url) => fetchCall(url), 500],
];

/** A call of each client that throws for a 429 and that the library recognizes. The client's own retries are off. */
const WAITING_CLIENTS: readonly (readonly [name: string, call: (url: string) => Promise<unknown>])[] = [
  ...CLIENTS.filter(([, , status]) => status === 502).map(([name, call]) => [name, call] as const),
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
  ["a 429 without a wait", 429, {}, undefined],
  ["a 429 that names no time", 429, { "retry-after": `soon ${SECRETS.host}` }, undefined],
  ["a 503 with a time that has passed", 503, { "retry-after": "Sun, 06 Nov 1994 08:49:37 GMT" }, undefined],
  ["a 429 with more than a day", 429, { "retry-after": "86401" }, undefined],
  ["a 500 with seconds", 500, { "retry-after": "7" }, undefined],
  ["a 403 with seconds", 403, { "retry-after": "7" }, undefined],
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

/** `fetch` returns a 401 as a response. The service throws this error itself, with every field that Express, Koa and Fastify read. */
async function fetchCall(url: string): Promise<never> {
  const answer = await fetch(url);
  const headers = { ...Object.fromEntries(answer.headers), "set-cookie": answer.headers.getSetCookie() };
  const { status } = answer;
  throw Object.assign(new Error(await answer.text()), { status, statusCode: status, headers, response: answer });
}

describe.each(DRIVERS.map((driver) => [driver.name, driver] as const))("%s", (_name, driver) => {
  test.each(WAITING_CLIENTS)("takes over only the wait of what %s throws", async (_client, call) => {
    let answer: readonly [status: number, headers: Record<string, string>] = [200, {}];
    const other = await listen((_request, response) => {
      response.writeHead(answer[0], { "x-internal-host": SECRETS.host, ...answer[1] });
      response.end(SECRETS.password);
    });
    await during(other, (otherUrl) =>
      serve(
        driver,
        () => call(otherUrl),
        async (url) => {
          for (const [what, status, headers, seconds] of WAITS) {
            answer = [status, headers];
            const received = await send(url, { path: "/case" });
            expect([received.status, JSON.parse(received.body).error.code], what).toEqual([502, "acme_upstream_error"]);
            expectWait(received.headers, seconds, what);
            for (const text of PRIVATE) expect(JSON.stringify(received), what).not.toContain(text);
          }
        },
      ),
    );
  });

  test.each<[what: string, call: (url: string) => Promise<unknown>, options: ContractOptions]>([
    ["an undici that gave up its retries", gaveUp, {}],
    ["a client that the service's own recognizer knows", fetchCall, { recognize: [OWN_CLIENT] }],
  ])("takes over the wait of %s", async (_what, call, options) => {
    const other = await listen((_request, response) => response.writeHead(429, { "retry-after": "7" }).end("x"));
    await during(other, (otherUrl) =>
      serve(
        driver,
        () => call(otherUrl),
        async (url) => {
          const { status, headers } = await send(url, { path: "/case" });
          expect([status, headers["retry-after"], headers["retry-after-ms"]]).toEqual([502, "7", "7000"]);
        },
        options,
      ),
    );
  });

  test.each(CLIENTS)("relays nothing of a 401 that %s throws", async (_client, call, status) => {
    const other = await listen((_request, response) => {
      response.writeHead(401, "Nobody here", {
        "set-cookie": `upstream-session=${SECRETS.password}`,
        "x-internal-host": SECRETS.host,
        "www-authenticate": `Basic realm="${SECRETS.header}"`,
      });
      response.end(JSON.stringify({ error: SECRETS.path, password: SECRETS.password }));
    });
    await during(other, (otherUrl) =>
      serve(
        driver,
        () => call(`${otherUrl}/${SECRETS.password}`),
        async (url, reports) => {
          const answer = await send(url, { path: "/case" });
          expect(answer.status).toBe(status);
          expect(JSON.parse(answer.body).error.code).toBe(`acme_${status === 502 ? "upstream" : "internal"}_error`);
          for (const name of ["set-cookie", "x-internal-host", "www-authenticate"]) {
            expect(answer.headers[name]).toBeUndefined();
          }
          const all = JSON.stringify(answer);
          for (const text of PRIVATE) expect(all).not.toContain(text);
          expect(reports).toHaveLength(1);
        },
      ),
    );
  });
});
