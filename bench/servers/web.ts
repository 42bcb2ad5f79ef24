import type * as Adapter from "@uhp-errors/web";
import { built } from "../run/packages.ts";
import { answerTo, JSON_TYPE, requestId, VERSION } from "./by-hand.ts";
import { contractOf, type Deed } from "./cases.ts";
import type { Mode, Variant } from "./names.ts";

const { uhp } = await built<typeof Adapter>("web");

type Handler = (request: Request) => Promise<Response>;

/** A fetch handler with one route. */
export function webHandler(variant: Variant | Mode, deed: Deed): (request: Request) => Response | Promise<Response> {
  const handler: Handler = async () => {
    if ("failure" in deed) throw deed.failure();
    return Response.json(deed.body(), { status: deed.status });
  };
  const contract = contractOf(variant);
  if (contract !== undefined) return uhp(contract, handler);
  if (variant === "headers") return withHeaders(handler);
  return variant === "hand" ? withErrors(withHeaders(handler)) : handler;
}

function withHeaders(handler: Handler): Handler {
  return async (request) => {
    const response = await handler(request);
    response.headers.set("UHP-Version", VERSION);
    response.headers.set("x-request-id", idOf(request));
    return response;
  };
}

function withErrors(handler: Handler): Handler {
  return async (request) => {
    try {
      return await handler(request);
    } catch (error) {
      const id = idOf(request);
      const { status, body } = answerTo(error, id);
      const headers = { "Content-Type": JSON_TYPE, "UHP-Version": VERSION, "x-request-id": id };
      return new Response(body, { status, headers });
    }
  };
}

/** The request's own id, or a new one. */
function idOf(request: Request): string {
  return requestId(request.headers.get("x-request-id") ?? undefined);
}
