import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHANGED_CODES, UPGRADES } from "../0.1/upgrades.ts";
import { before, changesOf, PROGRAMS, writePrograms } from "../programs.ts";

const GUIDE = readFileSync(new URL("../../../docs/upgrading.md", import.meta.url), "utf8");
const HEADINGS = [...GUIDE.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

/** What a program exports, a server that listens or a function of a request, and what the test checks. */
interface Program {
  readonly server?: Server;
  readonly handler?: (request: Request) => Response | Promise<Response>;
  readonly [name: string]: unknown;
}

const programs = new Map<string, Program>();
beforeAll(async () => {
  for (const [name, file] of writePrograms("upgraded")) {
    programs.set(name, await import(file));
  }
});
afterAll(async () => {
  for (const { server } of programs.values()) {
    if (server === undefined) continue;
    server.close();
    (server as Server & { closeAllConnections(): void }).closeAllConnections();
  }
  rmSync(new URL("../upgraded/", import.meta.url), { recursive: true });
});

function programOf(name: string): Program {
  const program = programs.get(name);
  if (program === undefined) throw new Error(`no program "${name}"`);
  return program;
}

async function addressOf(server: Server): Promise<string> {
  if (!server.listening) await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function ask(name: string, path: string, init: RequestInit = {}): Promise<Response> {
  const { server, handler } = programOf(name);
  if (server !== undefined) return fetch(`${await addressOf(server)}${path}`, init);
  if (handler === undefined) throw new Error(`"${name}" answers no requests`);
  return handler(new Request(`http://127.0.0.1${path}`, init));
}

/** The status, the code and the detail of an error. */
async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; param: unknown; detail: unknown } };
  return { status: response.status, ...error };
}

test("each program has a list of changes, and each list a program", () => {
  expect(Object.keys(UPGRADES).toSorted()).toEqual(PROGRAMS.toSorted());
});

const CHANGES = PROGRAMS.flatMap((name) => changesOf(name).map((change) => [name, ...change] as const));

test.each(CHANGES)("%s: %j becomes %j, as the guide says", (name, from, _to, heading) => {
  expect(before(name)).toContain(from);
  expect(HEADINGS).toContain(heading);
});

test.each(Object.values(CHANGED_CODES))("the guide has the row %s, %s", (was, is, heading) => {
  const [, section = ""] = GUIDE.split(`### ${heading}\n`);
  const rows = section
    .split("\n### ")[0]
    ?.split("\n")
    .filter((line) => line.startsWith("|"));
  const written = is.replace("acme_", "<vendor>_");
  expect(rows?.some((row) => row.includes(written) && row.includes(was.replace("acme_", "<vendor>_")))).toBe(true);
});

const SERVICES = ["express", "koa", "fastify", "hono", "h3", "fetch", "nestjs"];

describe.each(SERVICES)("a service on %s", (name) => {
  test("answers a success as before", async () => {
    const response = await ask(name, "/v1/orders/1");
    expect(await response.json()).toMatchObject({ id: "1" });
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
  });

  test("answers errors of its catalog", async () => {
    const missing = { status: 404, code: "acme_order_not_found", param: "id" };
    expect(await errorOf(await ask(name, "/v1/orders/9"))).toMatchObject(missing);
  });

  test("asks for a token", async () => {
    const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
    expect(await errorOf(await ask(name, "/v1/me"))).toMatchObject({ status: 401, code: "missing_credential" });
    const wrong = await ask(name, "/v1/me", withToken("wrong"));
    expect(await errorOf(wrong)).toMatchObject({ status: 401, code: "invalid_credential" });
    expect(await (await ask(name, "/v1/me", withToken("key"))).json()).toEqual({ name: "Ada" });
  });

  test("ends a stream that fails", async () => {
    const response = await ask(name, "/v1/responses", { method: "POST" });
    const text = await response.text();
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(text).toContain('"response.created"');
    expect(text).toContain('"response.failed"');
    expect(text).toContain(name === "express" ? '"acme_agent_crashed"' : '"provider_error"');
  });
});

