import { createServer, request } from "node:http";
import { Readable } from "node:stream";
import { createContract, parseEnvelope } from "@uhp-errors/core";
import { install } from "@uhp-errors/h3";
import { bodyLimit, defineWebSocketHandler, H3, HTTPError, HTTPResponse, readBody, useSession } from "h3";
import { toNodeHandler } from "h3/node";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { SECRETS } from "../support/secrets.ts";

const secret = SECRETS.password;

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** What an app answers on Node, and what the contract reports. */
async function answered(
  mount: (app: H3) => unknown,
  { isCovered = true, path = "/x", pieces, headers = {} }: Asked = {},
): Promise<Answer & { readonly outcomes: readonly string[] }> {
  const outcomes: string[] = [];
  const app = new H3({ silent: true });
  if (isCovered) install(app, createContract(acme, { onError: ({ outcome }) => outcomes.push(outcome) }));
  mount(app);
  const server = createServer(toNodeHandler(app));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      const method = pieces === undefined ? "GET" : "POST";
      const sent = request({ port, host: "127.0.0.1", path, method, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece) => {
          text += piece;
        });
        response.on("error", reject).on("end", () => {
          resolve({ status: response.statusCode, headers: response.headers, text });
        });
      });
      sent.on("error", reject);
      for (const piece of pieces ?? []) sent.write(piece);
      sent.end();
    });
    return { ...answer, outcomes };
  } finally {
    server.close();
  }
}

interface Asked {
  readonly isCovered?: boolean;
  readonly path?: string;
  readonly pieces?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

const failing = (delay: number) =>
  new Readable({
    read() {
      setTimeout(() => this.destroy(new Error(secret)), delay);
    },
  });

const destroyed = () => {
  const stream = new Readable({ read() {} });
  stream.on("error", () => {});
  return stream.destroy(new Error(secret));
};

const post = { pieces: [`{"a":"${"x".repeat(100)}`, '"}'], headers: { "content-type": "application/json" } };

describe("a failure is answered", () => {
  test.each<readonly [what: string, mount: (app: H3) => unknown, asked: Asked, status: number, code: string]>([
    [
      "a body in chunks over the limit of middleware, by readBody",
      (app) => app.post("/x", (event) => readBody(event), { middleware: [bodyLimit(50)] }),
      post,
      413,
      "acme_content_too_large",
    ],
    [
      "a body in chunks over the limit of middleware, by the request",
      (app) => app.post("/x", (event) => event.req.text(), { middleware: [bodyLimit(50)] }),
      post,
      413,
      "acme_content_too_large",
    ],
    [
      "an error after the body was canceled",
      (app) =>
        app.post("/x", async (event) => {
          await event.req.body?.cancel();
          throw acme.error("session_busy");
        }),
      post,
      409,
      "session_busy",
    ],
    ["a stream that fails at once", (app) => app.get("/x", () => failing(0) as never), {}, 500, "acme_internal_error"],
    ["a stream that fails later", (app) => app.get("/x", () => failing(20) as never), {}, 500, "acme_internal_error"],
    ["a stream that has failed", (app) => app.get("/x", () => destroyed() as never), {}, 500, "acme_internal_error"],
    [
      "a stream in a response of h3's that fails",
      (app) => app.get("/x", () => new HTTPResponse(failing(0) as never)),
      {},
      500,
      "acme_internal_error",
    ],
    [
      "a route of WebSockets that is asked for another protocol",
      (app) => app.get("/x", defineWebSocketHandler({})),
      { headers: { connection: "upgrade", upgrade: "x" } },
      426,
      "acme_http_426",
    ],
  ])("%s", async (_what, mount, asked, status, code) => {
    const answer = await answered(mount, asked);
    expect([answer.status, parseEnvelope(answer.text)?.error.code]).toEqual([status, code]);
    expect(answer.text).not.toContain(secret);
    expect(answer.outcomes).toEqual(["answered"]);
  });
});

test("the cookie of a session is sent once with an error", async () => {
  const { headers } = await answered((app) =>
    app.get("/x", async (event) => {
      const session = await useSession(event, { password: "x".repeat(40) });
      await session.update({ user: 1 });
      throw new Error(secret);
    }),
  );
  expect(headers["set-cookie"]).toHaveLength(1);
});

/** Mounts the fetch function of an app that has this handler. */
const mounted = (handler: () => unknown) => (app: H3) => app.mount("/m", new H3().get("/x", handler).fetch);

describe("a success is sent as without the contract", () => {
  test.each<readonly [what: string, mount: (app: H3) => unknown, path: string]>([
    ["a stream of Node's", (app) => app.get("/x", () => Readable.from(["a", "b"]) as never), "/x"],
    ["an empty stream of Node's", (app) => app.get("/x", () => Readable.from([]) as never), "/x"],
    ["a function", (app) => app.get("/x", () => function named() {}), "/x"],
    ["a text of a mounted fetch", mounted(() => "text"), "/m/x"],
    ["JSON of a mounted fetch", mounted(() => ({ a: 1 })), "/m/x"],
    ["bytes of a mounted fetch", mounted(() => new Uint8Array(3)), "/m/x"],
    ["a stream of a mounted fetch", mounted(() => new Blob(["a"]).stream()), "/m/x"],
    [
      "a redirect of a mounted fetch",
      mounted(() => new Response(null, { status: 302, headers: { location: "/" } })),
      "/m/x",
    ],
    [
      "a redirect that is thrown",
      (app) =>
        app.get("/x", () => {
          throw new HTTPError({ status: 302, headers: { location: "/" } });
        }),
      "/x",
    ],
    ["nothing of a mounted fetch", mounted(() => null), "/m/x"],
  ])("%s", async (_what, mount, path) => {
    const bare = await answered(mount, { path, isCovered: false });
    const { "uhp-version": _, "x-request-id": __, ...headers } = (await answered(mount, { path })).headers;
    const { text, status } = await answered(mount, { path });
    delete (headers as Record<string, unknown>)["date"];
    delete (bare.headers as Record<string, unknown>)["date"];
    expect({ status, headers, text }).toEqual({ status: bare.status, headers: bare.headers, text: bare.text });
  });
});

describe("a stream is canceled with the reason of its reader", () => {
  const streamed = (type: string, onCancel: (reason: unknown) => void) =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("first")),
        cancel: onCancel,
      }),
      { headers: type === "" ? {} : { "Content-Type": type } },
    );

  test.each<readonly [what: string, type: string]>([
    ["of bytes", "application/octet-stream"],
    ["of text", "text/plain"],
    ["without a type", ""],
  ])("%s", async (_what, type) => {
    const reasons: unknown[] = [];
    const app = new H3({ silent: true });
    install(app, createContract(acme));
    app.get("/value", () => streamed(type, (reason) => reasons.push(reason)).body);
    app.get("/response", () => streamed(type, (reason) => reasons.push(reason)));
    for (const path of ["/value", "/response"]) {
      const { body } = await app.request(path);
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel("the client left");
    }
    expect(reasons).toEqual(["the client left", "the client left"]);
  });
});
