import { getRequestListener } from "@hono/node-server";
import { type Contract, createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/hono";
import { Hono } from "hono";
import { hc } from "hono/client";
import { expect, test } from "vitest";
import { acme } from "../../../support/catalog.ts";
import { listen } from "../../support/listen.ts";
import { file, form } from "../../support/multipart.ts";
import { OTHER_METHOD } from "../../support/styles.ts";
import { post } from "../support/app.ts";
import { threeWays } from "../support/three-ways.ts";
import { type Shelf, shelfOn } from "./shelf.ts";

function start(contract: Contract | undefined) {
  const app = new Hono();
  // Without an error handler, Hono prints what is thrown.
  app.onError((error, c) => ("getResponse" in error ? error.getResponse() : c.text("Internal Server Error", 500)));
  if (contract !== undefined) install(app, contract);
  shelfOn(app);
  return listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }), () => {});
}

const EDITOR = { Authorization: "Bearer editor" };
const ADA = { Authorization: `Basic ${btoa("ada:not-a-real-password")}` };

threeWays({
  library: "hono",
  is: "an API with an RPC client",
  start,
  adoption: ["install(app, contract);"],
  differences: {
    "a slash too many": {
      seen: ["reports: answered acme_route_not_found where 0 are due", "report: status 404"],
      why: "the unknown address is reported before the middleware makes a redirect of it",
    },
    "a new book without a title": {
      seen: ["status: 422 → 400"],
      why: "the contract has one status for input that is not valid",
    },
    "another method": OTHER_METHOD,
  },
  flow: {
    "all books": { path: "/api/books" },
    "a slash too many": { path: "/api/lines/", status: 301 },
    "a book": { path: "/api/books/1", keep: { tag: /\netag: (\S+)/i } },
    "a book that is known": { path: "/api/books/1", headers: { "If-None-Match": "{{tag}}" }, status: 304 },
    "a new book": post("/api/books", { title: "Emma", stars: 5 }, { headers: EDITOR, status: 201 }),
    "a new book without a token": post("/api/books", { title: "Emma" }, { status: 401 }),
    "a new book with a wrong token": post(
      "/api/books",
      { title: "Emma" },
      { headers: { Authorization: "Bearer reader" }, status: 401 },
    ),
    "a new book with half a header": post(
      "/api/books",
      { title: "Emma" },
      { headers: { Authorization: "Bearer" }, status: 400 },
    ),
    "a new book without a title": post("/api/books", {}, { headers: EDITOR, status: 422 }),
    "a new book that is no JSON": {
      method: "POST",
      path: "/api/books",
      headers: { ...EDITOR, "Content-Type": "application/json" },
      body: "{",
      status: 400,
    },
    "a book that is no number": { path: "/api/books/one", status: 400 },
    "a book that does not exist": { path: "/api/books/9", status: 404 },
    "a book that changes": {
      method: "PUT",
      path: "/api/books/2",
      headers: EDITOR,
      json: { title: "Emma", stars: 3 },
      status: 204,
    },
    "a book that goes": { method: "DELETE", path: "/api/books/2", headers: EDITOR, status: 204 },
    "a book that is gone": { method: "DELETE", path: "/api/books/2", headers: EDITOR, status: 404 },
    "a cover": { path: "/api/covers", ...form([file("cover", "a.txt", "hello")]), status: 201 },
    "no cover": { path: "/api/covers", ...form([]), status: 400 },
    "a cover that is too large": {
      path: "/api/covers",
      ...form([file("cover", "a.txt", "x".repeat(900))]),
      status: 413,
    },
    "an old address": { path: "/api/old/1", status: 301 },
    "a name and a password": { path: "/api/admin", headers: ADA },
    "no name and password": { path: "/api/admin", status: 401 },
    "a first visit": { path: "/api/visits" },
    "a second visit": { path: "/api/visits" },
    "the end of the visits": { path: "/api/goodbye" },
    "lines in parts": { path: "/api/lines" },
    "bytes in parts": { path: "/api/bytes" },
    events: { path: "/api/events" },
    "a page": { path: "/api/page", headers: { Accept: "text/html" } },
    "HEAD of a book": { method: "HEAD", path: "/api/books/1" },
    "a preflight": {
      method: "OPTIONS",
      path: "/api/books",
      headers: { Origin: "https://pages.test", "Access-Control-Request-Method": "POST" },
      status: 204,
    },
    "a request of another origin": { path: "/api/books", headers: { Origin: "https://pages.test" } },
    "a file": { path: "/files/hello.txt" },
    "a file that does not exist": { path: "/files/none.txt", status: 404 },
    "a packed list": { path: "/packed/list", headers: { "Accept-Encoding": "gzip" } },
    "a packed failure": { path: "/packed/closed", headers: { "Accept-Encoding": "gzip" }, status: 503 },
    "an id of the app's own": { path: "/traced" },
    "a service that is closed": { path: "/api/closed", status: 503 },
    "an unknown error": { path: "/api/broken", status: 500 },
    "an error with a response of its own": { path: "/api/own", status: 409 },
    "what has not changed": { path: "/api/same", status: 304 },
    "an address that does not exist": { path: "/api/nowhere", status: 404 },
    "another method": { method: "PATCH", path: "/api/books", status: 404 },
  },
});

test("its RPC client reads the same successes, and the envelope of a failure", async () => {
  const use = async (contract: Contract | undefined) => {
    const server = await start(contract);
    try {
      const client = hc<Shelf>(`http://127.0.0.1:${server.port}`, { headers: EDITOR });
      const added = await client.api.books.$post({ json: { title: "Emma", stars: 5 } });
      const read = await client.api.books[":id"].$get({ param: { id: "2" } });
      const missing = await client.api.books[":id"].$get({ param: { id: "9" } });
      const successes = [added.status, await added.json(), read.status, await read.json(), missing.status];
      return { successes, failure: missing.headers.get("content-type") };
    } finally {
      await server.close();
    }
  };
  const [bare, covered] = [await use(undefined), await use(createContract(acme, { onError: () => {} }))];
  expect(covered.successes).toEqual(bare.successes);
  expect(covered.failure).toBe("application/json; charset=utf-8");
});
