import type { IncomingMessage, ServerResponse } from "node:http";
import { type Phase, REPRESENTATION_HEADERS, type RequestFacts, type WireResponse } from "@uhp-errors/core";
import { release } from "./outgoing.ts";

/** A request as Express hands it on; nothing but Node's own type and the unmounted URL is relied upon. */
export type ExpressRequest = IncomingMessage & { readonly originalUrl?: string };

const FACTS = new WeakMap<IncomingMessage, RequestFacts>();

/** What the contract needs to know of a request: one object for each, since the contract remembers by identity. */
export function facts(request: ExpressRequest, response: ServerResponse): RequestFacts {
  const known = FACTS.get(request);
  if (known !== undefined) return known;
  const made: RequestFacts = {
    method: request.method ?? "",
    path: request.originalUrl ?? request.url ?? "",
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
  release(response);
  setHead(response, wire);
  // A body handed over for HEAD is an error where the server was told to be strict about it.
  response.end(response.req.method === "HEAD" ? undefined : wire.body);
}

/** Sets status and headers of an answer in place of what was set before, the reason phrase included. */
export function setHead(response: ServerResponse, wire: WireResponse): void {
  for (const name of REPRESENTATION_HEADERS) response.removeHeader(name);
  for (const [name, value] of Object.entries(wire.headers)) response.setHeader(name, value);
  response.statusCode = wire.status;
  // Empty means the standard phrase; one that somebody set may hold an error's text.
  response.statusMessage = "";
}

function phase(request: IncomingMessage, response: ServerResponse): Phase {
  if (response.writableEnded) return "finished";
  if (response.destroyed || (request.destroyed && !request.complete)) return "gone";
  return response.headersSent ? "started" : "open";
}
