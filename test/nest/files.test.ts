import { createContract, type ErrorReport } from "@uhp-errors/core";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { createApp, during, PLATFORMS } from "./app.ts";
import { FILES, failNow } from "./files.ts";

describe.each(PLATFORMS)("%s", (name, make) => {
  const reports: ErrorReport[] = [];
  let app: Awaited<ReturnType<typeof createApp>>;
  let url: string;
  beforeAll(async () => {
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    app = await createApp(make(), contract, [FILES]);
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
    const response = await fetch(`${url}/files/half`);
    failNow();
    await expect(response.text()).rejects.toThrow();
    await vi.waitFor(() => expect(reports.map(({ outcome }) => outcome)).toEqual(["cut"]), { timeout: 20_000 });
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
  const app = await createApp(make(), contract, [FILES]);
  const answer = await during(app, (url) => send(url, { path: "/files/missing" }));
  expect(answer).toMatchObject({ status: 400, body: "Bad Request" });
});
