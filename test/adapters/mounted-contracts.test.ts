import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { type Contract, createContract, defineCatalog } from "@uhp-errors/core";
import { install as installH3 } from "@uhp-errors/h3";
import { install as installHono } from "@uhp-errors/hono";
import { uhp } from "@uhp-errors/web";
import { H3 } from "h3";
import { toNodeHandler } from "h3/node";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";

const beta = defineCatalog({ vendor: "beta", codes: { beta_own: { status: 418, message: "This is its own." } } });

function failing(): never {
  throw beta.error("beta_own");
}

/** What each address of the part does. */
const ACTS = {
  "/own": failing,
  "/bug": () => {
    throw new Error("a bug");
  },
  "/written": () => new Response("nothing here", { status: 404 }),
} satisfies Readonly<Record<string, () => Response>>;

const PATHS = Object.keys(ACTS) as (keyof typeof ACTS)[];

/** An app with the contract `outer`, and with a part at `/part` that has the contract `inner`. */
type Mounted = (outer: Contract, inner: Contract) => RequestListener;

function honoPart(inner: Contract): Hono {
  const part = new Hono();
  installHono(part, inner);
  for (const path of PATHS) part.get(path, ACTS[path]);
  return part;
}

function h3Part(inner: Contract): H3 {
  const part = new H3({ silent: true });
  installH3(part, inner);
  for (const path of PATHS) part.get(path, ACTS[path]);
  return part;
}

function fetchPart(inner: Contract): (request: Request) => Response | Promise<Response> {
  return uhp(inner, (request) => {
    const path = PATHS.find((known) => new URL(request.url).pathname.endsWith(known));
    return path === undefined ? new Response("no such address", { status: 404 }) : ACTS[path]();
  });
}

/** The servers must not replace the classes of this process. */
const listener = (fetch: (request: Request) => Response | Promise<Response>) =>
  getRequestListener(fetch, { overrideGlobalObjects: false });

const MOUNTED: Readonly<Record<string, Mounted>> = {
  "route of Hono": (outer, inner) => {
    const app = new Hono();
    installHono(app, outer);
    return listener(app.route("/part", honoPart(inner)).fetch);
  },
  "mount of Hono": (outer, inner) => {
    const app = new Hono();
    installHono(app, outer);
    return listener(app.mount("/part", honoPart(inner).fetch).fetch);
  },
  "mount of h3": (outer, inner) => {
    const app = new H3({ silent: true });
    installH3(app, outer);
    return toNodeHandler(app.mount("/part", h3Part(inner))) as RequestListener;
  },
  "mount of h3, after headers were set": (outer, inner) => {
    const app = new H3({ silent: true });
    installH3(app, outer);
    app.use((event) => void event.res.headers.set("x-set-before", "1"));
    return toNodeHandler(app.mount("/part", h3Part(inner))) as RequestListener;
  },
  "mount of h3, through a fetch function": (outer, inner) => {
    const app = new H3({ silent: true });
    installH3(app, outer);
    return toNodeHandler(app.mount("/part", fetchPart(inner))) as RequestListener;
  },
  "a fetch handler in another": (outer, inner) => listener(uhp(outer, fetchPart(inner))),
  "a fetch handler in another, copied by middleware": (outer, inner) => {
    const part = fetchPart(inner);
    return listener(
      uhp(outer, async (request) => {
        const response = await part(request);
        return new Response(response.body, response);
      }),
    );
  },
};

describe.each(Object.entries(MOUNTED))("a part with a contract of its own: %s", (_name, mounted) => {
  test.each([
    ["/own", 418, "beta_own"],
    ["/bug", 500, "beta_internal_error"],
    ["/written", 404, "beta_not_found"],
  ])("answers %s, and reports it alone", async (path, status, code) => {
    const reported: [string, string | null][] = [];
    const noting = (vendor: string) => (report: { readonly code: string | null }) =>
      void reported.push([vendor, report.code]);
    const outer = createContract(acme, { onError: noting("acme") });
    const inner = createContract(beta, { onError: noting("beta") });
    const server = createServer(mounted(outer, inner));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const received = await send(`http://127.0.0.1:${port}`, { path: `/part${path}` });
      expect([received.status, expectEnvelope(received, ["beta"]).code]).toEqual([status, code]);
      expect(reported).toEqual([["beta", code]]);
    } finally {
      server.close();
    }
  });
});

test("a copy of what another service answered is replaced, although a contract made it", async () => {
  const reported: (string | null)[] = [];
  const other = uhp(createContract(beta, { onError: () => {} }), failing);
  const contract = createContract(acme, { onError: ({ code }) => reported.push(code) });
  const relay = uhp(contract, async () => {
    const { status, headers, body } = await other(new Request("http://elsewhere/"));
    return new Response(body, { status, headers });
  });
  const response = await relay(new Request("http://local/"));
  const { error } = (await response.json()) as { readonly error: { readonly code: string } };
  expect([response.status, error.code, reported]).toEqual([418, "acme_http_418", ["acme_http_418"]]);
});
