import type { ServerHttp2Stream } from "node:http2";
import { EXCHANGE, type PatchedResponse } from "../request/exchange.ts";
import { answerDestruction } from "./replace.ts";

/** The response that a stream of HTTP/2 carries, and the stream's own way to be destroyed. */
const RESPONSE: unique symbol = Symbol("uhp-errors/response");

type InterceptedStream = ServerHttp2Stream & { [RESPONSE]?: PatchedResponse };

/** Sees a stream of HTTP/2 that is destroyed past its response. */
export function patchStream(response: PatchedResponse): void {
  const { stream } = response as PatchedResponse & { readonly stream?: InterceptedStream };
  if (stream === undefined) return;
  stream[RESPONSE] = response;
  stream.destroy = onStreamDestroy;
}

function onStreamDestroy(this: InterceptedStream, error?: Error): InterceptedStream {
  const response = this[RESPONSE];
  // A session that ends destroys its streams, and so does a client that resets one; then there is nobody to answer.
  const reachable = !this.destroyed && !this.closed && !this.aborted && this.session?.destroyed === false;
  const stays = response !== undefined && answerDestruction(response[EXCHANGE], response, error, reachable);
  if (stays) return this;
  const destroy = Reflect.get(Object.getPrototypeOf(this), "destroy") as (error?: Error) => unknown;
  Reflect.apply(destroy, this, [error]);
  return this;
}
