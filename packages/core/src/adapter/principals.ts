import { privateStore } from "../http/private-store.ts";

/** Remembers who sent each request: what the service's `verify` returned for its token. */
export class Principals<Principal> {
  readonly #known = privateStore<object, { principal: Principal }>();

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