test("a report has what the response does not show", async () => {
  const response = await ask("express", "/v1/report");
  const text = await response.clone().text();
  expect(await errorOf(response)).toMatchObject({ status: 500, code: "acme_internal_error" });
  expect(text).not.toContain("/srv/acme");
  const { reports } = programOf("express");
  expect(reports).toContainEqual(
    expect.objectContaining({
      thrown: expect.objectContaining({ message: "cannot open /srv/acme/notes.db" }),
      correlationId: response.headers.get("x-request-id"),
      level: "error",
      outcome: "answered",
      origin: "unknown",
    }),
  );
});

test("details, classes and errors that a service writes by hand are answered as the guide says", async () => {
  const { written, ofClass } = CHANGED_CODES;
  const sold = await ask("express", "/v1/orders", { method: "POST" });
  expect(await errorOf(sold)).toMatchObject({ status: 409, code: "acme_sold_out", detail: { left: 2 } });
  const codeOf = async (path: string) => (await errorOf(await ask("express", path))).code;
  expect(await codeOf("/v1/class")).toBe(ofClass[1]);
  expect(await codeOf("/v1/stripe")).toBe("acme_upstream_error");
  expect(await codeOf("/v1/written")).toBe(written[1]);
});

/** A form with one file over the limit. */
function largeForm(): FormData {
  const form = new FormData();
  form.append("file", new Blob(["x".repeat(2_000)]), "large.txt");
  return form;
}

test("the options of a contract work as before", async () => {
  const { lines } = programOf("express");
  expect(await errorOf(await ask("express", "/v1/files", { method: "POST", body: largeForm() }))).toMatchObject({
    code: "file_too_large",
    param: "file",
    detail: { max_bytes: 1_000 },
  });
  const response = await ask("express", "/v1/harnesses/1");
  expect(response.headers.get("x-request-id")).toBe("req-1");
  expect(await errorOf(response)).toMatchObject({ status: 404, code: "harness_not_found" });
  expect(lines).toContainEqual(expect.stringContaining("harness_not_found"));
  expect(await (await ask("express", "/graphql")).text()).toBe("of another protocol");
  expect(await errorOf(await ask("express", "/rpc", { method: "POST" }))).toMatchObject({ code: "invalid_input" });
  const expired = await ask("express", "/v1/expired");
  expect(expired.headers.get("www-authenticate")).toBe("Bearer");
  expect(await errorOf(expired)).toMatchObject({ status: 401, code: "acme_login_expired" });
  const cancelled = await ask("express", "/v1/cancelled", { method: "POST" });
  expect(await cancelled.json()).toMatchObject({ status: "cancelled", error: null });
  expect(await (await ask("koa", "/v1/orders/9")).json()).toMatchObject({ detail: "There is no such order." });
  expect(await errorOf(await ask("koa", "/v1/thing"))).toMatchObject({
    code: "acme_not_found",
    message: "The shop has no such thing.",
  });
  expect(await (await ask("fastify", "/health")).text()).toBe("outside");
  const large = { method: "POST", headers: { "content-type": "application/json" }, body: `"${"x".repeat(2_000)}"` };
  expect(await errorOf(await ask("hono", "/v1/files", large))).toMatchObject({
    status: 413,
    code: "file_too_large",
    detail: { max_bytes: 1_000 },
  });
  expect(await errorOf(await ask("fastify", "/v1/files", large))).toMatchObject({
    status: 413,
    code: CHANGED_CODES.body[1],
    detail: { max_bytes: 1_000 },
  });
});

test.each(SERVICES)("an address that does not exist is reported on %s", async (name) => {
  const code = name === "fetch" ? CHANGED_CODES.bareAddress[1] : "acme_route_not_found";
  expect(await errorOf(await ask(name, "/nowhere"))).toMatchObject({ status: 404, code });
});

