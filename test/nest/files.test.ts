import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Controller, Get, StreamableFile } from "@nestjs/common";
import { createContract, type ErrorReport } from "@uhp-errors/core";
import { decorate } from "@uhp-errors/reference-service/decorate";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { createApp, PLATFORMS, SECRET } from "./app.ts";

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.from("first");
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error(SECRET);
}

/** Serves files that cannot be read. */
class Files {
  missing(): StreamableFile {
    return new StreamableFile(createReadStream(`/nowhere/${SECRET}`), { length: 9, type: "image/png" });
  }
  half(): StreamableFile {
    return new StreamableFile(Readable.from(failing()));
  }
  async spoiled(): Promise<StreamableFile> {
    const source = new Readable({ read() {} });
    const file = new StreamableFile(source);
    source.destroy(new Error(SECRET));
    await new Promise((resolve) => setTimeout(resolve, 5));
    return file;
  }
  handled(): StreamableFile {
    return this.missing().setErrorHandler((_error, response) => {
      response.statusCode = 404;
      response.send(SECRET);
    });
  }
}
decorate(Files, [Controller("files")], {
  missing: { method: [Get("missing")] },
  half: { method: [Get("half")] },
  spoiled: { method: [Get("spoiled")] },
  handled: { method: [Get("handled")] },
});

describe.each(PLATFORMS)("%s", (name, make) => {
  const reports: ErrorReport[] = [];
  let app: Awaited<ReturnType<typeof createApp>>;
  let url: string;
  beforeAll(async () => {
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    app = await createApp(make(), contract, [{ module: class {}, controllers: [Files] }]);
    await app.listen(0, "127.0.0.1");
    url = await app.getUrl();
  });
  beforeEach(() => reports.splice(0));
  afterAll(() => app.close());

  test.each(["missing", "spoiled"])("a %s file is not the client's fault, and is reported once", async (file) => {
    const received = await send(url, { path: `/files/${file}` });
    expect(received.status).toBe(500);
    expect(expectEnvelope(received).code).toBe("acme_internal_error");
    expect(reports.map(({ outcome }) => outcome)).toEqual(["answered"]);
  });

  test("a file that fails halfway is reported, and the client sees a broken response", async () => {
    await expect(fetch(`${url}/files/half`).then((response) => response.text())).rejects.toThrow();
    expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]);
  });

  test("a file's own handler chooses the status if the platform calls it", async () => {
    const received = await send(url, { path: "/files/handled" });
    // Nest calls it only on Express.
    const expected = name === "express" ? [404, "acme_not_found"] : [500, "acme_internal_error"];
    expect([received.status, expectEnvelope(received).code]).toEqual(expected);
  });
});

test("a file that fails where the contract does not apply is answered by Nest", async () => {
  const [, make] = PLATFORMS[0] as (typeof PLATFORMS)[number];
  const contract = createContract(acme, { appliesTo: () => false });
  const app = await createApp(make(), contract, [{ module: class {}, controllers: [Files] }]);
  await app.listen(0, "127.0.0.1");
  expect(await send(await app.getUrl(), { path: "/files/missing" })).toMatchObject({
    status: 400,
    body: "Bad Request",
  });
  await app.close();
});
