import { createProxyMiddleware, responseInterceptor } from "http-proxy-middleware";
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
