import { pipeline, Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Handler } from "../../conformance/drivers/driver.ts";
import { NODE_DRIVERS } from "../../conformance/drivers/index.ts";
import { serve } from "../../support/drivers.ts";
import { expectEnvelope } from "../../support/envelope.ts";
import { send } from "../../support/http.ts";

/** A source that gives up eventually: if nothing stopped it, it would keep the process busy forever. */
class Source {
  #left = 16_000_000;

  get isExhausted(): boolean {
    return this.#left <= 0;
  }

  next(length = 16_384): string | null {
    this.#left -= length || 1;
    return this.isExhausted ? null : "x".repeat(length);
  }

  get stream(): Readable {
    const next = () => this.next();
    return new Readable({
      read() {
        this.push(next());
      },
    });
  }
}

/** Endless sources that respect Node's return value, callback and back pressure. */
const SOURCES: Readonly<Record<string, (source: Source, io: Parameters<Handler>[0]) => unknown>> = {
  "each write from the callback of the one before, and nothing in it": (source, { response }) => {
    const go = () => {
      const piece = source.next(0);
      if (piece !== null) response.write(piece, go);
    };
    response.writeHead(502);
    go();
  },
  "a readable that pushes at once, through a compressor": (source, { response }) => {
    response.statusCode = 502;
    pipeline(source.stream, createGzip({ level: 0 }), response, () => {});
  },
  "an asynchronous generator in a pipeline": (source, { response }) => {
    async function* pieces() {
      for (let piece = source.next(); piece !== null; piece = source.next()) yield piece;
    }
    response.writeHead(502);
    pipeline(pieces, response, () => {});
  },
  "a readable that the framework sends": (source, { reply }) => reply(502, source.stream),
};

describe.each(NODE_DRIVERS)("an error without an end on $name", (driver) => {
  test.each(Object.entries(SOURCES))(
    "is answered while its source waits, and reported once: %s",
    async (_what, write) => {
      const source = new Source();
      await serve(
        driver,
        (io) => void write(source, io),
        async (url, reports) => {
          expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe("acme_upstream_error");
          expect(source.isExhausted).toBe(false);
          // What still comes of the first request comes before the answer to this one.
          await send(url, { path: "/methods/1" });
          expect(reports).toMatchObject([{ outcome: "answered", status: 502 }]);
        },
        { bufferTimeoutMs: 50 },
      );
    },
  );
});
