import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { authenticate, type VerifyToken } from "@uhp-errors/core";
import { Principals } from "@uhp-errors/node";
import { type NestRequest, type NestResponse, nodeRequest } from "./native.ts";
import { requestContext } from "./request-context.ts";

/**
 * A guard that asks for a bearer token (RFC 6750) and puts what `verify` returns on `request.principal`. For single routes,
 * controllers, or the whole app with `useGlobalGuards` or `APP_GUARD`. Anything but an HTTP request it refuses.
 *
 * @example
 * const auth = new BearerGuard((token) => accounts.byToken(token));
 * app.useGlobalGuards(auth);
 */
export class BearerGuard<Principal> implements CanActivate {
  readonly #verify: VerifyToken<Principal>;
  readonly #principals = new Principals<Principal>();

  constructor(verify: VerifyToken<Principal>) {
    this.#verify = verify;
  }

  /** Called by Nest. Rejects with the contract's 401 for a request without an accepted token. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== "http") return false;
    const http = context.switchToHttp();
    const request = http.getRequest<NestRequest>();
    const principal = await authenticate(requestContext(request, http.getResponse<NestResponse>()), this.#verify);
    this.#principals.set(nodeRequest(request), principal);
    Object.assign(request, { principal });
    return true;
  }

  /**
   * Who sent a request: what `verify` returned for its token. The same as `request.principal`, with its type.
   *
   * @throws TypeError when the request did not pass this guard.
   */
  principal(request: NestRequest): Principal {
    return this.#principals.of(nodeRequest(request));
  }
}
