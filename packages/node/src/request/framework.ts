/**
 * What an adapter knows of a request beyond Node's own objects. One such object serves all requests: each method gets `handle`,
 * the framework's own object for the request at hand. Each method may be left out.
 */
export interface Framework<Handle = unknown> {
  /** The request target as the client sent it, where the framework rewrites `url` and keeps no `originalUrl` there. */
  originalUrl?(handle: Handle): string;
  /** A header field of the request by lower-case name, where the framework's own request may have others than Node's. */
  requestHeader?(handle: Handle, name: string): string | readonly string[] | undefined;
  /** A header field that was set on the framework's own reply and has not reached Node's response, by lower-case name. */
  responseHeader?(handle: Handle, name: string): string | undefined;
  /** Whether a header field, by lower-case name, was set on the framework's own reply. */
  isSetByFramework?(handle: Handle, name: string): boolean;
  /** Bytes that a body of this request may have, where the framework's errors do not say. */
  bodyLimit?(handle: Handle): number | undefined;
  /** The pattern of the route that took the request, such as `"/v1/harnesses/:id"`. */
  route?(handle: Handle): string | undefined;
  /** Whether a route took the request: `false` only where the framework says that none did, `undefined` where it does not say. */
  isRouted?(handle: Handle): boolean | undefined;
  /** The status that the service itself had set on its answer when something was thrown; Node's own status where left out. */
  chosenStatus?(handle: Handle, thrown: unknown): number | undefined;
  /** Whether the framework was handed the whole body of an error at once, though it may write it in pieces. */
  isHandedOver?(handle: Handle): boolean;
  /** What stands in the way of the contract's error handler, in words, for whoever looks for a lost error. */
  mountingMistake?(handle: Handle): string | undefined;
  /** Told when an answer that something else wrote is replaced. */
  onReplaced?(handle: Handle): void;
}

/**
 * Makes a frozen {@link Framework} without a prototype, so that a polluted `Object.prototype` adds no methods to it. Call it once, not
 * for each request. Never throws.
 *
 * @example
 * const FRAMEWORK = defineFramework<Call>({ route: (call) => call.pattern });
 * const responder = intercept(contract, call.request, call.response, FRAMEWORK, call);
 */
export function defineFramework<Handle>(methods: Framework<Handle>): Framework<Handle> {
  return Object.freeze(Object.assign(Object.create(null) as object, methods));
}
