import { Readable } from "node:stream";
import {
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  type MessageEvent,
  Redirect,
  Res,
  Sse,
  StreamableFile,
  type Type,
} from "@nestjs/common";
import { type Decorations, decorate } from "@uhp-errors/reference-service/decorate";
import { delay, EMPTY, from, map, type Observable, of, timer } from "rxjs";
import { gate } from "../support/gate.ts";
import { failingAtOnce, HALVES, pathOf, ring, throwing } from "../support/styles.ts";

/** The part that the responses of both platforms share. */
interface NestResponse {
  status(code: number): NestResponse;
  header(name: string, value: string): NestResponse;
  send(body?: unknown): unknown;
  redirect(url: string): unknown;
}

/** A handler, and the decorators of its method and its parameters. */
interface Route {
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

/** Ways to answer with a success. */
export const STYLES: Readonly<Record<string, Route>> = {
  "a text": returned(() => "hello"),
  "an empty text": returned(() => ""),
  "a large text": returned(() => "hello ".repeat(10_000)),
  "a page": returned(() => "<p>hello</p>", Header("Content-Type", "text/html")),
  "an object": returned(() => ({ name: "hello", error: { type: "x" } })),
  "a null": returned(() => null),
  nothing: returned(() => undefined),
  "a buffer": returned(() => Buffer.from([1, 2, 3])),
  "an Observable": returned(() => of("first", "last")),
  "an Observable that waits": returned(() => timer(5).pipe(map(() => ({ late: true })))),
  "a file with a type and a name": returned(
    () =>
      new StreamableFile(Buffer.from("filed"), {
        type: "text/plain",
        disposition: 'attachment; filename="a.txt"',
        length: 5,
      }),
  ),
  "a file that streams": returned(() => new StreamableFile(Readable.from([Buffer.from("one "), Buffer.from("two")]))),
  "a generator": returned(lines),
  "a web response": returned(() => new Response("from the web", { headers: { "X-Own": "1" } })),
  "a web stream": returned(() => new Response("streamed").body, Header("Content-Type", "text/plain")),
  created: { ...returned(() => ({ id: 1 }), HttpCode(201), Header("Location", "/1")), status: 201 },
  "no content": { ...returned(() => undefined, HttpCode(204)), status: 204 },
  "not modified": { ...returned(() => undefined, HttpCode(304), Header("ETag", '"1"')), status: 304 },
  "a redirect": { ...returned(() => undefined, Redirect("/elsewhere")), status: 302 },
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
  "a text of its own": own((response) => void response.status(203).header("X-Own", "1").send("own"), 203),
  "a redirect of its own": own((response) => void response.status(302).redirect("/elsewhere"), 302),
  "events of texts": events(() => of("one", "two")),
  "events with names": events(() =>
    of({ data: { n: 1 }, type: "tick", id: "7", retry: 1_000 }, { data: "two\nlines" }).pipe(delay(5)),
  ),
  "events of a promise": { handler: async () => from([{ data: "1" }, { data: "2" }]), method: [Sse()] },
};

const fails = (status: number, make: () => Error): Route => ({ status, handler: throwing(make) });

/** Ways to fail, each with the status of the bare server. */
export const FAILURES: Readonly<Record<string, Route>> = {
  "a throw": fails(500, () => new Error("pg://svc:hunter2@db-1")),
  "an exception of 503": fails(503, () => new HttpException("later", 503)),
  "an error with a status": fails(500, () => Object.assign(new Error("gone"), { statusCode: 410, status: 410 })),
  "a file that fails": { status: 500, handler: () => new StreamableFile(failingAtOnce()) },
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
  "an object that cannot be serialized": { status: 500, handler: ring },
};

/** A controller with a route for each handler of a table. */
export function controllerOf(routes: Readonly<Record<string, Route>>): Type {
  class Routes {}
  const methods: Record<string, Decorations> = {};
  for (const [name, { handler, method = [], parameters = [] }] of Object.entries(routes)) {
    Object.defineProperty(Routes.prototype, name, { value: handler, writable: true, configurable: true });
    methods[name] = { method: [Get(pathOf(name)), ...method], parameters };
  }
  decorate(Routes, [Controller()], methods);
  return Routes;
}

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

/** Controllers with a route for every style. */
export const STYLE_CONTROLLERS: readonly Type[] = [controllerOf({ ...STYLES, ...FAILURES }), Halves];
