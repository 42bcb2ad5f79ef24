import type { ServerResponse } from "node:http";
import { type AdapterContract, beginsAsError } from "@uhp-errors/core/adapter";
import { EXCHANGE, type Exchange, exchangeOf, type Method, type NodeRequest } from "../request/exchange.ts";
import type { Framework } from "../request/framework.ts";
import { isChunk } from "../written/body.ts";
import { hasHead, hasHeadLeft, sentStatus } from "../written/sent-field.ts";
import { isErrorStatus, isSuccess } from "../written/status.ts";
import { ExchangeObservation, type Observation, type Watched } from "./observation.ts";

/** A response that a contract which only reports watches. */
type ObservedResponse = ServerResponse & {
  readonly [EXCHANGE]: Exchange & { readonly observation: ExchangeObservation };
};

/**
 * Watches a response for a contract that only reports. Node's own methods do the work, and their callers get what these
 * return. Call it as early as possible.
 *
 * @param framework What the adapter knows of its framework's requests: one object for all requests.
 * @param handle The framework's own object for this request, which the methods of `framework` get.
 * @returns The observation of this request. `undefined` if the contract does not only report, if it does not apply to
 * the request, if another contract watches the response already, if a head was already written, or if the response takes
 * no more properties.
 * @experimental
 */
export function observe<Handle>(
  contract: AdapterContract,
  request: NodeRequest,
  response: ServerResponse,
  framework?: Framework<Handle>,
  handle?: Handle,
): Observation | undefined {
  const { observer } = contract;
  // What cannot be watched is left alone.
  if (observer === undefined || !Object.isExtensible(response)) return undefined;
  const exchange = exchangeOf(request, response, framework, handle);
  if (!contract.appliesTo(exchange)) return undefined;
  const known = exchange.observation as ExchangeObservation | undefined;
  // Of several contracts, only the outermost one reports.
  if (known !== undefined) return known.contract === contract ? known : undefined;
  if (hasHead(response)) return undefined;
  const made = new ExchangeObservation(contract, observer, exchange, watch(response));
  exchange.observation = made;
  made.begin();
  return made;
}

/**
 * Returns the observation of a request that this contract watches; `undefined` if it does not.
 *
 * @experimental
 */
export function observationOf(contract: AdapterContract, response: ServerResponse): Observation | undefined {
  const known = (response as Partial<ObservedResponse>)[EXCHANGE]?.observation;
  return known?.contract === contract ? known : undefined;
}

/** Replaces the watched methods of a response. Returns the methods that were there. */
function watch(response: ServerResponse): Watched {
  const watched = response as ServerResponse & { -readonly [Name in keyof Watched]: Method };
  const { write, end, destroy } = response as Watched;
  const inherited = Object.getPrototypeOf(response) as Watched;
  const isWrapped = write !== inherited.write || end !== inherited.end || destroy !== inherited.destroy;
  watched.write = onWrite as typeof watched.write;
  watched.end = onEnd as typeof watched.end;
  watched.destroy = onDestroy as typeof watched.destroy;
  return isWrapped ? { write, end, destroy } : inherited;
}

function onWrite(this: ObservedResponse, ...args: readonly unknown[]): unknown {
  const { observation } = this[EXCHANGE];
  const isFlushed = hasHeadLeft(this);
  const result: unknown = Reflect.apply(observation.below.write, this, args);
  if (!observation.isDone) see(observation, this, args, false, isFlushed);
  return result;
}

function onEnd(this: ObservedResponse, ...args: readonly unknown[]): unknown {
  const { observation } = this[EXCHANGE];
  if (observation.isDone || this.writableEnded) return Reflect.apply(observation.below.end, this, args);
  if (isErrorStatus(sentStatus(this))) observation.noteWhetherGone();
  // Over HTTP/2, `end` passes its chunk to `write`, which must not note it a second time.
  observation.isDone = true;
  const isFlushed = hasHeadLeft(this);
  let result: unknown;
  try {
    result = Reflect.apply(observation.below.end, this, args);
  } finally {
    observation.isDone = false;
  }
  if (this.writableEnded) see(observation, this, args, true, isFlushed);
  return result;
}

/** Notes an error that destroys a response. The contract, in force, would answer it if no byte has been sent. */
function onDestroy(this: ObservedResponse, ...args: readonly unknown[]): unknown {
  const { observation, isReachable } = this[EXCHANGE];
  const [error] = args;
  if (error !== undefined && error !== null && !this.writableEnded && isReachable) observation.thrown(error);
  return Reflect.apply(observation.below.destroy, this, args);
}

/** Notes a chunk that Node has taken. A success that is not an envelope is not watched any further. */
function see(
  observation: ExchangeObservation,
  response: ServerResponse,
  [chunk, encoding]: readonly unknown[],
  isLast: boolean,
  isFlushed: boolean,
): void {
  const statusCode = sentStatus(response);
  const isSuspect = isErrorStatus(statusCode) || (isSuccess(statusCode) && mayBeEnvelope(chunk));
  if (isSuspect || observation.isFollowed) observation.see(statusCode, chunk, encoding, isLast, isFlushed);
  else observation.isDone = true;
}

/** Whether the first chunk of a success may begin an envelope. An empty chunk says nothing about the rest. */
function mayBeEnvelope(chunk: unknown): boolean {
  return isChunk(chunk) && (chunk.length === 0 || beginsAsError(chunk));
}
