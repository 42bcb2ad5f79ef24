import { type Exchange, inPieces } from "./exchange.ts";

const text = { "Content-Type": "text/plain" };

function cookies(response: Response): Response {
  response.headers.append("Set-Cookie", "a=1; Path=/");
  response.headers.append("Set-Cookie", "b=2, still b");
  return response;
}

/** Sends a request to this very server. */
const ask = (request: Request, path: string) => fetch(new URL(path, request.url));

class OwnResponse extends Response {}

/** Responses that the contract must not touch. */
const ANSWERS: Readonly<Record<string, Exchange["answer"]>> = {
  json: () => Response.json({ a: 1 }),
  "json, 300 kB": () => Response.json({ a: "x".repeat(300_000) }),
  "json that begins as an envelope does": () => Response.json({ error: { type: "x" }, id: 1 }),
  "json as a stream": () =>
    new Response(inPieces(['{"error":{"type"', ':"x"},"id":1}']), { headers: { "Content-Type": "application/json" } }),
  text: () => new Response("hello"),
  page: () => new Response("<p>", { headers: { "Content-Type": "text/html" } }),
  bytes: () => new Response(new Uint8Array([0, 255, 1])),
  "bytes with a type": () => new Response(new Uint8Array(70_000), { headers: { "Content-Type": "image/png" } }),
  file: () => new Response(new Blob(["hello"], { type: "text/csv" })),
  form: () => new Response(new URLSearchParams({ a: "1" })),
  stream: () => new Response(inPieces(["a", "b"]), { headers: text }),
  "stream of a length": () => new Response(inPieces(["a", "b"]), { headers: { ...text, "Content-Length": "2" } }),
  events: () => new Response(inPieces(["data: 1\n\n"]), { headers: { "Content-Type": "text/event-stream" } }),
  "an empty text": () => new Response(""),
  "no body": () => new Response(null),
  "no content": () => new Response(null, { status: 204 }),
  "not modified": () => new Response(null, { status: 304, headers: { ETag: '"1"' } }),
  created: () => Response.json({ id: 1 }, { status: 201, headers: { Location: "/case/1" } }),
  range: () => new Response("hello", { status: 206, headers: { ...text, "Content-Range": "bytes 0-4/14" } }),
  redirect: (request) => Response.redirect(new URL("/elsewhere", request.url), 302),
  "two cookies": () => cookies(Response.json({})),
  "two cookies on a stream": () => cookies(new Response(inPieces(["a"]), { headers: text })),
  "a class of one's own": () => new OwnResponse("hello", { headers: text }),
  "frozen headers": () => {
    const response = Response.json({ a: 1 });
    Object.freeze(response.headers);
    return response;
  },
  "what fetch gave": (request) => ask(request, "/upstream/200"),
  "a body of what fetch gave": async (request) =>
    new Response((await ask(request, "/upstream/200")).body, { headers: text }),
  "what a request sent": (request) => new Response(request.body, { headers: { "Content-Type": "application/json" } }),
};

const PIECEMEAL = new Set(["json as a stream", "stream", "events", "two cookies on a stream"]);

export const SUCCESSES: readonly Exchange[] = Object.entries(ANSWERS).flatMap(([what, answer]): Exchange[] =>
  what === "what a request sent"
    ? [{ name: what, request: { method: "POST", body: '{"a":1}' }, answer }]
    : ["GET", "HEAD"].map((method) => ({
        name: `${method} of ${what}`,
        request: { method },
        isPiecemeal: PIECEMEAL.has(what),
        answer,
      })),
);
