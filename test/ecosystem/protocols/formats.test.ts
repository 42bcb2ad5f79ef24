import type { RequestListener } from "node:http";
import { initTRPC, TRPCError } from "@trpc/server";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { Contract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import { install as installOnKoa } from "@uhp-errors/koa";
import express from "express";
import Koa from "koa";
import { onerror } from "koa-onerror";
import {
  allowInsecureRequests,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  processClientCredentialsResponse,
  ResponseBodyError,
} from "oauth4webapi";
import { expect, test } from "vitest";
import { linesOf, optionIn, whileServed } from "./serve.ts";

function app(contract: Contract | undefined, mount: (app: express.Express) => unknown): RequestListener {
  const made = express();
  if (contract !== undefined) install(made, contract);
  mount(made);
  return made;
}

const issuer = (url: string) => ({ issuer: url, token_endpoint: `${url}/oauth/token` });

function tokens(made: express.Express): void {
  made.post("/oauth/token", (_request, response) => {
    response.status(400).json({ error: "invalid_scope", error_description: "no such scope" });
  });
}

/** What an OAuth client sees for a refused grant. */
async function granted(url: string): Promise<unknown> {
  const client = { client_id: "c1" };
  const response = await clientCredentialsGrantRequest(
    issuer(url),
    client,
    ClientSecretPost("s"),
    new URLSearchParams(),
    {
      [allowInsecureRequests]: true,
    },
  );
  const failed: unknown = await processClientCredentialsResponse(issuer(url), client, response).catch(
    (failure: unknown) => failure,
  );
  return failed instanceof ResponseBodyError ? { error: failed.error, text: failed.error_description } : String(failed);
}

function problems(made: express.Express): void {
  made.get("/orders/:id", (_request, response) => {
    response
      .status(404)
      .type("application/problem+json")
      .send(JSON.stringify({ type: "about:blank", title: "No such order" }));
  });
}

async function titled(url: string): Promise<unknown> {
  const response = await fetch(`${url}/orders/7`);
  const { title } = (await response.json()) as { title?: string };
  return { status: response.status, type: response.headers.get("content-type"), title };
}

const t = initTRPC.create();
const router = t.router({
  order: t.procedure.query(() => {
    throw new TRPCError({ code: "NOT_FOUND", message: "no such order" });
  }),
});

function procedures(made: express.Express): void {
  made.use("/trpc", createExpressMiddleware({ router }));
}

/** What tRPC's client reads of one failed call, and of a batch. */
async function called(url: string): Promise<unknown> {
  const read = async (path: string) => (await fetch(`${url}/trpc/${path}`)).json() as Promise<object>;
  const codes = (result: object) => Object(Object(result).error).data?.code;
  const batch = await read("order,order?batch=1&input={}");
  return [codes(await read("order")), Array.isArray(batch) ? batch.map(codes) : undefined];
}

test.each<
  readonly [
    name: string,
    mount: (app: express.Express) => unknown,
    use: (url: string) => Promise<unknown>,
    line: string,
  ]
>([
  ["OAuth 2.0", tokens, granted, 'path !== "/oauth/token"'],
  ["tRPC", procedures, called, '!path.startsWith("/trpc/")'],
  ["problem details", problems, titled, '!path.startsWith("/orders/")'],
])("a client of %s reads its errors with the line that the report names", async (name, mount, use, line) => {
  const bare = await whileServed("bare", (contract) => app(contract, mount), use);
  const covered = await whileServed("covered", (contract) => app(contract, mount), use);
  expect(covered.seen).not.toEqual(bare.seen);
  expect(covered.reports[0]?.misuse).toContain(name);
  expect(linesOf(covered.reports)).toEqual([`appliesTo: ({ path }) => ${line}`]);
  const kept = await whileServed(optionIn(linesOf(covered.reports)[0] ?? ""), (contract) => app(contract, mount), use);
  expect(kept).toEqual({ seen: bare.seen, reports: [] });
});

test("koa-onerror decides on the status, and its redirects are sent", async () => {
  const make = (contract: Contract | undefined): RequestListener => {
    const made = new Koa();
    made.silent = true;
    onerror(made, { redirect: "/sorry" });
    made.use((ctx) => {
      throw Object.assign(new Error("no"), { status: ctx.path === "/gone" ? 410 : 500, headers: {} });
    });
    if (contract !== undefined) installOnKoa(made, contract);
    return made.callback();
  };
  const use = async (url: string) => {
    const json = await fetch(`${url}/gone`, { headers: { Accept: "application/json" } });
    const page = await fetch(`${url}/x`, { headers: { Accept: "text/html" }, redirect: "manual" });
    return { json: json.status, page: page.status, to: page.headers.get("location") };
  };
  const [bare, covered] = [await whileServed("bare", make, use), await whileServed("covered", make, use)];
  expect(covered.seen).toEqual(bare.seen);
});
