import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { expectContract, pathOf } from "@uhp-errors/core/adapter";
import { intercept } from "@uhp-errors/node";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The handlers of a service, by path and method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Handler>>;

export function adapter(contract: Contract, routes: Routes): RequestListener {
  expectContract(contract, "adapter");
  return async (request, response) => {
    const methods = routes.get(pathOf(request.url ?? "/"));
    const handler = methods?.get(request.method ?? "GET");

    const responder = intercept(contract, request, response);
    if (responder === undefined) return void handler?.(request, response);

    const refusal = responder.checkVersion();
    if (refusal !== undefined) return responder.send(refusal);
    if (handler === undefined) return responder.send(responder.notFound([...(methods?.keys() ?? [])]));
    try {
      await handler(request, response);
    } catch (thrown) {
      responder.sendError(thrown);
    }
  };
}
