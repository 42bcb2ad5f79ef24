/**
 * What an adapter knows about requests beyond Node's own objects. One such object serves all requests: each method gets
 * `frameworkContext`, the framework's own object for the request. Every method is optional.
 *
 * @experimental
 */
export interface Framework<FrameworkContext = unknown> {
  /**
   * Returns the request target as the client sent it. Needed if the framework rewrites `url` and does not keep
   * `originalUrl` on Node's request.
   */
  originalUrl?(frameworkContext: FrameworkContext): string;
  /**
   * Returns a request header by its lower-case name. Needed if the framework's own request may have other headers than
   * Node's.
   */
  requestHeader?(frameworkContext: FrameworkContext, name: string): string | readonly string[] | undefined;
  /**
   * Returns a header that was set on the framework's own reply but is not on Node's response yet, by its lower-case
   * name.
   */
  responseHeader?(frameworkContext: FrameworkContext, name: string): string | undefined;
  /** Whether a header was set on the framework's own reply, by its lower-case name. */
  isSetByFramework?(frameworkContext: FrameworkContext, name: string): boolean;
  /**
   * Whether a header was set after another service's response was copied onto the framework's own reply, by its
   * lower-case name. Without this method, an error that is such a copy keeps no header that a proxy may have set.
   */
  isSetAfterCopy?(frameworkContext: FrameworkContext, name: string): boolean;
  /** Returns how many bytes the body of this request may have. Needed if the framework's errors do not say. */
  bodyLimit?(frameworkContext: FrameworkContext): number | undefined;
  /** Returns the pattern of the matched route, such as `"/v1/harnesses/:id"`. */
  route?(frameworkContext: FrameworkContext): string | undefined;
  /**
   * Whether a route handled the request, according to the framework: `false` only if it says that none did, `undefined`
   * if it does not say.
   */
  isRouted?(frameworkContext: FrameworkContext): boolean | undefined;
  /**
   * Returns the status that the service had set on its response when `thrown` occurred. If left out, the status of
   * Node's response is used.
   */
  chosenStatus?(frameworkContext: FrameworkContext, thrown: unknown): number | undefined;
  /** Whether the framework got the whole body of an error at once, even if it writes the body in pieces. */
  isHandedOver?(frameworkContext: FrameworkContext): boolean;
  /**
   * Returns what keeps errors from the contract's error handler, as a sentence for the report; `undefined` if nothing
   * does.
   */
  mountingMistake?(frameworkContext: FrameworkContext): string | undefined;
  /** Called when the contract replaces a response that something else wrote. */
  onReplaced?(frameworkContext: FrameworkContext): void;
}

/**
 * Makes a frozen {@link Framework} without a prototype, so that a polluted `Object.prototype` adds no methods to it.
 * Call it once, not for each request. Never throws.
 *
 * @example
 * const FRAMEWORK = defineFramework<Call>({ route: (call) => call.pattern });
 * const responder = intercept(contract, call.request, call.response, FRAMEWORK, call);
 * @experimental
 */
export function defineFramework<FrameworkContext>(methods: Framework<FrameworkContext>): Framework<FrameworkContext> {
  return Object.freeze(Object.assign(Object.create(null) as object, methods));
}
