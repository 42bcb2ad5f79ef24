import type { ServerResponse } from "node:http";
import type { ServerHttp2Stream } from "node:http2";
import { EXCHANGE, type Exchange, type Method, type Methods, type PatchedResponse } from "../request/exchange.ts";
import { fieldsIn, WrittenHead } from "../written/head.ts";
import { answerFailure } from "./answer.ts";
import { METHODS } from "./stages.ts";

/**
 * Replaces the methods of a response by those that its exchange goes through. A contract that only reports needs only
 * those that write the body or destroy the response.
 */
export function patch(exchange: Exchange, stage: "open" | "noting"): void {
  const response = exchange.response as ServerResponse & { -readonly [Name in keyof Methods]: Method };
  const inherited = Object.getPrototypeOf(response) as Methods;
  const { originalMethods: known } = exchange;
  const { writeHead, flushHeaders } = response as Methods;
  // A contract that only reports may have replaced these already, and middleware ours.
  const { write, end, destroy } = known ?? (response as Methods);
  exchange.stage = stage;
  exchange.ownMethods = METHODS;
  exchange.isWrapped =
    write !== inherited.write ||
    end !== inherited.end ||
    writeHead !== inherited.writeHead ||
    flushHeaders !== inherited.flushHeaders ||
    destroy !== inherited.destroy;
  exchange.originalMethods = exchange.isWrapped ? { writeHead, write, end, flushHeaders, destroy } : inherited;
  // Assigning them one by one is fastest, and every request comes this way.
  if (known === undefined) {
    response.write = METHODS.write as typeof response.write;
    response.end = METHODS.end as typeof response.end;
    response.destroy = METHODS.destroy as typeof response.destroy;
  }
  if (stage === "noting") return;
  response.flushHeaders = METHODS.flushHeaders as typeof response.flushHeaders;
  Object.defineProperty(response, "writeHead", WRITE_HEAD);
  if (exchange.isHttp2) patchStream(response as unknown as PatchedResponse);
}

/**
 * Makes `writeHead` a property, to notice when middleware replaces it. Such middleware sets the fields of a head one by
 * one, then calls ours. By then, the fields of another service's response could not be told from those that this
 * service has set.
 */
const WRITE_HEAD = {
  __proto__: null,
  configurable: true,
  enumerable: true,
  get(this: PatchedResponse): unknown {
    return this[EXCHANGE].outerWriteHead ?? METHODS.writeHead;
  },
  set(this: PatchedResponse, method: Method): void {
    this[EXCHANGE].outerWriteHead = noting(method);
  },
} as PropertyDescriptor;

/** Wraps a `writeHead` of middleware, to remember what the outermost one was called with. */
function noting(method: Method): Method {
  return function writeHead(this: PatchedResponse, ...given: readonly unknown[]): unknown {
    const exchange = this[EXCHANGE];
    if (exchange.outerHead !== undefined) return Reflect.apply(method, this, given);
    exchange.outerHead = new WrittenHead(given, fieldsIn(given) === undefined ? undefined : this.getHeaders());
    try {
      return Reflect.apply(method, this, given);
    } finally {
      exchange.outerHead = undefined;
    }
  };
}

/** Where an HTTP/2 stream keeps its response. */
const RESPONSE: unique symbol = Symbol("uhp-errors/response");

type InterceptedStream = ServerHttp2Stream & { [RESPONSE]?: PatchedResponse };

/** Notices when an HTTP/2 stream is destroyed directly, instead of through its response. */
function patchStream(response: PatchedResponse): void {
  const { stream } = response as PatchedResponse & { readonly stream?: InterceptedStream };
  if (stream === undefined) return;
  stream[RESPONSE] = response;
  stream.destroy = onStreamDestroy;
}

function onStreamDestroy(this: InterceptedStream, error?: Error): InterceptedStream {
  const exchange = this[RESPONSE]?.[EXCHANGE];
  // A session that ends destroys its streams, and so does a client that resets one. In both cases, no client is left to
  // respond to.
  const isReachable = !this.destroyed && !this.closed && !this.aborted && this.session?.destroyed === false;
  if (isReachable && exchange !== undefined && (exchange.stage === "replaced" || answerFailure(exchange, error))) {
    return this;
  }
  const destroy = Reflect.get(Object.getPrototypeOf(this), "destroy") as (error?: Error) => unknown;
  Reflect.apply(destroy, this, [error]);
  return this;
}
