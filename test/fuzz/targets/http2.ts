import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  connect,
  createServer,
  type Http2Server,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import { type AddressInfo, connect as connectSocket } from "node:net";
import type { ErrorReport } from "@uhp-errors/core";
import type { AdapterContract } from "@uhp-errors/core/adapter";
import { uhp as uhpOfKoa } from "@uhp-errors/koa";
import { attach, intercept } from "@uhp-errors/node";
import fc from "fast-check";
import Koa from "koa";
import { createAdapterContract } from "../../support/adapter-contract.ts";
import { acme } from "../../support/catalog.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { expectError, expectNothingPrivate, leakyError, OF_CLIENT } from "../envelopes.ts";
import { startedFor, type Target, Violation } from "../target.ts";
import { turn } from "../wire.ts";

type Handler = (response: Http2ServerResponse) => unknown;

const HANDLERS = {
  succeeds: (response) => response.end("hello"),
  "succeeds in pieces": async (response) => {
    response.write("hel");
    await turn();
    response.end("lo");
  },
  throws: () => {
    throw leakyError();
  },
  rejects: async () => {
    await turn();
    throw leakyError();
  },
  "writes an error": (response) => response.writeHead(503, { "Content-Type": "text/plain" }).end(LEAKY_TEXT),
  "writes an error in pieces": async (response) => {
    response.statusCode = 500;
    response.write(LEAKY_TEXT);
    await turn();
    response.end(LEAKY_TEXT);
  },
  "writes a head alone": (response) => response.writeHead(502),
  "fails in a success": async (response) => {
    response.write("hel");
    await turn();
    throw leakyError();
  },
  "destroys its stream": (response) => response.stream.destroy(leakyError()),
  "closes its stream": (response) => response.stream.close(11),
  "sends trailers": (response) => {
    response.addTrailers({ "grpc-message": LEAKY_TEXT.slice(0, 60) });
    response.writeHead(500).end("x");
  },
} as const satisfies Record<string, Handler>;

type Does = keyof typeof HANDLERS;

const SUCCEEDS: ReadonlySet<Does> = new Set(["succeeds", "succeeds in pieces"]);

/** One request of a session. */
interface Asked {
  readonly does: Does;
  readonly method: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: "none" | "little" | "unfinished" | "much";
  readonly leaves: "stays" | "at once" | "at the head";
}

interface Case {
  readonly server: keyof typeof SERVERS;
  readonly asked: readonly Asked[];
  /** Frames that another connection sends in the meantime: type, flags, stream and content. */
  readonly frames: readonly (readonly [type: number, flags: number, stream: number, text: string])[];
}

type Start = (contract: AdapterContract, does: (response: Http2ServerResponse) => unknown) => Http2Server;

const SERVERS = {
  node: (contract, handle) =>
    createServer(async (request, response) => {
      const responder = intercept(contract, request as never, response as never);
      try {
        await handle(response);
      } catch (thrown) {
        responder?.sendError(thrown);
      }
    }),
  koa: (contract, handle) => {
    const app = new Koa();
    app.silent = true;
    app.use(uhpOfKoa(contract)).use((context) => {
      context.respond = false;
      return handle(context.res as unknown as Http2ServerResponse);
    });
    return createServer(app.callback() as never);
  },
} as const satisfies Record<string, Start>;

const field = fc.constantFrom<readonly [string, string]>(
  ["content-type", "application/json"],
  ["content-length", "5"],
  ["expect", "100-continue"],
  ["expect", "tea"],
  ["uhp-version", "1999-01-01"],
  ["uhp-version", OF_CLIENT],
  ["x-own", OF_CLIENT],
  ["cookie", `a=${OF_CLIENT}`],
  ["te", "trailers"],
  ["x-long", "x".repeat(9_000)],
);

const asked: fc.Arbitrary<Asked> = fc.record({
  does: fc.constantFrom(...(Object.keys(HANDLERS) as Does[])),
  method: fc.constantFrom("GET", "GET", "POST", "HEAD", "OPTIONS", "CONNECT", "BREW"),
  fields: fc.uniqueArray(field, { maxLength: 3, selector: ([name]) => name }),
  body: fc.constantFrom("none", "none", "little", "unfinished", "much"),
  leaves: fc.oneof(
    { weight: 4, arbitrary: fc.constant("stays" as const) },
    { weight: 1, arbitrary: fc.constantFrom("at once", "at the head") },
  ),
});

const cases: fc.Arbitrary<Case> = fc.record({
  server: fc.constantFrom(...(Object.keys(SERVERS) as (keyof typeof SERVERS)[])),
  asked: fc.array(asked, { minLength: 1, maxLength: 4 }),
  frames: fc.array(
    fc.tuple(
      fc.nat({ max: 11 }),
      fc.nat({ max: 255 }),
      fc.constantFrom(0, 1, 2, 3, 2 ** 31 - 1),
      fc.oneof(fc.string({ unit: "binary-ascii", maxLength: 12 }), fc.constant("\x82\x86\x84\x41\x01a")),
    ),
    { maxLength: 5 },
  ),
});

/** Milliseconds that a head may wait for its body, and that a response may take. */
const HELD_MS = 10;
const PATIENCE_MS = 5_000;

interface Got {
  readonly status: number;
  readonly fields: readonly (readonly [string, string])[];
  readonly body: string;
  readonly trailers: object;
  readonly code: number;
}

