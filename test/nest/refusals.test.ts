import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import { createContract, isContractError } from "@uhp-errors/core";
import { bearer } from "@uhp-errors/nestjs";
import { describe, expect, test } from "vitest";
import { acme } from "../support/catalog.ts";
import { expectEnvelope } from "../support/envelope.ts";
import { send } from "../support/http.ts";
import { createApp, PLATFORMS } from "./app.ts";

const contract = () => createContract(acme, { onError: () => {} });

/** A filter that takes every error, as in many services. */
class Everything implements ExceptionFilter {
  readonly #passes: boolean;

  constructor(passes: boolean) {
    this.#passes = passes;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (this.#passes && isContractError(thrown)) throw thrown;
    const response: { code?(status: number): unknown; status(status: number): { send(body: unknown): void } } = host
      .switchToHttp()
      .getResponse();
    response.status(500).send({ message: "own" });
  }
}
Catch()(Everything);

/** How a request without a token is refused when a filter takes every error. */
describe.each(PLATFORMS)("%s", (_name, make) => {
  test.each<readonly [what: string, passes: boolean, isMiddleware: boolean, status: number]>([
    ["of BearerGuard is replaced by a filter that takes every error", false, false, 500],
    ["of BearerGuard stays where the filter throws errors of a catalog on", true, false, 401],
    ["of the middleware goes past the filter", false, true, 401],
  ])("the refusal %s", async (_what, passes, isMiddleware, status) => {
    const ours = contract();
    const app = await createApp(make(), ours);
    app.useGlobalFilters(new Everything(passes));
    if (isMiddleware) app.use(bearer(ours, () => undefined));
    try {
      await app.listen(0, "127.0.0.1");
      expect((await send(await app.getUrl(), { path: "/bearer" })).status).toBe(status);
    } finally {
      await app.close();
    }
  });
});

describe.each(PLATFORMS)("%s", (_name, make) => {
  test("OPTIONS is answered for an address as any other method that it does not accept", async () => {
    const app = await createApp(make(), contract());
    try {
      await app.listen(0, "127.0.0.1");
      const url = await app.getUrl();
      const known = await send(url, { method: "OPTIONS", path: "/bearer" });
      expect([known.status, known.headers["allow"]]).toEqual([405, "GET, HEAD"]);
      expect(expectEnvelope(known).code).toBe("acme_method_not_allowed");
      expect(expectEnvelope(await send(url, { method: "OPTIONS", path: "/nowhere" })).code).toBe(
        "acme_route_not_found",
      );
    } finally {
      await app.close();
    }
  });
});
