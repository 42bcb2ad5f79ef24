import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { sendError, uhp, uhpErrorHandler } from "@uhp-errors/express";
import express from "express";
import { createProxyMiddleware, responseInterceptor } from "http-proxy-middleware";
import { expect, test } from "vitest";
import { whileServed } from "../protocols/serve.ts";
import { bothWays } from "../support/both-ways.ts";
import { EXPRESS, type ExpressApp } from "../support/express.ts";
import type { Setup } from "../support/setup.ts";
import { NOBODY, upstream } from "../support/upstream.ts";

const proxied = (path: string, status = 200) => [{ path: `/api${path}`, status }];

const SETUPS: readonly Setup<ExpressApp>[] = [
  {
    library: "http-proxy-middleware",
    mount: async (app, run) => {
      const behind = await upstream();
      run.onClose(() => behind.close());
      const target = behind.url;
      app.use("/api", createProxyMiddleware({ target, changeOrigin: true }));
      app.use("/short", createProxyMiddleware({ target, proxyTimeout: 50 }));
      app.use("/nobody", createProxyMiddleware({ target: NOBODY }));
      app.use(
        "/rewritten",
        createProxyMiddleware({ target, cookieDomainRewrite: "service.test", autoRewrite: true, xfwd: true }),
      );
      app.use("/renamed", createProxyMiddleware({ target, pathRewrite: { "^/old": "/json" } }));
      app.use(
        "/own-error",
        createProxyMiddleware({
          target: NOBODY,
          on: {
            error: (_error, _request, response) => {
              if ("writeHead" in response) response.writeHead(502, { "Content-Type": "text/plain" });
              response.end("pg://svc:hunter2@db-1");
            },
          },
        }),
      );
      app.use(
        "/intercepted",
        createProxyMiddleware({
          target,
          selfHandleResponse: true,
          on: { proxyRes: responseInterceptor(async (buffer) => `${buffer}, changed`) },
        }),
      );
      app.get("/own", (_request, response) => void response.send("own"));
    },
    normalize: [{ pattern: /127\.0\.0\.1:\d+/, by: "127.0.0.1:*", why: "ports are free ones" }],
    requests: {
      "a JSON": proxied("/json"),
      "HEAD of a JSON": [{ method: "HEAD", path: "/api/json" }],
      "several cookies": proxied("/cookies"),
      "cookies and a redirect, rewritten": [{ path: "/rewritten/cookies" }, { path: "/rewritten/moved", status: 302 }],
      parts: proxied("/parts"),
      "a redirect": proxied("/moved", 302),
      "no content": proxied("/nothing", 204),
      "a status of its own": proxied("/reason", 299),
      "a body": [
        { method: "POST", path: "/api/echo", headers: { "Content-Type": "text/plain" }, body: "to the upstream" },
      ],
      "fields that the contract has as well": proxied("/versioned"),
      "another path": [{ path: "/renamed/old" }],
      "a changed body": [{ path: "/intercepted/json" }],
      "a changed body of a failure": [{ path: "/intercepted/failed", status: 500 }],
      "a failure": proxied("/failed", 500),
      "an unexpected status": proxied("/other", 418),
      "a connection that is cut": proxied("/cut", 504),
      // The proxy itself closes the connection, and no error reaches the app.
      "half an answer": [{ path: "/api/half", reports: 1 }],
      "an upstream that is not running": [{ path: "/nobody", status: 504 }],
      "an upstream that says nothing": [{ path: "/short/silent", status: 504 }],
      "a failure with a handler of the service's own": [{ path: "/own-error", status: 502 }],
      "a route next to it": [{ path: "/own" }],
    },
  },
];

bothWays(EXPRESS, SETUPS);

test.each<[what: string, path: string, code: string]>([
  ["an upstream that is not running", "/nobody/json", "ECONNREFUSED"],
  ["a connection that is cut", "/api/cut", "ECONNRESET"],
])("http-proxy-middleware, whose error the service hands over: %s", async (_what, path, code) => {
  const behind = await upstream();
  const { seen, reports } = await whileServed(
    "covered",
    (contract) => {
      if (contract === undefined) throw new Error("no contract");
      const on = {
        error(thrown: Error, request: IncomingMessage, response: ServerResponse | Socket) {
          if ("writeHead" in response) sendError(contract, thrown, request, response);
        },
      };
      const app = express();
      app.use(uhp(contract));
      app.use("/api", createProxyMiddleware({ target: behind.url, on }));
      app.use("/nobody", createProxyMiddleware({ target: NOBODY, on }));
      app.use(uhpErrorHandler(contract));
      return app;
    },
    async (url) => {
      const response = await fetch(`${url}${path}`);
      const { error } = (await response.json()) as { error: { code: string } };
      return [response.status, error.code];
    },
  ).finally(() => behind.close());
  expect(seen).toEqual([502, "acme_upstream_error"]);
  expect(reports).toMatchObject([{ outcome: "answered", recognizer: "node", thrown: { code } }]);
});
