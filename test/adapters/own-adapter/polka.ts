import { authenticate, type Contract, type VerifyToken } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { defineFramework, intercept, requestContext, responderOf } from "@uhp-errors/node";
import type { Middleware, Polka, Request, Response } from "polka";

export { attach, requestContext, sendError, stream, traceHeaders } from "@uhp-errors/node";

/** Puts a contract in force for a whole application. Call it before `app.listen`. */
export function install(app: Polka, contract: Contract): void {
  expectContract(contract, "install");
  const { find, handler, onError, onNoMatch } = app;
  const framework = defineFramework<Request>({
    // What `app.all` declares looks like middleware, so a missing route proves nothing.
    isRouted: ({ method, path }) => methodsAt(app, path).includes(method) || undefined,
  });

  const responderFor = (request: Request, response: Response) =>
    contract.reportOnly
      ? intercept(contract, request, response, framework, request)
      : responderOf(contract, request, response);

  /** Answers what was thrown. Returns `false` if Polka must go on as without the contract. */
  const answer = (thrown: unknown, request: Request, response: Response): boolean => {
    const responder = responderFor(request, response);
    responder?.sendError(thrown);
    return responder !== undefined && !responder.isDryRun;
  };

  /** Polka treats a thrown `undefined` as no error, and would go on to the next handler. */
  function catching(handle: Middleware): Middleware {
    return async (request, response, next) => {
      try {
        await handle(request, response, next);
      } catch (thrown) {
        if (thrown || !answer(thrown, request, response)) throw thrown;
      }
    };
  }

  const methods: Partial<Polka> = {
    handler(request, response, ...rest) {
      const responder = intercept(contract, request, response, framework, request);
      if (responder === undefined) return handler(request, response, ...rest);
      const refusal = responder.checkVersion();
      if (refusal !== undefined) return responder.send(refusal);
      return contract.handle(responder.context, () => handler(request, response, ...rest));
    },
    find(...args) {
      const { params, handlers } = find.apply(app, args);
      return { params, handlers: handlers.map(catching) };
    },
    onError(thrown, request, response, next) {
      if (!answer(thrown, request, response)) return onError(thrown, request, response, next);
    },
    onNoMatch(request, response, next) {
      const responder = responderFor(request, response);
      // A handler may answer, and pass the request on all the same.
      if (responder?.isUnanswered) responder.send(responder.notFound(allowedAt(app, request)));
      if (responder === undefined || responder.isDryRun) return onNoMatch(request, response, next);
    },
  };
  Object.assign(app, methods);
}

/** Makes middleware that lets requests with an accepted token through, and puts what `verify` returns on the request. */
export function bearer<Principal>(verify: VerifyToken<Principal>): Middleware {
  return async (request, response, next) => {
    Object.assign(request, { principal: await authenticate(requestContext(request, response), verify) });
    await next();
  };
}

/** Returns what `Allow` lists for an address: nothing if it has no route, or one that passed the request on. */
function allowedAt(app: Polka, { method, path }: Request): string[] {
  const methods = methodsAt(app, path);
  return methods.includes(method) ? [] : methods;
}

/** Returns the methods that the routes at a path accept. */
function methodsAt(app: Polka, path: string): string[] {
  const { routes } = app as unknown as { readonly routes: readonly { method: string; pattern: RegExp }[] };
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  if (methods.includes("GET")) methods.push("HEAD");
  // `use` and `all` have no method.
  return [...new Set(methods)].filter((method) => method !== "").sort();
}
