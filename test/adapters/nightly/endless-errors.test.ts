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
}

type Response = Parameters<Handler>[0]["response"];

/** Endless sources that respect Node's return value, callback and back pressure. */
const WRITTEN: Readonly<Record<string, (source: Source, response: Response) => unknown>> = {
  "a loop that goes on while it may": (source, response) => {
    for (let piece = source.next(); piece !== null && response.write(piece); piece = source.next());
  },
  "a loop of small pieces": (source, response) => {
    for (let piece = source.next(16); piece !== null && response.write(piece); piece = source.next(16));
  },
  "a loop of empty pieces": (source, response) => {
    for (let piece = source.next(0); piece !== null && response.write(piece); piece = source.next(0));
  },
  "each write from the callback of the one before, and nothing in it": (source, response) => {
    const go = () => {
      const piece = source.next(0);
      if (piece !== null) response.write(piece, go);
    };
    go();
  },
  "a readable that pushes at once, piped": (source, response) => {
    new Readable({ read: pushFrom(source) }).pipe(response);
  },
  "a readable that pushes at once, through a compressor": (source, response) => {
    pipeline(new Readable({ read: pushFrom(source) }), createGzip({ level: 0 }), response, () => {});
  },
  "each write from the callback of the one before": (source, response) => {
    const go = () => {
      const piece = source.next();
      if (piece !== null) response.write(piece, go);
    };
    go();
  },
  "a generator in a pipeline": (source, response) => {
    pipeline(piecesOf(source), response, () => {});
  },
  "an asynchronous generator in a pipeline": (source, response) => {
    pipeline(
      async function* () {
        yield* piecesOf(source);
      },
      response,
      () => {},
    );
  },
};

function pushFrom(source: Source) {
  return function read(this: Readable) {
    this.push(source.next());
  };
}

function* piecesOf(source: Source) {
  for (let piece = source.next(); piece !== null; piece = source.next()) yield piece;
}

describe.each(NODE_DRIVERS)("an error without an end on $name", (driver) => {
  const heads: Readonly<Record<string, (response: Response) => void>> = {
    "a status": (response) => {
      response.statusCode = 502;
    },
    "a head": (response) => {
      response.writeHead(502, { "Content-Type": "text/html" });
    },
  };
  for (const [head, begin] of Object.entries(heads)) {
    test.each(Object.entries(WRITTEN))(`after ${head} is answered while its source waits: %s`, async (_what, write) => {
      const source = new Source();
      const handler: Handler = ({ response }) => {
        begin(response);
        write(source, response);
      };
      await serve(
        driver,
        handler,
        async (url, reports) => {
          expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe("acme_upstream_error");
          expect(source.isExhausted).toBe(false);
          expect(reports).toMatchObject([{ outcome: "answered", status: 502 }]);
        },
        { bufferTimeoutMs: 50 },
      );
    });
  }

  test("that the framework sends is answered and reported once", async () => {
    const source = new Source();
    const handler: Handler = ({ reply }) => reply(500, new Readable({ read: pushFrom(source) }));
    await serve(driver, handler, async (url, reports) => {
      expect(expectEnvelope(await send(url, { path: "/case" })).code).toBe("acme_internal_error");
      expect(source.isExhausted).toBe(false);
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(reports).toMatchObject([{ outcome: "answered", status: 500 }]);
    });
  });
});
