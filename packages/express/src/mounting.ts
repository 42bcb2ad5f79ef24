import type { Contract } from "@uhp-errors/core";
import { pathOf } from "@uhp-errors/core/adapter";
import { shared, warnOnce } from "@uhp-errors/core/internal";
import { defineFramework, type Framework } from "@uhp-errors/node";
import type { NodeRequest } from "@uhp-errors/node/internal";
import { isInMounted, isTaken, takes } from "./allowed-methods.ts";
import { type Layer, routePattern, stackOf } from "./router.ts";

/** The contracts that have error handlers: `uhpErrorHandler` or `install` was called for them. */
const HANDLED = /* @__PURE__ */ shared("express/handled", () => new WeakSet<Contract>());

/** The error handlers that this package made. */
export const OURS = /* @__PURE__ */ shared("express/ours", () => new WeakSet<object>());

/** Notes that a contract has error handlers, which no warning is to be about. */
export function noteErrorHandler(contract: Contract, handlers: readonly object[]): void {
  HANDLED.add(contract);
  for (const handler of handlers) OURS.add(handler);
}

/** The requests that reached the end of all routes. */
export const PASSED_ON = /* @__PURE__ */ shared("express/passed-on", () => new WeakSet<NodeRequest>());

/** Gives a contract what Express knows about a request and Node does not. */
export function expressFramework(contract: Contract): Framework<NodeRequest> {
  return defineFramework<NodeRequest>({
    route: routePattern,
    isRouted(request) {
      // `request.route` stays set after a route has passed the request on, even if that route matches every path.
      const isPassedOn = PASSED_ON.has(request);
      if (!isPassedOn && (request as { readonly route?: unknown }).route !== undefined) return true;
      if (isTaken(request)) return true;
      return isPassedOn || !isInMounted(request) ? false : undefined;
    },
    mountingMistake(request) {
      if (!HANDLED.has(contract)) return NOT_HANDLED;
      const names = handlersBefore(stackOf(request));
      return names.length === 0 ? undefined : `these error handlers come before the contract's: ${names.join(", ")}`;
    },
    onReplaced() {
      if (!HANDLED.has(contract)) warnOnce("UHP_ERRORS_NOT_MOUNTED", NOT_HANDLED);
    },
  });
}

const NOT_HANDLED =
  "uhpErrorHandler(contract) is not mounted, so that errors which are thrown lose their code; write app.use(uhpErrorHandler(contract)) after all routes";

/** Returns the names of the error handlers that an error meets before the contract's. */
function handlersBefore(stack: readonly Layer[]): string[] {
  const names: string[] = [];
  for (const { handle } of stack) {
    if (typeof handle !== "function") continue;
    if (OURS.has(handle)) break;
    if (handle.length === 4) names.push(handle.name || "a function without a name");
  }
  return names;
}

/** Warns that a request reached the handlers of `uhpErrorHandler` without having passed `uhp`. */
export function warnNotCovered(request: NodeRequest): void {
  warnOnce(
    "UHP_CONTRACT_NOT_FIRST",
    `a request for ${pathOf(String(request.url))} reached uhpErrorHandler and had not passed uhp: mount uhp(contract) first, before all routes, on the same app or router`,
  );
}

/** Warns if a route for the request is declared after the handler that answers what no route matched. */
export function warnWhenNotLast(request: NodeRequest, ours: object): void {
  const stack = stackOf(request);
  const index = stack.findIndex(({ handle }) => handle === ours);
  if (index < 0 || !takes(stack.slice(index), request)) return;
  warnOnce(
    "UHP_ERRORS_NOT_LAST",
    "a route that would take the request is declared after uhpErrorHandler(contract), which answers before it can: mount uhpErrorHandler last",
  );
}
