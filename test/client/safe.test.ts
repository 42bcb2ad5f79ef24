import type { RequestListener } from "node:http";
import { type ClientInit, type ClientOptions, createClient, NetworkError } from "@uhp-errors/client";
import { expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { serving } from "../support/serving.ts";

const COLD = {
  error: {
    type: "server_error",
    code: "acme_gpu_cold",
    message: "The accelerator is warming up.",
    param: null,
    detail: { eta_seconds: 4 },
  },
};

const asJson = { "content-type": "application/json" };

const answer: Record<string, RequestListener> = {
  "/success": (_request, response) => response.writeHead(200, asJson).end('{"id":"a"}'),
  "/empty": (_request, response) => response.writeHead(204).end(),
  "/cold": (_request, response) => response.writeHead(503, asJson).end(JSON.stringify(COLD)),
  "/proxy": (_request, response) =>
    response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>"),
  "/reset": (request) => request.socket.destroy(),
  "/half": (request, response) => {
    response.writeHead(200, { ...asJson, "content-length": 100 }).write('{"id":');
    setImmediate(() => request.socket.destroy());
  },
  "/silent": () => {},
};

async function clientOf(options: Partial<ClientOptions<typeof acme>> = {}) {
  const baseUrl = await serving((request, response) => answer[`${request.url}`]?.(request, response));
  return createClient({ baseUrl, catalog: acme, maxAttempts: 1, ...options });
}

const VALUES: readonly (readonly [path: string, init: ClientInit, result: object])[] = [
  ["/success", {}, { data: { id: "a" } }],
  ["/empty", {}, { data: undefined, error: undefined }],
  ["/cold", {}, { error: { name: "ApiError", code: "acme_gpu_cold", detail: { eta_seconds: 4 }, status: 503 } }],
  ["/proxy", {}, { error: { name: "UnexpectedResponseError", code: null, status: 502, excerpt: "Bad Gateway" } }],
  [
    "/reset",
    {},
    {
      error: { name: "NetworkError", retry: "backoff", message: "The connection failed before the answer was whole." },
    },
  ],
  ["/half", {}, { error: { name: "NetworkError" } }],
  [
    "/silent",
    { timeoutMs: 20 },
    { error: { name: "TimeoutError", kind: "total", timeoutMs: 20, message: "No whole answer within 20 ms." } },
  ],
];

test.each(VALUES)("what %s gives is a value", async (path, init, result) => {
  const client = await clientOf();
  const { data, error } = await client.safe(client.json(path, init));
  expect({ data, error }).toMatchObject({ data: undefined, error: undefined, ...result });
  // The throwing form gives the same.
  const thrown = await client.json(path, init).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(thrown?.name).toBe(error?.name);
});

test("a response is a value, and so is the failure of its body", async () => {
  const client = await clientOf();
  const { data: response } = await client.safe(client.fetch("/half"));
  expect(response?.status).toBe(200);
  const { error } = await client.safe((response as Response).json());
  expect(error?.name).toBe("NetworkError");
});

test("an operation changes only the type of the error", async () => {
  const client = await clientOf();
  const { error } = await client.safe(client.fetch("/cold"), { method: "GET", path: "/cold", codes: [] });
  expect(error?.name).toBe("ApiError");
});

const lost = new Error("no token today");

test.each<readonly [says: string, init: ClientInit, options: Partial<ClientOptions<typeof acme>>, reason: unknown]>([
  ["an option that does not exist", { retries: 3 } as ClientInit, {}, expect.any(TypeError)],
  ["a method that HTTP does not have", { method: "no method" }, {}, expect.any(TypeError)],
  ["an abort with a reason", { signal: AbortSignal.abort(lost) }, {}, lost],
  ["an abort without a reason", { signal: AbortSignal.abort() }, {}, expect.objectContaining({ name: "AbortError" })],
  ["a token function that throws", {}, { token: () => Promise.reject(lost) }, lost],
])("%s still rejects", async (_, init, options, reason) => {
  const client = await clientOf(options);
  await expect(client.safe(client.json("/success", init))).rejects.toEqual(reason);
});

test("an abort while the server is silent rejects with its reason", async () => {
  const client = await clientOf();
  const controller = new AbortController();
  const result = client.safe(client.json("/silent", { signal: controller.signal }));
  controller.abort(lost);
  await expect(result).rejects.toBe(lost);
});

test("a network error that a program makes may be retried, and has nothing of a stream", () => {
  const made = new NetworkError();
  expect(made.retry).toBe("backoff");
  expect(made).not.toHaveProperty("lastSequenceNumber");
});

test("an error of another copy of the package is a value, and what is no promise is data", async () => {
  const client = await clientOf();
  const foreign = Object.create(NetworkError.prototype) as NetworkError;
  expect(await client.safe(Promise.reject(foreign))).toEqual({ data: undefined, error: foreign });
  expect(await client.safe(3 as never)).toEqual({ data: 3, error: undefined });
});
