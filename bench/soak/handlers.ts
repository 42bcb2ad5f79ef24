import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { createContract, type EventStream } from "@uhp-errors/core";
import type { Handler, Io } from "../../test/conformance/drivers/driver.ts";
import { acme } from "../../test/support/catalog.ts";
import { LEAKY_TEXT } from "../../test/support/secrets.ts";

/** The size of a download that its client gives up: more bytes than the sockets in between can hold. */
const DOWNLOAD = 8_000_000;

const CHUNK = Buffer.alloc(16_384, "x");

/** A stream of some chunks, which then ends or fails. */
function streamOf(chunks: readonly string[], failure?: Error): Readable {
  async function* source() {
    yield* chunks;
    if (failure !== undefined) throw failure;
  }
  return Readable.from(source());
}

function* download(): Iterable<Buffer> {
  for (let sent = 0; sent < DOWNLOAD; sent += CHUNK.length) yield CHUNK;
}

/** Milliseconds between two pieces of an endless source. */
const BEAT = 20;

/** A source that stops only when it is destroyed. Until then, it has a timer, which appears in the handles of the process. */
function endless(): Readable {
  const timer = setInterval(() => source.push("tick\n"), BEAT);
  const source = new Readable({
    read() {},
    destroy(error, done) {
      clearInterval(timer);
      done(error);
    },
  });
  return source;
}

const streams = createContract(acme, { onError: () => {} });

function events(io: Io, id: string): EventStream {
  return io.stream(streams, { responseObject: { id, status: "in_progress" } });
}

/** What `/case` can do, by the name in the request. Texts differ from call to call, as real ones do. */
const HANDLERS = {
  object: (io, id) => io.reply(200, { id }),
  stream: (io, id) => io.reply(200, streamOf(["one ", "two ", id]), { "Content-Type": "text/plain" }),
  contract: (_io, id) => {
    throw acme.error("harness_not_found", { message: `There is no harness ${id}.`, param: "harness_id" });
  },
  vendor: (_io, id) => {
    throw acme.error("acme_gpu_cold", { detail: { eta_seconds: Number(id) } });
  },
  newer: () => {
    throw acme.error("environment_busy");
  },
  unknown: (_io, id) => {
    throw new Error(`${LEAKY_TEXT} ${id}`);
  },
  rejected: async (_io, id) => {
    await Promise.resolve();
    throw new Error(`${LEAKY_TEXT} ${id}`);
  },
  nothing: () => {
    throw null;
  },
  foreign: (io, id) => io.reply(409, { message: `${LEAKY_TEXT} ${id}` }),
  native: ({ response }) => {
    response.writeHead(403, { "Content-Type": "text/plain" });
    response.write("no");
    response.end("pe");
  },
  unserialisable: (io) => io.reply(200, { count: 1n }),
  failing: (io, id) => io.reply(200, streamOf([], new Error(`${LEAKY_TEXT} ${id}`)), { "Content-Type": "text/plain" }),
  breaking: (io, id) => io.reply(200, streamOf([id], new Error(LEAKY_TEXT)), { "Content-Type": "text/plain" }),
  late: async ({ response }, id) => {
    response.statusCode = 200;
    await new Promise((written) => response.write(id, written));
    throw new Error(LEAKY_TEXT);
  },
  abandoned: async (io, id) => {
    await new Promise<void>((left) => io.onClose(left));
    io.reply(200, { id });
  },
  events: async (io, id) => {
    const stream = events(io, id);
    await stream.send({ type: "response.created" });
    await stream.send({ type: "response.completed", response: { id, status: "completed" } });
    stream.end();
  },
  "failing events": async (io, id) => {
    const stream = events(io, id);
    await stream.send({ type: "response.created" });
    stream.fail(new Error(`${LEAKY_TEXT} ${id}`));
  },
  "endless events": async (io, id) => {
    const stream = events(io, id);
    while (await stream.send({ type: "response.in_progress" })) await wait(BEAT);
  },
  endless: (io) => io.reply(200, endless(), { "Content-Type": "text/plain" }),
  download: (io) => io.reply(200, Readable.from(download()), { "Content-Type": "application/octet-stream" }),
} as const satisfies Readonly<Record<string, (io: Io, id: string) => unknown>>;

/** The name of something that `/case` can do. */
export type HandlerName = keyof typeof HANDLERS;

/** The address at which `/case` runs a handler. */
export function addressOf(name: HandlerName, id: number): string {
  return `/case?do=${encodeURIComponent(name)}&id=${id}`;
}

/** Runs the handler that the query names. */
export const handle: Handler = (io) => {
  const { searchParams } = new URL(io.url);
  return HANDLERS[searchParams.get("do") as HandlerName](io, searchParams.get("id") ?? "");
};
