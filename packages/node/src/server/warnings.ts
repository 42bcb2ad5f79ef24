import type { IncomingMessage, Server } from "node:http";
import type { Contract } from "@uhp-errors/core";
import { warnOnce } from "@uhp-errors/core/adapter";
import { isAttached } from "./attached.ts";

/** The contracts of which a request came: each is looked at once, at its first request. */
const looked = new WeakSet<Contract>();

/**
 * Warns, at a contract's first request, when its server was not handed to `attach`. Test runners make a server for each
 * request, so that there is no warning where `NODE_ENV` is `test`.
 */
export function warnUnlessAttached(contract: Contract, request: IncomingMessage): void {
  if (looked.has(contract)) return;
  looked.add(contract);
  const server = serverOf(request);
  if (server === undefined || isAttached(server) || process.env["NODE_ENV"] === "test") return;
  warnOnce(
    "UHP_NOT_ATTACHED",
    "the server was not handed to attach(server, contract): what Node answers by itself, a malformed request for one, leaves without an envelope; write attach(app.listen(3000), contract)",
  );
}

/** The server that a request came by; `undefined` where a test made the request by hand. */
export function serverOf(request: IncomingMessage): Server | undefined {
  const { server } = Object(request.socket) as { readonly server?: Server };
  return server;
}
