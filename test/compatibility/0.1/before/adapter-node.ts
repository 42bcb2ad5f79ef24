import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type Contract, createContract, defineCatalog } from "@uhp-errors/core";
import { pathOf } from "@uhp-errors/core/adapter";
import { attach, defineFramework, intercept } from "@uhp-errors/node";

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The handlers of a service, by path and method. */
type Routes = ReadonlyMap<string, ReadonlyMap<string, Handler>>;

const FRAMEWORK = defineFramework<{ readonly pattern: string }>({ route: (call) => call.pattern });

function adapter(contract: Contract, routes: Routes): RequestListener {
  return async (request, response) => {
    const pattern = pathOf(request.url ?? "/");
    const methods = routes.get(pattern);
    const handler = methods?.get(request.method ?? "GET");

    const responder = intercept(contract, request, response, FRAMEWORK, { pattern });
    if (responder === undefined) return handler?.(request, response);

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

const acme = defineCatalog({ vendor: "acme" });
const contract = createContract(acme, { appliesTo: ({ path }) => path !== "/health" });

const routes: Routes = new Map([
  ["/health", new Map<string, Handler>([["GET", (_request, response) => response.end("ok")]])],
  ["/v1/orders", new Map<string, Handler>([["GET", (_request, response) => response.end("[]")]])],
  [
    "/v1/broken",
    new Map<string, Handler>([
      [
        "GET",
        (_request, response) => {
          response.setHeader("Access-Control-Allow-Origin", "*");
          throw acme.error("session_busy");
        },
      ],
    ]),
  ],
]);

export const server = createServer(adapter(contract, routes));
attach(server, contract);
server.listen(0, "127.0.0.1");