async function ask(session: ClientHttp2Session, { does, method, fields, body, leaves }: Asked): Promise<Got> {
  const target: OutgoingHttpHeaders =
    method === "CONNECT" ? { ":authority": "x:1" } : { ":path": `/case?${encodeURIComponent(does)}` };
  const stream = session.request(
    { ":method": method, ...target, ...Object.fromEntries(fields) },
    { endStream: body === "none" && method !== "CONNECT" },
  );
  const got = receive(stream);
  if (body === "little") stream.end("hello");
  else if (body === "much") stream.end("x".repeat(100_000));
  else if (body === "unfinished") stream.write("hel");
  if (leaves === "at once") stream.close(8);
  if (leaves === "at the head") stream.once("response", () => stream.close(8));
  const timer = setTimeout(() => stream.close(8), PATIENCE_MS);
  return got.finally(() => clearTimeout(timer));
}

async function receive(stream: ClientHttp2Stream): Promise<Got> {
  const chunks: Buffer[] = [];
  let head: Readonly<Record<string, unknown>> = {};
  let trailers: object = {};
  stream.on("response", (fields) => {
    head = fields;
    // Once the response is complete, the client ends its request.
    stream.on("end", () => stream.end());
  });
  stream.on("trailers", (fields) => {
    trailers = { ...fields };
  });
  stream.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
  await new Promise((resolve) => stream.once("close", resolve));
  const fields = Object.entries(head)
    .filter(([name]) => !name.startsWith(":"))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const status = Number(head[":status"] ?? 0);
  return { status, fields, body: Buffer.concat(chunks).toString("latin1"), trailers, code: stream.rstCode };
}

function isRight({ fields, method, body }: Asked): boolean {
  return fields.length === 0 && method !== "CONNECT" && body !== "unfinished";
}

class Served {
  readonly #server: Http2Server;
  readonly #reports: ErrorReport[] = [];
  readonly #url: string;

  private constructor(server: Http2Server, reports: ErrorReport[]) {
    this.#server = server;
    this.#reports = reports;
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async of(start: Start): Promise<Served> {
    const reports: ErrorReport[] = [];
    const onError = (report: ErrorReport) => reports.push(report);
    const contract = createAdapterContract(acme, { bufferTimeoutMs: HELD_MS, onError });
    const server = start(contract, (response) => {
      const does = decodeURIComponent(response.req.url.split("?")[1] ?? "") as Does;
      // Koa's default is 404.
      response.statusCode = 200;
      return HANDLERS[does](response);
    });
    server.on("sessionError", () => {});
    attach(server, contract);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Served(server, reports);
  }

  async attempt({ asked: all, frames }: Case): Promise<void> {
    this.#reports.length = 0;
    const session = connect(this.#url);
    session.on("error", () => {});
    const other = this.#send(frames);
    const got = await Promise.all(all.map((one) => ask(session, one)));
    await other;
    // A request that is not valid may end the whole session.
    const isPlain = all.every(isRight);
    for (const [index, answer] of got.entries()) this.#judge(all[index] as Asked, answer, isPlain);
    await this.#expectAlive();
    session.destroy();
    await turn();
  }

  #judge({ does, method, leaves }: Asked, answer: Got, isPlain: boolean): void {
    const { status, trailers } = answer;
    expectNothingPrivate(JSON.stringify(trailers));
    if (leaves !== "stays") return;
    if (status >= 400) {
      expectError({ status, fields: answer.fields, body: answer.body, whole: true }, method);
      const id = answer.fields.find(([name]) => name === "x-request-id")?.[1];
      const told = this.#reports.filter(({ correlationId }) => correlationId === id);
      const answered = told.filter(({ outcome }) => outcome === "answered");
      // A request that breaks the protocol ends the session, and a framework may report that, too.
      if (answered.length === 1 && (told.length === 1 || !isPlain)) return;
      const shown = JSON.stringify(told.map(({ outcome, code }) => [outcome, code]));
      throw new Violation("each failure is reported once", `the response ${id} has ${shown}`);
    }
    if (!isPlain || method === "HEAD") return;
    const shown = JSON.stringify(answer);
    if (SUCCEEDS.has(does) && answer.body !== "hello") throw new Violation("a success keeps its bytes", shown);
    if (!SUCCEEDS.has(does) && !MAY_BREAK.has(does)) throw new Violation("a failure is an envelope", shown);
  }

  /** Sends frames, which may be invalid, on a separate connection. */
  async #send(frames: Case["frames"]): Promise<void> {
    if (frames.length === 0) return;
    const socket = connectSocket(Number(new URL(this.#url).port), "127.0.0.1");
    socket.on("error", () => {}).resume();
    const bytes = frames.map(([type, flags, stream, text]) => {
      const head = Buffer.alloc(9);
      head.writeUIntBE(text.length, 0, 3);
      head.writeUInt8(type, 3);
      head.writeUInt8(flags, 4);
      head.writeUInt32BE(stream, 5);
      return Buffer.concat([head, Buffer.from(text, "latin1")]);
    });
    socket.end(
      Buffer.concat([
        Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]),
        ...bytes,
      ]),
    );
    for (let turns = 0; turns < 20; turns += 1) await turn();
    socket.destroy();
  }

  async #expectAlive(): Promise<void> {
    const session = connect(this.#url);
    session.on("error", () => {});
    const { body } = await ask(session, { does: "succeeds", method: "GET", fields: [], body: "none", leaves: "stays" });
    session.destroy();
    if (body !== "hello") throw new Violation("the event loop stays free", `afterwards, another request got ${body}`);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Handlers that may end without a response, or in the middle of one. */
const MAY_BREAK: ReadonlySet<Does> = new Set(["fails in a success", "closes its stream", "destroys its stream"]);

/** Requests and frames over HTTP/2. */
export const http2: Target<Case> = {
  cases,
  start: async () =>
    startedFor(
      ({ server }) => server,
      ({ server }) => Served.of(SERVERS[server]),
    ),
};
