import type { CanActivate, ExecutionContext } from "@nestjs/common";
import { authenticate, type VerifyToken } from "@uhp-errors/core";
import { Principals } from "@uhp-errors/core/internal";
import { type NestRequest, type NestResponse, nodeRequest } from "./native.ts";
import { requestContext } from "./request-context.ts";

/**
 * A guard that requires a bearer token (RFC 6750) and sets `request.principal` to what `verify` returns. Use it for
 * single routes, for controllers, or for the whole app with `useGlobalGuards` or `APP_GUARD`. It rejects anything that
 * is not an HTTP request.
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

  /** Called by Nest. Rejects with the contract's 401 if the request has no accepted token. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== "http") return false;
    const http = context.switchToHttp();
    const request = http.getRequest<NestRequest>();
    const asked = requestContext(request, http.getResponse<NestResponse>());
    await this.#principals.admit(authenticate(asked, this.#verify), nodeRequest(request), request);
    return true;
  }

  /**
   * Returns what `verify` returned for the token of a request. The same as `request.principal`, with its type.
   *
   * @throws TypeError if the request did not pass this guard.
   */
  principal(request: NestRequest): Principal {
    return this.#principals.of(nodeRequest(request));
  }
}
