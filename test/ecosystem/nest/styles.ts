import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import {
  Body,
  Controller,
  ForbiddenException,
  Get,
  Header,
  HttpCode,
  HttpException,
  type MessageEvent,
  NotFoundException,
  Post,
  Redirect,
  Res,
  Sse,
  StreamableFile,
  type Type,
} from "@nestjs/common";
import { type Decorations, decorate } from "@uhp-errors/reference-service/decorate";
import { concat, delay, EMPTY, from, map, type Observable, of, timer } from "rxjs";
import { gate } from "../support/gate.ts";
import { HALVES, NODE_STYLES, pathOf } from "../support/styles.ts";

/** The part that the responses of both platforms share. */
export interface NestResponse {
  status(code: number): NestResponse;
  header(name: string, value: string): NestResponse;
  type(type: string): NestResponse;
  send(body?: unknown): unknown;
  redirect(url: string): unknown;
  /** Only on Fastify. */
  readonly raw?: ServerResponse;
  hijack?(): unknown;
}

/** A handler, and the decorators of its method and its parameters. */
export interface Route {
  readonly status?: number;
  readonly handler: (...parameters: never[]) => unknown;
  readonly method?: readonly MethodDecorator[];
  readonly parameters?: readonly ParameterDecorator[];
}

const own = (handler: (response: NestResponse) => unknown, status = 200): Route => ({
  status,
  handler,
  parameters: [Res()],
});
const beside = (handler: (response: NestResponse) => unknown, status = 200): Route => ({
  status,
  handler,
  parameters: [Res({ passthrough: true })],
});
const returned = (handler: () => unknown, ...method: MethodDecorator[]): Route => ({ handler, method });
const events = (handler: () => Observable<MessageEvent | string>): Route => ({ handler, method: [Sse()] });

async function* lines(): AsyncGenerator<string> {
  yield "one ";
  await new Promise((resolve) => setTimeout(resolve, 5));
  yield "two";
}

class Harness {
  readonly id = 1;
  readonly error = { type: "x" };
  toJSON(): object {
    return { id: this.id, error: this.error };
  }
}

/** Ways to answer with a success. */
export const STYLES: Readonly<Record<string, Route>> = {
  "a text": returned(() => "hello"),
  "an empty text": returned(() => ""),
  "a large text": returned(() => "hello ".repeat(10_000)),
  "a page": returned(() => "<p>hello</p>", Header("Content-Type", "text/html")),
  "an object": returned(() => ({ name: "hello", error: { type: "x" } })),
  "an awaited object": returned(async () => ({ name: "hello" })),
  "an object with toJSON": returned(() => new Harness()),
  "a list": returned(() => [1, 2, 3]),
  "a number": returned(() => 7),
  "a boolean": returned(() => false),
  "a null": returned(() => null),
  nothing: returned(() => undefined),
  "a buffer": returned(() => Buffer.from([1, 2, 3])),
  bytes: returned(() => new Uint8Array([1, 2, 3]), Header("Content-Type", "image/png")),
  "an Observable": returned(() => of("first", "last")),
  "an Observable that waits": returned(() => timer(5).pipe(map(() => ({ late: true })))),
  "a file of bytes": returned(() => new StreamableFile(Buffer.from("filed"))),
  "a file with a type and a name": returned(
    () =>
      new StreamableFile(Buffer.from("filed"), {
        type: "text/plain",
        disposition: 'attachment; filename="a.txt"',
        length: 5,
      }),
  ),
  "a file that streams": returned(() => new StreamableFile(Readable.from([Buffer.from("one "), Buffer.from("two")]))),
  "a file of no bytes": returned(() => new StreamableFile(Readable.from([]))),
  "a generator": returned(lines),
  "a web response": returned(() => new Response("from the web", { headers: { "X-Own": "1" } })),
  "a web response of JSON": { ...returned(() => Response.json({ own: true }, { status: 203 })), status: 203 },
  "a web stream": returned(() => new Response("streamed").body, Header("Content-Type", "text/plain")),
  created: { ...returned(() => ({ id: 1 }), HttpCode(201), Header("Location", "/1")), status: 201 },
  "no content": { ...returned(() => undefined, HttpCode(204)), status: 204 },
  "not modified": { ...returned(() => undefined, HttpCode(304), Header("ETag", '"1"')), status: 304 },
  "two headers": returned(() => "hello", Header("X-One", "1"), Header("Cache-Control", "max-age=60")),
  "a redirect": { ...returned(() => undefined, Redirect("/elsewhere")), status: 302 },
  "a redirect with a status": { ...returned(() => undefined, Redirect("/elsewhere", 308)), status: 308 },
  "a redirect that the handler chooses": {
    ...returned(() => ({ url: "/other", statusCode: 307 }), Redirect("/elsewhere")),
    status: 307,
  },
  "a status beside": beside((response) => {
    response.status(202).header("X-Own", "1");
    return { taken: true };
  }, 202),
  "cookies beside": beside((response) => {
    response.header("Set-Cookie", "a=1; HttpOnly");
    return "baked";
  }),
  "a type beside": beside((response) => {
    response.type("text/csv");
    return "a,b";
  }),
  "a text of its own": own((response) => void response.status(203).header("X-Own", "1").send("own"), 203),
  "an object of its own": own((response) => void response.send({ own: true })),
  "a redirect of its own": own((response) => void response.status(302).redirect("/elsewhere"), 302),
  "nothing of its own": own((response) => void response.status(204).send(), 204),
  "events of texts": events(() => of("one", "two")),
  "events with names": events(() =>
    of({ data: { n: 1 }, type: "tick", id: "7", retry: 1_000 }, { data: "two\nlines" }).pipe(delay(5)),
  ),
  "no events": events(() => EMPTY),
  "events that wait": events(() => concat(of({ data: "1" }), timer(20).pipe(map(() => ({ data: "2" }))))),
  "events of a promise": { handler: async () => from([{ data: "1" }, { data: "2" }]), method: [Sse()] },
};

