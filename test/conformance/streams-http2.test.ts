import { type ClientHttp2Session, connect, createServer, type Http2ServerResponse } from "node:http2";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Contract, createContract, type ErrorReport, type EventStream } from "@uhp-errors/core";
import { uhp as fastifyUhp, stream as streamOfFastify } from "@uhp-errors/fastify";
import { stream as streamOfKoa, uhp as uhpOfKoa } from "@uhp-errors/koa";
import type { FastifyInstance } from "fastify";
import Koa from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { FASTIFY_KITS } from "../support/fastify.ts";
import { withResolvers } from "../support/with-resolvers.ts";

const options = { responseObject: { id: "resp_1", status: "in_progress" } };

/** A task whose stream `open` opens. */
type Task = (open: () => EventStream, response: Http2ServerResponse) => Promise<void>;
type Serve = (contract: Contract, task: Task) => Promise<string>;

const servers: Readonly<Record<string, Serve>> = {
  async koa(contract, task) {
    const app = new Koa();
    app.use(uhpOfKoa(contract));
    app.use((context) =>
      task(() => streamOfKoa(contract, context, options), context.res as unknown as Http2ServerResponse),
    );
    const server = createServer(app.callback() as never);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  ...Object.fromEntries(
    FASTIFY_KITS.map(([name, kit]) => [
      name,
      async (contract: Contract, task: Task) => {
        const app = kit.Fastify({ http2: true }) as unknown as FastifyInstance;
        await app.register(fastifyUhp, { contract });
        app.post("/task", (request, reply) =>
          task(() => streamOfFastify(contract, request, reply, options), reply.raw as unknown as Http2ServerResponse),
        );
        onTestFinished(() => app.close());
        return app.listen({ host: "127.0.0.1", port: 0 });
      },
    ]),
  ),
};

async function client(serve: Serve, task: Task) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { onError: (report) => reports.push(report) });
  const session: ClientHttp2Session = connect(await serve(contract, task));
  onTestFinished(() => session.close());
  const request = session.request({ ":path": "/task", ":method": "POST" });
  request.on("error", () => {});
  request.end();
  return { request, reports };
}

describe.each(Object.entries(servers))("over HTTP/2, %s", (_, serve) => {
  test("a stream carries events, and how it failed", async () => {
    const { request, reports } = await client(serve, async (open) => {
      const stream = open();
      await stream.send({ type: "response.created" });
      stream.fail(acme.taskError("timeout"));
    });
    const types = (await text(request)).match(/"type":"(?:error|response\.\w+)"/g);
    expect(types).toEqual(['"type":"response.created"', '"type":"error"', '"type":"response.failed"']);
    expect(reports).toMatchObject([{ outcome: "streamed", code: "timeout" }]);
  });

  test.each(["before", "after"])("a client that leaves %s the stream opens lets the task go on", async (when) => {
    const [arrived, done] = [withResolvers<void>(), withResolvers<readonly unknown[]>()];
    const { request, reports } = await client(serve, async (open, response) => {
      const early = when === "after" ? open() : undefined;
      const left = new Promise((resolve) => response.stream.once("close", resolve));
      arrived.resolve();
      await left;
      const stream = early ?? open();
      const sent = await stream.send({ type: "response.created" });
      stream.fail(new Error("late"));
      done.resolve([sent, stream.open]);
    });
    await arrived.promise;
    request.close();
    expect(await done.promise).toEqual([false, false]);
    expect(reports.map(({ outcome }) => outcome)).toEqual(["aborted"]);
  });
});
