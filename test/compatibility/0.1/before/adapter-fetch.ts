import { type Contract, createContract, defineCatalog } from "@uhp-errors/core";
import { pathOf } from "@uhp-errors/core/adapter";
import { responderOf, watchBody } from "@uhp-errors/web";

type Handler = (request: Request) => Response | Promise<Response>;

/** The handlers of a service, by path and method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Handler>>;

function adapter(contract: Contract, routes: Routes) {
  return async (request: Request): Promise<Response> => {
    const methods = routes.get(pathOf(request.url));
    const handler = methods?.get(request.method);

    const responder = responderOf(contract, request);
    if (responder === undefined) return handler?.(request) ?? new Response(null, { status: 404 });

    const refusal = responder.checkVersion();
    if (refusal !== undefined) return refusal;
    if (handler === undefined) return responder.notFound([...(methods?.keys() ?? [])]);
    watchBody(request);
    try {
      return await responder.finish(await handler(request));
    } catch (thrown) {
      return responder.respond(thrown);
    }
  };
}

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { appliesTo: ({ path }) => path !== "/health" });

export const handler = adapter(
  contract,
  new Map([
    ["/health", new Map<string, Handler>([["GET", () => new Response("ok")]])],
    ["/v1/orders", new Map<string, Handler>([["GET", () => new Response("[]")]])],
    [
      "/v1/broken",
      new Map<string, Handler>([
        [
          "GET",
          () => {
            throw acme.error("session_busy");
          },
        ],
      ]),
    ],
  ]),
);
