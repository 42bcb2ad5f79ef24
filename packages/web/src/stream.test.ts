import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import { stream } from "./stream.ts";
import { uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

describe("a stream", () => {
  const responseObject = { id: "r1", object: "response", status: "in_progress" };

  test("that fails before its first event is an ordinary error", async () => {
    const reports: ErrorReport[] = [];
    const contract = createContract(acme, { onError: (report) => reports.push(report) });
    const inner = uhp(contract, (request) =>
      stream(contract, request, { responseObject }, () => Promise.reject(acme.error("acme_cold"))),
    );
    const response = await uhp(contract, inner)(new Request("https://api.acme.example/"));
    expect([response.status, (await response.json()).error.code]).toEqual([503, "acme_cold"]);
    expect(reports).toHaveLength(1);
  });

  test("without a response object is an ordinary error", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const options = {} as Parameters<typeof stream>[2];
    const response = await stream(contract, new Request("https://api.acme.example/"), options, () => {});
    expect(response.status).toBe(500);
  });

  test("takes no function that answers a failure before its first event", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const request = new Request("https://api.acme.example/");
    const refused = () => Promise.reject(acme.error("acme_cold"));
    // @ts-expect-error It could not return a response.
    const options: Parameters<typeof stream>[2] = { responseObject, onRefused: () => expect.unreachable() };
    const response = await stream(contract, request, options, refused);
    expect(response.status).toBe(503);
  });

  test("that fails after its first event ends with two events", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const handler = uhp(contract, (request) =>
      stream(contract, request, { responseObject }, async (events) => {
        await events.send({ type: "response.created", response: responseObject });
        throw acme.error("acme_cold");
      }),
    );
    const response = await handler(new Request("https://api.acme.example/"));
    const types = [...(await response.text()).matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data).type);
    expect([response.status, response.headers.get("content-type"), types]).toEqual([
      200,
      expect.stringContaining("text/event-stream"),
      ["response.created", "error", "response.failed"],
    ]);
  });

  const begun = { type: "response.created", response: responseObject };

  test("has the head that its start is told", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const heads: number[] = [];
    const options = { responseObject, onStart: ({ status }: { status: number }) => heads.push(status) };
    const response = await stream(contract, new Request("https://api.acme.example/"), options, (events) =>
      events.send(begun),
    );
    expect([heads, response.status, response.headers.get("content-type")]).toEqual([
      [200],
      200,
      expect.stringContaining("text/event-stream"),
    ]);
    expect(await response.text()).toContain("response.created");
  });

  test("ends when its function is done, even if that returns nothing", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const request = new Request("https://api.acme.example/");
    const response = await stream(contract, request, { responseObject }, (events) => {
      void events.send(begun);
    });
    expect([...(await response.text()).matchAll(/"type":"([\w.]+)"/g)].map(([, type]) => type)).toEqual([
      "response.created",
    ]);
  });

  test("whose function throws at once is an ordinary error", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const request = new Request("https://api.acme.example/");
    const response = await stream(contract, request, { responseObject }, () => {
      throw acme.error("acme_cold");
    });
    expect([response.status, (await response.json()).error.code]).toEqual([503, "acme_cold"]);
  });

  test("to HEAD ends at its head", async () => {
    const contract = createContract(acme, { onError: () => {} });
    const request = new Request("https://api.acme.example/", { method: "HEAD" });
    let isOpen: () => boolean = () => true;
    const response = await stream(contract, request, { responseObject }, async (events) => {
      isOpen = () => events.open;
      await events.send(begun);
      await new Promise(() => {});
    });
    expect([response.status, response.body, response.headers.get("content-type")]).toEqual([
      200,
      null,
      expect.stringContaining("text/event-stream"),
    ]);
    await eventually(() => expect(isOpen()).toBe(false));
  });

  test("to GET stays open after its head", async () => {
    const contract = createContract(acme, { onError: () => {} });
    let isOpen: () => boolean = () => false;
    const response = await stream(
      contract,
      new Request("https://api.acme.example/"),
      { responseObject },
      async (events) => {
        isOpen = () => events.open;
        await events.send(begun);
        await new Promise(() => {});
      },
    );
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect(isOpen()).toBe(true);
    await response.body?.cancel();
  });
});
