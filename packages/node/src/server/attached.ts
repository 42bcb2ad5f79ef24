import type { Contract } from "@uhp-errors/core";
import { shared } from "@uhp-errors/core/adapter";

/** The contracts of each server, in the order in which they were attached. */
export const ATTACHED = /* @__PURE__ */ shared("node/attached", () => new WeakMap<object, Contract[]>());

/** Whether a server was handed to `attach`. */
export function isAttached(server: object): boolean {
  return ATTACHED.has(server);
}
