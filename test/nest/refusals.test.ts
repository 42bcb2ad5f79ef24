import { createContract, isContractError } from "@uhp-errors/core";
import { bearer } from "@uhp-errors/nestjs";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { createApp, during, Everything, PLATFORMS } from "./app.ts";

const contract = () => createContract(acme, { onError: () => {} });

/** How a request without a token is refused when a filter takes every error. */
describe.each(PLATFORMS)("%s", (_name, make) => {
  test.each<readonly [what: string, passes: (thrown: unknown) => boolean, isMiddleware: boolean, status: number]>([
    ["of BearerGuard is replaced by a filter that takes every error", () => false, false, 409],
    ["of BearerGuard stays where the filter throws errors of a catalog on", isContractError, false, 401],
    ["of the middleware goes past the filter", () => false, true, 401],
  ])("the refusal %s", async (_what, passes, isMiddleware, status) => {
    const ours = contract();
    const app = await createApp(make(), ours);
    app.useGlobalFilters(new Everything(passes));
    if (isMiddleware) app.use(bearer(ours, () => undefined));
    const answer = await during(app, (url) => send(url, { path: "/bearer" }));
    expect(answer.status).toBe(status);
  });

  test("OPTIONS is answered for an address as any other method that it does not accept", async () => {
    await during(await createApp(make(), contract()), async (url) => {
      const known = await send(url, { method: "OPTIONS", path: "/bearer" });
      expect([known.status, known.headers["allow"]]).toEqual([405, "GET, HEAD"]);
      expect(expectEnvelope(known).code).toBe("acme_method_not_allowed");
      expect(expectEnvelope(await send(url, { method: "OPTIONS", path: "/nowhere" })).code).toBe(
        "acme_route_not_found",
      );
    });
  });
});
