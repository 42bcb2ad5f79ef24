import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Controller, Get, StreamableFile } from "@nestjs/common";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { withResolvers } from "../support/with-resolvers.ts";
import { SECRET } from "./app.ts";

/** Serves a file that can be read, and some that cannot. */
class Files {
  /** Ends the wait of {@link half}. */
  static failing = withResolvers<void>();

  whole(): StreamableFile {
    return new StreamableFile(new TextEncoder().encode("hello"));
  }
  missing(): StreamableFile {
    return new StreamableFile(createReadStream(`/nowhere/${SECRET}`), { length: 9, type: "image/png" });
  }
  half(): StreamableFile {
    Files.failing = withResolvers();
    return new StreamableFile(Readable.from(failingLater()));
  }
  async spoiled(): Promise<StreamableFile> {
    const source = new Readable({ read() {} });
    const file = new StreamableFile(source);
    source.destroy(new Error(SECRET));
    if (!source.closed) await once(source, "close");
    return file;
  }
  handled(): StreamableFile {
    return this.missing().setErrorHandler((_error, response) => {
      response.statusCode = 404;
      response.send(SECRET);
    });
  }
}

async function* failingLater(): AsyncGenerator<Buffer> {
  yield Buffer.from("first");
  await Files.failing.promise;
  throw new Error(SECRET);
}

const paths = ["whole", "missing", "half", "spoiled", "handled"];
decorate(Files, [Controller("files")], Object.fromEntries(paths.map((path) => [path, { method: [Get(path)] }])));

/** Lets the file that fails halfway fail. */
export const failNow = (): void => Files.failing.resolve();

/** A module that serves the files under `/files`. */
export const FILES = { module: class {}, controllers: [Files] };
