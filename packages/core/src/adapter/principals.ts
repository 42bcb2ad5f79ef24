import { privateStore } from "../http/private-store.ts";

/** Middleware that lets requests with an accepted token through, and knows who sent them. */
export type Bearer<Middleware, Call, Principal> = Middleware & {
  /**
   * Returns who sent a request: what `verify` returned for its token. It is the value of the framework's own field
   * `principal`, with its type.
   *
   * @throws TypeError if the request did not pass this middleware.
   */
  principal(call: Call): Principal;
};

/** Remembers who sent each request: what the service's `verify` returned for its token. */
export class Principals<Principal> {
  readonly #known = privateStore<object, { principal: Principal }>();

  /**
   * Remembers who sent a request once its token has been checked, and puts that on an object of the framework as `principal`.
   *
   * @param checked What `authenticate` returns. If it rejects, so does this, and the request has no principal.
   */
  async admit(checked: Promise<Principal>, request: object, holder = request): Promise<void> {
    const principal = await checked;
    this.set(request, principal);
    Object.assign(holder, { principal });
  }

  set(request: object, principal: Principal): void {
    const known = this.#known.get(request);
    if (known === undefined) this.#known.setOnce(request, { principal });
    else known.principal = principal;
  }

  /**
   * Returns who sent the request.
   *
   * @throws TypeError if the request did not pass the `bearer` that fills this store.
   */
  of(request: object): Principal {
    const known = this.#known.get(request);
    if (known === undefined) throw new TypeError("the request did not pass this bearer; mount it before the handler");
    return known.principal;
  }
}
