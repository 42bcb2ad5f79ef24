import { createClient } from "@uhp-errors/client";
import { createContract } from "@uhp-errors/core";
import { install } from "@uhp-errors/express";
import express from "express";
import { describe, expect, test } from "vitest";
import { SDKS } from "../client/sdks/observe.ts";
import { listen } from "../conformance/drivers/listen.ts";
import { during } from "../support/drivers.ts";
import { acme, type Relay } from "./chain.ts";

/** A service whose budget is spent, under the contract's rules. */
const spent = (app = express()) => {
  app.use(() => {
    throw acme.error("quota_exhausted");
  });
  install(app, createContract(acme, { onError: () => {} }));
  return app;
};

/** How often an SDK sends its request to a service that calls one whose budget is spent, and the status that it gets. */
async function asked(name: string, headers: Record<string, string>, relay: Relay) {
  const statuses: number[] = [];
  await during(await listen(spent()), async (baseUrl) => {
    const app = express();
    app.use((_request, response, next) => {
      response.on("finish", () => statuses.push(response.statusCode));
      next();
    });
    app.post("/{*path}", async (_request, response) => {
      try {
        const task = await createClient({ baseUrl }).json("/v1/responses", { method: "POST", body: "{}" });
        response.json(task);
      } catch (thrown) {
        throw relay(thrown);
      }
    });
    install(app, createContract(acme, { onError: () => {} }));
    await during(await listen(app), async (url) => {
      const sdk = SDKS[name] as (typeof SDKS)[string];
      await expect(sdk(url, "test-key", headers)).rejects.toThrow();
    });
  });
  return statuses;
}

describe.each(["openai", "@anthropic-ai/sdk"])("%s requests once what another service's budget forbids", (name) => {
  test.each<[string, Record<string, string>]>([
    ["without a key", {}],
    ["with a key", { "Idempotency-Key": "k1" }],
  ])("%s", async (_what, headers) => {
    expect(await asked(name, headers, (thrown) => thrown)).toEqual([502]);
    expect(await asked(name, headers, acme.relayer({ pass: ["quota_exhausted"] }))).toEqual([429]);
  });
});
