import { readFileSync } from "node:fs";
import { parseEnvelope } from "@uhp-errors/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { start as expressBefore } from "../../../examples/express/before.ts";
import { start as expressAfter } from "../../../examples/express/server.ts";
import { start as fastifyBefore } from "../../../examples/fastify/before.ts";
import { start as fastifyAfter } from "../../../examples/fastify/server.ts";
import { start as h3Before } from "../../../examples/h3/before.ts";
import { start as h3After } from "../../../examples/h3/server.ts";
import { start as honoBefore } from "../../../examples/hono/before.ts";
import { start as honoAfter } from "../../../examples/hono/server.ts";
import { start as koaBefore } from "../../../examples/koa/before.ts";
import { start as koaAfter } from "../../../examples/koa/server.ts";
import { start as nestBefore } from "../../../examples/nestjs/before.ts";
import { start as nestAfter } from "../../../examples/nestjs/server.ts";
import { listen } from "../../conformance/drivers/listen.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { parseMessage, type Received, type Sent, send, sendBytes } from "../../support/http.ts";
import { patched } from "../../support/patched.ts";

/** One of the running services. */
interface Service {
  readonly url: string;
  close(): Promise<void>;
}

/** The error message of the service that writes summaries. */
const UPSTREAM_TEXT = "db-1.prod.internal refused svc:hunter2";

const EXAMPLES = [
  { name: "express", before: expressBefore, after: expressAfter, upload: formOf },
  { name: "koa", before: koaBefore, after: koaAfter, upload: textOf },
  { name: "h3", before: h3Before, after: h3After, upload: textOf },
  { name: "fastify", before: fastifyBefore, after: fastifyAfter, upload: formOf },
  { name: "nestjs", before: nestBefore, after: nestAfter, upload: formOf },
  { name: "hono", before: honoBefore, after: honoAfter, upload: textOf },
];

const SEARCH: Sent = { path: "/search?q=agreed" };