test.each(["hono", "fetch"])("a wrong field is named on %s", async (name) => {
  const headers = { "content-type": "application/json" };
  const response = await ask(name, "/v1/notes", { method: "POST", headers, body: '{"title":1}' });
  expect(await errorOf(response)).toMatchObject({ status: 400, code: "invalid_input", param: "title" });
});

test.each(["express", "koa", "fastify"])("a failed task is told on %s", async (name) => {
  const response = await ask(name, "/v1/tasks", { method: "POST" });
  expect(await response.json()).toMatchObject({ status: "failed", error: { code: "harness_error" } });
});

test.each(["adapter-node", "adapter-fetch", "core-alone"])("%s answers", async (name) => {
  expect(await (await ask(name, "/v1/orders")).text()).toBe("[]");
  expect(await errorOf(await ask(name, "/v1/broken"))).toMatchObject({ status: 409, code: "session_busy" });
});

test("the client reads what a service of 0.1 sends", async () => {
  const { order, read, isPage, failedTask, advice } = programOf("client") as {
    order(url: string): Promise<string>;
    read(response: Response): Promise<string>;
    isPage(response: Response): Promise<boolean>;
    failedTask(body: unknown): string | undefined;
    advice: object;
  };
  expect(await order(await addressOf(programOf("express").server as Server))).toBe("Only 2 are left.");
  expect(await read(await ask("koa", "/v1/orders/9"))).toBe("acme_order_not_found");
  const error = { type: "harness_error", code: "provider_error", message: "It failed.", param: null, detail: null };
  expect(failedTask({ status: "failed", error })).toBe("provider_error");
  expect(advice).toMatchObject({ rule: "backoff", automatic: true, waitMs: 2_000 });
  expect(await isPage(new Response("<h1>Bad Gateway</h1>", { status: 502 }))).toBe(true);
  expect(await read(new Response("<h1>Bad Gateway</h1>", { status: 502 }))).toBe("502 Bad Gateway");
});

test("exports contain what they contained before", () => {
  const { described, components, forChecks, changes, page, text, constants, overlay } = programOf("exports");
  expect(described).toHaveProperty(["paths", "/v1/harnesses/{id}", "get", "responses", "503"]);
  expect(components).toHaveProperty(["components", "responses", "AcmeError404"]);
  expect(forChecks).toHaveProperty(["$defs", "task_error"]);
  expect(overlay).toHaveProperty("overlay");
  expect(changes).toEqual([]);
  for (const made of [page, text, constants]) expect(made).toContain("acme_gpu_cold");
});

test("telemetry hears of errors", async () => {
  await ask("telemetry", "/");
  const { records, counts, outcomes } = programOf("telemetry");
  expect(records).toEqual(["409 session_busy (answered)"]);
  expect([...(counts as Map<string, number>)]).toEqual([["catalog", 1]]);
  expect(outcomes).toMatchObject({ answered: 1, aborted: 0 });
});

test("the matchers and assertions of a test file hold", async () => {
  await (programOf("testing")["tests"] as () => Promise<void>)();
});

test("the audits of a service pass", async () => {
  const { check, seen } = programOf("conformance") as {
    check(url: string, ids: readonly string[]): Promise<readonly (readonly [string, string, { status: string }])[]>;
    seen: readonly { readonly status: number }[];
  };
  const outcomes = await check(await addressOf(programOf("fastify").server as Server), ["ENV01", "VER01", "AUT01"]);
  expect(outcomes.map(([id, level, { status }]) => [id, level, status])).toEqual([
    ["ENV01", "MUST", "pass"],
    ["VER01", "MUST", "pass"],
    ["AUT01", "MUST", "pass"],
  ]);
  expect(seen.length).toBeGreaterThan(0);
});

test("a sanitizer written by hand cleans messages", async () => {
  const response = await ask("sanitizer", "/");
  expect(await response.text()).toContain("The session of somebody is busy.");
  expect(programOf("sanitizer")["removed"]).not.toHaveLength(0);
});
