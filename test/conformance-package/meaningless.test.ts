import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { routesFromOpenApi } from "@uhp-errors/conformance";
import { describe, expect, onTestFinished, test } from "vitest";
import { ROUTES, startService } from "./right-service.ts";
import { fileOf, runCli } from "./run-cli.ts";

/** A service about which only the status is known. */
async function answering(status: (request: IncomingMessage) => number): Promise<string> {
  const server = createServer((request, response) => void response.writeHead(status(request)).end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a check says nothing about a service that", () => {
  test("refuses everything but what it cannot parse", async () => {
    const url = await answering((request) => (request.url?.startsWith("/%ff") ? 400 : 401));
    const { exit, out } = await runCli(["check", url]);
    expect(exit).toBe(4);
    expect(out).toContain("give it a token with --token");
  });

  test("sits behind a proxy that forbids everything", async () => {
    expect((await runCli(["check", await answering(() => 403)])).exit).toBe(4);
  });

  test("is turned away in several ways", async () => {
    const url = await answering((request) => (request.url === "/things" ? 502 : 503));
    const { exit, out } = await runCli(["check", url, "--routes", fileOf({ success: "GET /things" })]);
    expect(exit).toBe(4);
    expect(out).toMatch(/Every request was answered with one of 503, 502\./);
  });

  test("knows unknown addresses, but not the token", async () => {
    const url = await answering((request) => (request.url === "/things" ? 401 : 404));
    const routes = fileOf({ protected: "GET /things" });
    const { exit, out } = await runCli(["check", url, "--token", "other", "--routes", routes]);
    expect(exit).toBe(4);
    expect(out).toContain("GET /things was answered with 401: the service does not accept the token.");
    expect((await runCli(["check", url, "--routes", routes])).exit).toBe(1);
  });
});

test("a known failure needs a reason", async () => {
  const { url, close } = await startService();
  onTestFinished(close);
  const { exit, err } = await runCli(["check", url, "--baseline", fileOf({ ENV01: " " })]);
  expect(exit).toBe(2);
  expect(err).toContain("baseline: expected a reason for ENV01");
});

test("a port that fetch blocks is named as such", async () => {
  const { exit, err } = await runCli(["check", "http://127.0.0.1:6000"]);
  expect(exit).toBe(3);
  expect(err).toContain("fetch never asks port 6000; let the service listen on another");
});

test("a password in an invalid address is not repeated", async () => {
  const { exit, err } = await runCli(["check", "htp://me:hunter2@127.0.0.1"]);
  expect(exit).toBe(2);
  expect(err).not.toContain("hunter2");
});

test("no TeamCity command gets into a report", async () => {
  const server = createServer((_request, response) => void response.writeHead(404).end("##teamcity[buildStop]"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { out } = await runCli(["check", `http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  expect(out).not.toContain("##teamcity[");
  expect(out).toContain("teamcity[buildStop]");
});

describe("from an OpenAPI document", () => {
  const get = { get: { responses: { 200: { description: "Done" } } } };

  test("the variables of a server get their defaults", () => {
    const servers = [
      {
        url: "https://{region}.example/{version}",
        variables: { region: { default: "eu" }, version: { default: "v1" } },
      },
    ];
    expect(routesFromOpenApi({ openapi: "3.1.0", servers, paths: { "/things": get } }).success).toBe("GET /v1/things");
  });

  test("a method of a path with a parameter does not count as wrong", () => {
    const change = { patch: { responses: {} }, put: { responses: {} } };
    const paths = { "/things": get, "/{kind}": change, "/a/b": get };
    expect(routesFromOpenApi({ openapi: "3.1.0", paths }).wrongMethod).toBe("PATCH /a/b");
  });

  test.each([`/${"a".repeat(3_000)}`, "/a#b", "/a?b=c"])("anything but a path is left out: %.10s", (path) => {
    expect(routesFromOpenApi({ openapi: "3.1.0", paths: { [path]: get } })).toEqual({});
  });
});

test("a correct service does not count as refusing its token", async () => {
  const { url, close } = await startService();
  onTestFinished(close);
  const routes = fileOf({ protected: ROUTES.protected, success: ROUTES.success });
  expect((await runCli(["check", url, "--token", "right-token", "--routes", routes])).exit).toBe(0);
});
