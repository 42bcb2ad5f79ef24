import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
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
});