describe.each(EXAMPLES)("the example for $name", ({ name, before, after, upload }) => {
  let upstream: Service;
  beforeAll(async () => {
    upstream = await listen((request, response) => {
      if (request.url === "/1") response.end("They agreed.");
      else if (request.url === "/2") request.socket.destroy();
      else response.writeHead(503).end(UPSTREAM_TEXT);
    });
  });
  afterAll(() => upstream.close());

  beforeEach(() => {
    vi.stubEnv("SUMMARY_URL", upstream.url);
    vi.stubEnv("LOG_LEVEL", "silent");
    const printed = vi.spyOn(console, "error").mockImplementation(() => {});
    return () => {
      printed.mockRestore();
      vi.unstubAllEnvs();
    };
  });

  /** Sends the same requests to the service before and after, and returns both responses to the last one. */
  const both = (...requests: Sent[]) => Promise.all([lastAnswer(before, requests), lastAnswer(after, requests)]);

  const happy: [says: string, ...requests: Sent[]][] = [
    ["all documents", { path: "/documents" }],
    ["one document", { path: "/documents/1" }],
    ["a new document", document('{"title": "Bill", "text": "Ten chairs.", "date": "2026-04-01"}')],
    ["an upload", upload(1_000)],
    ["a download", upload(1_000), { path: "/documents/1/file" }],
    ["a summary by another service", { path: "/documents/1/summary" }],
    ["a search", SEARCH],
    ["a stream", { path: "/export?since=2026-02-01" }],
  ];
  test.each(happy)("answers %s as before", async (_says, ...requests) => {
    const [was, is] = await both(...requests);
    expect(was.status).toBeLessThan(300);
    expect(was.body).not.toBe("");
    expect([is.status, is.headers["content-type"], is.body]).toEqual([
      was.status,
      was.headers["content-type"],
      was.body,
    ]);
    expect(is.headers["uhp-version"]).toBe("2026-10-04");
  });

  // These two read an upload as a string, and a string parser does not know about uploads.
  const TOO_LARGE = name === "koa" || name === "h3" ? "acme_content_too_large" : "file_too_large";
  const failing: [says: string, status: number, code: string, ...requests: Sent[]][] = [
    ["an unknown document", 404, "acme_document_not_found", { path: "/documents/9" }],
    ["a document without a file", 404, "file_not_found", { path: "/documents/2/file" }],
    ["JSON that does not parse", 400, "invalid_input", document('{"title": hunter2}')],
    ["an empty title", 400, "invalid_input", document('{"title": "", "text": "", "date": "2026-04-01"}')],
    ["a body that is missing", 400, "invalid_input", { method: "POST", path: "/documents" }],
    ["an upload that is too large", 413, TOO_LARGE, upload(70_000)],
    ["an upload without a file", 400, "invalid_input", { method: "PUT", path: "/documents/1/file" }],
    ["a search for nothing", 400, "invalid_input", { path: "/search" }],
    ["one search too many", 429, "rate_limited", SEARCH, SEARCH, SEARCH, SEARCH],
    ["an error that nobody planned for", 500, "acme_internal_error", { path: "/export?since=yesterday" }],
    ["a service that hangs up", 502, "acme_upstream_error", { path: "/documents/2/summary" }],
    ["a service that fails", 502, "acme_upstream_error", { path: "/documents/3/summary" }],
    ["an unknown route", 404, "acme_route_not_found", { path: "/nothing/here" }],
    ["a wrong method", 405, "acme_method_not_allowed", { method: "DELETE", path: "/documents" }],
  ];
  test.each(failing)("answers %s with the contract", async (_says, status, code, ...requests) => {
    const [was, is] = await both(...requests);
    expect(was.status).toBeGreaterThanOrEqual(400);
    expect(parseEnvelope(was.body)).toBeUndefined();
    expect(is.status).toBe(status);
    expect(expectEnvelope(is).code).toBe(code);
    expect(is.body).not.toContain("hunter2");
  });

  test("answers bytes that are not a request with the contract", async () => {
    const noise = (service: Service) => sendBytes(service.url, "NOISE\r\n\r\n");
    const [was, is] = (await Promise.all([during(before, noise), during(after, noise)])).map(parseMessage);
    expect(was).toMatchObject({ status: 400 });
    expect(parseEnvelope(was?.body)).toBeUndefined();
    expect(expectEnvelope(is as Received).code).toBe("acme_bad_request");
  });

  test("states the limits that a client needs", async () => {
    const [, tooLarge] = await both(upload(70_000));
    expect(expectEnvelope(tooLarge).detail).toEqual({ max_bytes: 65_536 });
    const [, tooMany] = await both(SEARCH, SEARCH, SEARCH, SEARCH);
    expect(tooMany.headers["retry-after"]).toMatch(/^\d+$/);
    const [, wrongMethod] = await both({ method: "DELETE", path: "/documents" });
    expect(wrongMethod.headers["allow"]?.split(/, ?/).sort()).toEqual(["GET", "HEAD", "POST"]);
  });

  test("differs from the service before adoption as adopt.diff shows", () => {
    const file = (base: string) => readFileSync(new URL(`../../../examples/${name}/${base}`, import.meta.url), "utf8");
    expect(patched(file("before.ts"), file("adopt.diff"))).toBe(file("server.ts"));
  });
});

/** Starts a service, and stops it after use. */
async function during<Result>(
  start: () => Promise<Service>,
  use: (service: Service) => Promise<Result>,
): Promise<Result> {
  const service = await start();
  try {
    return await use(service);
  } finally {
    await service.close();
  }
}

/** Sends requests to a fresh service, one after the other, and returns the response to the last. */
function lastAnswer(start: () => Promise<Service>, requests: readonly Sent[]): Promise<Received> {
  return during(start, async ({ url }) => {
    const answers: Received[] = [];
    for (const sent of requests) answers.push(await send(url, sent));
    return answers.at(-1) as Received;
  });
}

function document(body: string): Sent {
  return { method: "POST", path: "/documents", headers: { "Content-Type": "application/json" }, body };
}

/** An upload of this many bytes as a form. */
function formOf(bytes: number): Sent {
  const head = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  return {
    method: "PUT",
    path: "/documents/1/file",
    headers: { "Content-Type": "multipart/form-data; boundary=cut" },
    body: `${head}${"x".repeat(bytes)}\r\n--cut--\r\n`,
  };
}

/** An upload of this many bytes as plain text. */
function textOf(bytes: number): Sent {
  const headers = { "Content-Type": "text/plain" };
  return { method: "PUT", path: "/documents/1/file", headers, body: "x".repeat(bytes) };
}
