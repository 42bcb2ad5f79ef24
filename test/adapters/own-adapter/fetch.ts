import type { Contract } from "@uhp-errors/core";
import { expectContract, pathOf } from "@uhp-errors/core/adapter";
import { responderOf, watchBody } from "@uhp-errors/web";

type Handler = (request: Request) => Response | Promise<Response>;

/** The handlers of a service, by path and method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Handler>>;

export function adapter(contract: Contract, routes: Routes) {
  expectContract(contract, "adapter");
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
      return await responder.outgoing(await handler(request));
    } catch (thrown) {
      return responder.respond(thrown);
    }
  };
}
