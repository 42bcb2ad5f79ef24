import type { IncomingMessage, ServerResponse } from "node:http";
import type { Phase, RequestFacts, WireResponse } from "@uhp-errors/core";
import { setHead } from "./head.ts";
import { OutgoingAnswer } from "./outgoing.ts";

/** A request as Express hands it on; nothing but Node's own type and the unmounted URL is relied upon. */
export type ExpressRequest = IncomingMessage & { readonly originalUrl?: string };

const FACTS = new WeakMap<IncomingMessage, RequestFacts>();

/** What the contract needs to know of a request: one object for each, since the contract remembers by identity. */
export function facts(request: ExpressRequest, response: ServerResponse): RequestFacts {
  const known = FACTS.get(request);
  if (known !== undefined) return known;
  const made: RequestFacts = {
    method: request.method ?? "",
    path: pathOf(request.originalUrl ?? request.url ?? ""),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    phase: () => phase(request, response),
  };
  FACTS.set(request, made);
  return made;
}

/** Writes a finished answer as it is. Fields that describe another body go, all others that were set stay. */
export function write(response: ServerResponse, wire: WireResponse): void {
  const outgoing = OutgoingAnswer.of(response);
  if (outgoing?.begun) {
    outgoing.replace(wire);
    return;
  }
  outgoing?.release();
  setHead(response, wire);
  // A body handed over for HEAD is an error where the server was told to be strict about it.
  response.end(response.req.method === "HEAD" ? undefined : wire.body);
}

/** Path and query of a request target, which may also come with scheme and authority (RFC 9112, section 3.2.2). */
export function pathOf(target: string): string {
  const authority = target.startsWith("/") ? -1 : target.indexOf("://");
  if (authority < 0) return target;
  const path = target.indexOf("/", authority + 3);
  return path < 0 ? "/" : target.slice(path);
}

function phase(request: IncomingMessage, response: ServerResponse): Phase {
  if (response.writableEnded) return "finished";
  if (OutgoingAnswer.of(response)?.begun) return "open";
  // Destroyed with an error: by a stream of the service's that failed, not by a client that left.
  if (response.destroyed && response.errored) return "started";
  if (response.destroyed || (request.destroyed && !request.complete)) return "gone";
  return response.headersSent ? "started" : "open";
}
