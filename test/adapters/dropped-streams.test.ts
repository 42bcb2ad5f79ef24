import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Contract, type ContractOptions, createContract, type EventStream } from "@uhp-errors/core";
import { install as installH3, stream as streamOfH3 } from "@uhp-errors/h3";
import { install as installHono, stream as streamOfHono } from "@uhp-errors/hono";
import { stream as streamOfFetch, uhp } from "@uhp-errors/web";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { Hono } from "hono";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { withResolvers } from "../support/with-resolvers.ts";

type Produce = (events: EventStream) => unknown;

const OPTIONS = { responseObject: { id: "resp_1" } };

/** A service whose address `/stream` streams. At `/dropped`, middleware throws after the stream has begun. */
type Service = (contract: Contract, produce: Produce) => RequestListener;

function onHono(contract: Contract, produce: Produce): Hono {
  const app = new Hono();
  installHono(app, contract);
  app.use("/dropped", async (_c, next) => {
    await next();
    throw acme.error("session_busy");
  });
  return app.on("GET", ["/stream", "/dropped"], (c) => streamOfHono(contract, c, OPTIONS, produce));
}

/** The servers must not replace the classes of this process. */
const listener = (fetch: (request: Request) => Response | Promise<Response>) =>
  getRequestListener(fetch, { overrideGlobalObjects: false });

const SERVICES: Readonly<Record<string, Service>> = {
  "a fetch handler": (contract, produce) =>
    listener(
      uhp(contract, async (request) => {
        const response = await streamOfFetch(contract, request, OPTIONS, produce);
        if (new URL(request.url).pathname === "/dropped") throw acme.error("session_busy");
        return response;
      }),
    ),
  "a fetch handler in another": (contract, produce) => {
    const inner = uhp(contract, (request) => streamOfFetch(contract, request, OPTIONS, produce));
    return listener(
      uhp(contract, async (request) => {
        const response = await inner(request);
        if (new URL(request.url).pathname === "/dropped") throw acme.error("session_busy");
        return response;
      }),
    );
  },
  Hono: (contract, produce) => listener(onHono(contract, produce).fetch),
  "a part that Hono mounts": (contract, produce) => {
    const part = new Hono();
    installHono(part, contract);
    part.get("*", (c) => streamOfHono(contract, c, OPTIONS, produce));
    const app = new Hono();
    installHono(app, contract);
    app.use("/dropped", async (_c, next) => {
      await next();
      throw acme.error("session_busy");
    });
    return listener(app.mount("/", part.fetch).fetch);
  },
  h3(contract, produce) {
    const app = new H3({ silent: true });
    installH3(app, contract);
    app.use("/dropped", async (_event, next) => {
      await next();
      throw acme.error("session_busy");
    });
    for (const method of ["GET", "HEAD"] as const) {
      for (const path of ["/stream", "/dropped"]) {
        app.on(method, path, (event) => streamOfH3(contract, event, OPTIONS, produce));
      }
    }
    return toNodeHandler(app) as RequestListener;
  },
};

/** Runs a service, and resolves with what its producer saw once that has ended. */
async function produced(
  service: Service,
  first: Produce,
  ask: (url: string) => Promise<void>,
  options: ContractOptions = {},
): Promise<{ readonly sent: number; readonly open: boolean; readonly outcomes: readonly string[] }> {
  const done = withResolvers<{ sent: number; open: boolean }>();
  const outcomes: string[] = [];
  const contract = createContract(acme, { ...options, onError: ({ outcome }) => void outcomes.push(outcome) });
  const produce: Produce = async (events) => {
    let sent = 0;
    try {
      await first(events);
      while (await events.send({ type: "delta" })) {
        sent += 1;
        // Without a turn of the event loop, a server that only discards what it reads would do nothing else.
        await new Promise(setImmediate);
      }
    } finally {
      done.resolve({ sent, open: events.open });
    }
  };
  const server = createServer(service(contract, produce));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return { ...(await done.promise), outcomes };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

describe.each(Object.entries(SERVICES))("a stream of %s", (_name, service) => {
  test("ends at its head in response to HEAD", async () => {
    const { sent, open, outcomes } = await produced(
      service,
      () => {},
      async (url) => {
        const { status, headers, body } = await send(url, { method: "HEAD", path: "/stream" });
        expect([status, headers["content-type"], body]).toEqual([200, "text/event-stream; charset=utf-8", ""]);
        expect(headers).toHaveProperty("uhp-version");
      },
    );
    expect([sent, open, outcomes]).toEqual([0, false, []]);
  });

  test("that fails before its first event is an ordinary error in response to HEAD too", async () => {
    const refusal = () => Promise.reject(acme.error("session_busy"));
    await produced(service, refusal, async (url) => {
      const { status, headers } = await send(url, { method: "HEAD", path: "/stream" });
      expect([status, headers["content-type"]]).toEqual([409, "application/json; charset=utf-8"]);
    });
  });

  test("ends if an error is sent in its place", async () => {
    const { open, outcomes } = await produced(
      service,
      () => {},
      async (url) => {
        const received = await send(url, { path: "/dropped" });
        expect([received.status, expectEnvelope(received).code]).toEqual([409, "session_busy"]);
      },
    );
    expect([open, outcomes]).toEqual([false, ["answered"]]);
  });
});

test.each(["a fetch handler", "Hono", "h3"])(
  "a stream of %s ends if the service sends an error in its place, and the contract only reports",
  async (name) => {
    // Hono prints what is thrown.
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const ask = async (url: string) => {
      expect((await send(url, { path: "/dropped" })).status).toBeGreaterThanOrEqual(400);
    };
    const { open } = await produced(SERVICES[name] as Service, () => {}, ask, { reportOnly: true });
    expect(open).toBe(false);
  },
);

test("a stream that a handler tries after another one does not end that one", async () => {
  const contract = createContract(acme, { onError: () => {} });
  const ended = withResolvers<void>();
  const handler = uhp(contract, async (request) => {
    const kept = await streamOfFetch(contract, request, OPTIONS, async (events) => {
      await events.send({ type: "response.created" });
      await ended.promise;
      await events.send({ type: "response.completed" });
    });
    const refused = await streamOfFetch(contract, request, OPTIONS, () => Promise.reject(acme.error("session_busy")));
    expect(refused.status).toBe(409);
    return kept;
  });
  const response = await handler(new Request("http://local/"));
  ended.resolve();
  expect((await response.text()).match(/"type":"[^"]+"/g)).toEqual([
    '"type":"response.created"',
    '"type":"response.completed"',
  ]);
});
