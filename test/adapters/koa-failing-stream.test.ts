import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough, pipeline, Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { install } from "@uhp-errors/koa";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { KOA_FRAMEWORKS } from "../support/koa.ts";
import { serving } from "../support/serving.ts";

const GET = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

/** A body that has begun, and how it fails. */
interface Failing {
  readonly body: Readable;
  fail(boom: Error): void;
}

function begun(): Readable {
  const stream = new Readable({ read() {} });
  stream.push("half of it");
  return stream;
}

const BODIES: Readonly<Record<string, () => Failing>> = {
  "that is destroyed with an error": () => {
    const body = begun();
    return { body, fail: (boom) => body.destroy(boom) };
  },
  "that only emits an error": () => {
    const body = new PassThrough({ autoDestroy: false });
    body.write("half of it");
    return { body, fail: (boom) => body.emit("error", boom) };
  },
  "that is closed before its end": () => {
    const body = begun();
    return { body, fail: () => body.destroy() };
  },
  "whose source, in a pipeline, is closed before its end": () => {
    const source = begun();
    return { body: pipeline(source, new PassThrough(), () => {}), fail: () => source.destroy() };
  },
};

// Koa 2 pipes a body into its response, and Koa 3 connects them by `pipeline`, so the same failure arrives in another order.
describe.each(KOA_FRAMEWORKS)("%s", (_name, Framework) => {
  test.each(Object.keys(BODIES))("reports once a body %s", async (what) => {
    const boom = new Error("boom");
    const { body, fail } = (BODIES[what] as () => Failing)();
    const reports: ErrorReport[] = [];
    const app = new Framework();
    install(app, createContract(acme, { onError: (report) => reports.push(report) }));
    app.on("error", () => {});
    let closed: Promise<unknown> | undefined;
    app.use((ctx) => {
      closed = once(ctx.res, "close");
      ctx.body = body;
    });
    const { port } = new URL(await serving(app.callback()));
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(GET));
    // The body fails in the middle: once its first half has arrived.
    socket.on("data", (part) => String(part).includes("half of it") && fail(boom));
    await once(socket, "close");
    await closed;
    // The other end of the same failure arrives in one of the turns that follow.
    for (let turns = 0; turns < 10; turns += 1) await turn();
    expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]);
  });
});
