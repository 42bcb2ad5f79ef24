import type { Context, Hono } from "hono";
import { getCookie, setCookie, setSignedCookie } from "hono/cookie";
import { HTTPException } from "hono/http-exception";
import { stream, streamSSE, streamText } from "hono/streaming";
import type { RequestState } from "../support/setup.ts";
import { pathOf, throwing } from "../support/styles.ts";

type Handler = (c: Context) => Response | Promise<Response>;

/** Ways to answer with a success, each with its status. */
const STYLES: Readonly<Record<string, readonly [status: number, handler: Handler]>> = {
  "a text": [200, (c) => c.text("hello")],
  "a text and a header": [200, (c) => c.text("hello", 200, { "X-Own": "1" })],
  "an object": [200, (c) => c.json({ name: "hello", error: { type: "x" } })],
  "a list": [200, (c) => c.json([1, 2, 3])],
  "a page": [200, (c) => c.html("<p>hello</p>")],
  "a large text": [200, (c) => c.text("hello ".repeat(10_000))],
  bytes: [200, (c) => c.body(new Uint8Array([1, 2, 3]).buffer, 200, { "Content-Type": "image/png" })],
  "an empty text": [200, (c) => c.text("")],
  "no content": [204, (c) => c.body(null, 204)],
  created: [201, (c) => c.json({ id: 1 }, 201, { Location: "/1" })],
  redirect: [302, (c) => c.redirect("/elsewhere")],
  "a status and headers that were set": [
    202,
    (c) => {
      c.status(202);
      c.header("X-Own", "1");
      c.header("X-Own", "2", { append: true });
      return c.text("taken");
    },
  ],
  "a response of its own": [203, () => new Response("own", { status: 203, headers: { "X-Own": "1" } })],
  "JSON of its own": [200, () => Response.json({ own: true })],
  cookies: [
    200,
    async (c) => {
      setCookie(c, "a", "1", { httpOnly: true });
      setCookie(c, "b", "2", { path: "/x" });
      await setSignedCookie(c, "c", "3", "not-a-real-secret");
      return c.text(`had ${Object.keys(getCookie(c)).length}`);
    },
  ],
  "a stream": [
    200,
    (c) =>
      stream(c, async (to) => {
        await to.write(new Uint8Array([104]));
        // If the server has the whole body before it writes the head, it states its length.
        await to.sleep(5);
        await to.write(new Uint8Array([105]));
      }),
  ],
  "a stream of text": [
    200,
    (c) =>
      streamText(c, async (to) => {
        await to.write("one ");
        await to.sleep(5);
        await to.write("two");
      }),
  ],
  "a stream of events": [
    200,
    (c) =>
      streamSSE(c, async (to) => {
        await to.writeSSE({ data: "1", event: "tick", id: "1" });
        await to.sleep(5);
        await to.writeSSE({ data: "2" });
      }),
  ],
};

const FAILURES: Readonly<Record<string, readonly [status: number, handler: Handler]>> = {
  "a throw": [500, throwing(() => new Error("pg://svc:hunter2@db-1"))],
  "an HTTPException": [403, throwing(() => new HTTPException(403, { message: "not yours" }))],
  "a sent 404": [404, (c) => c.text("no such thing", 404)],
  "a sent 503": [503, (c) => c.json({ message: "later" }, 503, { "Retry-After": "7" })],
  "c.notFound": [404, (c) => c.notFound() as Response],
};

/** Adds a route for every style. */
export function mountStyles(app: Hono): void {
  for (const [name, [, handler]] of Object.entries({ ...STYLES, ...FAILURES })) app.get(pathOf(name), handler);
}

type Fields = Readonly<Record<string, string>>;

/** Requests for every style, with GET and with HEAD, each to its own server. */
export function styleRequests(headers: Fields = {}): Record<string, RequestState> {
  const styles = Object.entries({ ...STYLES, ...FAILURES }).flatMap(([name, [status]]): [string, RequestState][] => [
    [name, [{ path: pathOf(name), status, headers }]],
    [`HEAD of ${name}`, [{ method: "HEAD", path: pathOf(name), status, headers }]],
  ]);
  return {
    ...Object.fromEntries(styles),
    "an unknown route": [{ path: "/nowhere", status: 404, headers }],
    "HTTP/1.0": [{ version: "1.0", path: "/a-text", headers }],
  };
}
