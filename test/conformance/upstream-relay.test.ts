import axios from "axios";
import got from "got";
import ky from "ky";
import { Agent, errors, interceptors, request } from "undici";
import { describe, expect, test } from "vitest";
import { during, serve } from "../support/drivers.ts";
import { send } from "../support/http.ts";
import { SECRET_VALUES, SECRETS } from "../support/secrets.ts";
import { DRIVERS } from "./drivers/index.ts";
import { listen } from "./drivers/listen.ts";

/** What the other service says. */
const PRIVATE = [...SECRET_VALUES, "Nobody here", "upstream-session"];

/** A call of each client that throws for a 401, in the way its users have it. */
const CLIENTS: readonly (readonly [name: string, call: (url: string) => Promise<unknown>, status: number])[] = [
  ["undici", (url) => undiciCall(url), 502],
  ["axios", (url) => axios.get(url), 502],
  ["got", (url) => got(url, { retry: { limit: 0 } }), 502],
  ["ky", (url) => ky(url, { retry: 0 }), 502],
  ["fetch", (url) => fetchCall(url), 500],
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

/** `fetch` takes a 401 for an answer; what is thrown is the service's, with all that Express, Koa and Fastify look at. */
async function fetchCall(url: string): Promise<never> {
  const answer = await fetch(url);
  const headers = { ...Object.fromEntries(answer.headers), "set-cookie": answer.headers.getSetCookie() };
  const { status } = answer;
  throw Object.assign(new Error(await answer.text()), { status, statusCode: status, headers, response: answer });
}

describe.each(DRIVERS.map((driver) => [driver.name, driver] as const))("%s", (_name, driver) => {
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
