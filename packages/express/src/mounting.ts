import type { Contract } from "@uhp-errors/core";
import { pathOf, shared } from "@uhp-errors/core/adapter";
import { defineFramework, type Framework, type NodeRequest, warnOnce } from "@uhp-errors/node";
import { isInMounted, isTaken, takes } from "./allowed-methods.ts";
import { type Layer, routePattern, stackOf } from "./router.ts";

/** The contracts whose error handlers were made. */
const HANDLED = /* @__PURE__ */ shared("express/handled", () => new WeakSet<Contract>());

/** The functions that `uhpErrorHandler` made. */
const OURS = /* @__PURE__ */ shared("express/ours", () => new WeakSet<object>());

/** Remembers what `uhpErrorHandler` made for a contract. */
export function noteErrorHandler(contract: Contract, handlers: readonly object[]): void {
  HANDLED.add(contract);
  for (const handler of handlers) OURS.add(handler);
}

/** Requests that came to the end of all routes. */
const PASSED_ON = /* @__PURE__ */ shared("express/passed-on", () => new WeakSet<NodeRequest>());

/** Notes that a request came to the end of all routes. */
export function notePassedOn(request: NodeRequest): void {
  PASSED_ON.add(request);
}

/** What Express knows of the requests of a contract beyond Node's own objects. */
export function expressFramework(contract: Contract): Framework<NodeRequest> {
  return defineFramework<NodeRequest>({
    route: routePattern,
    isRouted(request) {
      // A route stays on a request that it passed on, one for every path too.
      const isPassedOn = PASSED_ON.has(request);
      if (!isPassedOn && (request as { readonly route?: unknown }).route !== undefined) return true;
      if (isTaken(request)) return true;
      return isPassedOn || !isInMounted(request) ? false : undefined;
    },
    mountingMistake(request) {
      if (!HANDLED.has(contract)) return NOT_HANDLED;
      const names = handlersBefore(stackOf(request));
      return names.length === 0 ? undefined : `these error handlers stand before the contract's: ${names.join(", ")}`;
    },
    onReplaced() {
      if (!HANDLED.has(contract)) warnOnce("UHP_ERRORS_NOT_MOUNTED", NOT_HANDLED);
    },
  });
}

const NOT_HANDLED =
  "uhpErrorHandler(contract) is not mounted, so that errors which are thrown lose their code; write app.use(uhpErrorHandler(contract)) behind all routes";

/** The names of the error handlers that an error meets before ours. */
function handlersBefore(stack: readonly Layer[]): string[] {
  const names: string[] = [];
  for (const { handle } of stack) {
    if (typeof handle !== "function") continue;
    if (OURS.has(handle)) break;
    if (handle.length === 4) names.push(handle.name || "a function without a name");
  }
  return names;
}

/** Warns when requests come to the handlers of `uhpErrorHandler` that did not pass `uhp`. */
export function warnNotCovered(request: NodeRequest): void {
  warnOnce(
    "UHP_CONTRACT_NOT_FIRST",
    `a request for ${pathOf(request.url ?? "")} reached uhpErrorHandler and had not passed uhp: mount uhp(contract) first, before all routes, on the same app or router`,
  );
}

/** Warns when routes are declared after the handler that answers what no route took. */
export function warnWhenNotLast(request: NodeRequest, ours: object): void {
  const stack = stackOf(request);
  const index = stack.findIndex(({ handle }) => handle === ours);
  if (index < 0 || !takes(stack.slice(index), request)) return;
  warnOnce(
    "UHP_ERRORS_NOT_LAST",
    "a route that would take the request is declared behind uhpErrorHandler(contract), which answers before it can: mount uhpErrorHandler last",
  );
}