const fails = (status: number, error: () => unknown): Route => ({
  status,
  handler: () => {
    throw error();
  },
});

/** Ways to fail, each with the status of the bare server. */
export const FAILURES: Readonly<Record<string, Route>> = {
  "a throw": fails(500, () => new Error("pg://svc:hunter2@db-1")),
  "a rejection": { status: 500, handler: () => Promise.reject(new Error("no")) },
  "a forbidden": fails(403, () => new ForbiddenException("not yours")),
  "a not found": fails(404, () => new NotFoundException({ own: "body" })),
  "an exception of 503": fails(503, () => new HttpException("later", 503)),
  "an error with a status": fails(500, () => Object.assign(new Error("gone"), { statusCode: 410, status: 410 })),
  "a file that fails": {
    status: 500,
    handler: () =>
      new StreamableFile(
        new Readable({
          read() {
            this.destroy(new Error("no such file"));
          },
        }),
      ),
  },
  "a generator that fails at once": {
    status: 500,
    // biome-ignore lint/correctness/useYield: it fails before it could yield
    handler: async function* () {
      throw new Error("no such row");
    },
  },
  "a web response with a status": { status: 404, handler: () => new Response("no such thing", { status: 404 }) },
  "a returned 503": {
    ...returned(() => ({ message: "later" }), HttpCode(503), Header("Retry-After", "7")),
    status: 503,
  },
  "a status of 404 beside": beside((response) => {
    response.status(404);
    return { own: "body" };
  }, 404),
  "a sent 404": own((response) => void response.status(404).send("no such thing"), 404),
  "an Observable of nothing": { status: 500, handler: () => EMPTY },
  "an Observable that fails": {
    status: 500,
    handler: () =>
      timer(5).pipe(
        map(() => {
          throw new Error("no");
        }),
      ),
  },
  "an object that cannot be serialized": {
    status: 500,
    handler: () => {
      const ring: Record<string, unknown> = {};
      ring["ring"] = ring;
      return ring;
    },
  },
};

/** A controller with a route for each handler of a table, with GET unless its decorators say otherwise. */
export function controllerOf(
  routes: Readonly<Record<string, Route>>,
  decorators: readonly ClassDecorator[] = [Controller()],
): Type {
  class Routes {}
  const methods: Record<string, Decorations> = {};
  for (const [name, { handler, method = [], parameters = [] }] of Object.entries(routes)) {
    Object.defineProperty(Routes.prototype, name, { value: handler, writable: true, configurable: true });
    methods[name] = { method: [Get(pathOf(name)), ...method], parameters };
  }
  decorate(Routes, decorators, methods);
  return Routes;
}

const RAW = Object.fromEntries(
  Object.entries(NODE_STYLES).map(([name, answer]): [string, Route] => [
    name,
    own((response) => {
      response.hijack?.();
      answer(response.raw ?? (response as unknown as ServerResponse));
    }),
  ]),
);

/** Handlers that fail halfway, each only when the client has seen the first half. */
class Halves {
  readonly #gate = gate();

  resume(): void {
    this.#gate.open();
  }
  async *generator(): AsyncGenerator<Buffer> {
    yield Buffer.from(HALVES[0]);
    await this.#gate.opened;
    throw new Error("no such row");
  }
  file(): StreamableFile {
    return new StreamableFile(Readable.from(this.generator()));
  }
  webStream(): object {
    return Readable.toWeb(Readable.from(this.generator()));
  }
}
decorate(Halves, [Controller("half")], {
  resume: { method: [Get("resume"), HttpCode(204)] },
  generator: { method: [Get("generator")] },
  file: { method: [Get("file")] },
  webStream: { method: [Get("web-stream")] },
});

/** Takes bodies, and responds with what it got. */
class Bodies {
  echo(body: unknown): unknown {
    return { got: body ?? null };
  }
}
decorate(Bodies, [Controller()], { echo: { method: [Post("bodies")], parameters: [Body()] } });

/** Controllers with a route for every style. */
export const STYLE_CONTROLLERS: readonly Type[] = [
  controllerOf({ ...STYLES, ...FAILURES }),
  controllerOf(RAW),
  Halves,
  Bodies,
];
