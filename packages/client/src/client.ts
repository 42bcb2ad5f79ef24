import type { AnyCatalog, Catalog, Operation } from "@uhp-errors/core";
import { VERSIONS, type Version } from "@uhp-errors/core/codes";
import { asJson, asResponse, type Reader } from "./attempt.ts";
import { checkOptions, wrong } from "./checks.ts";
import { deprecationNotice } from "./deprecation.ts";
import { isApiError, isUnexpectedResponseError } from "./errors.ts";
import { isNetworkError, isTimeoutError } from "./failures.ts";
import { CLIENT_OPTIONS, REQUEST_OPTIONS } from "./kinds.ts";
import type { ClientInit, ClientOptions } from "./options.ts";
import { checkBaseUrl, prepare } from "./request.ts";
import { run } from "./run.ts";
import { writeAuthorization } from "./token.ts";
import type { ParsedError, SafeResult } from "./types.ts";

/** The client that {@link createClient} returns. Its functions do not need `this`. */
export interface Client<Given extends AnyCatalog = Catalog> {
  /**
   * Sends a request, and retries it if UHP's rules allow it. Resolves with the response if its status is below 400. You read its body; if
   * the body breaks off, reading it rejects, and the request is not sent again.
   *
   * @param path Begins with "/", and stays below `baseUrl`.
   * @throws An error that {@link Client.isParsedError} recognizes, a `NetworkError`, a `TimeoutError`, the reason of your `signal`, or the
   * error that your token function rejects with. A TypeError for an option that does not exist, or for an invalid path, key, or limit.
   * @example
   * const response = await client.fetch("/v1/responses", { method: "POST", body: JSON.stringify(task) });
   */
  fetch(path: string, init?: ClientInit): Promise<Response>;
  /**
   * Like {@link Client.fetch}, but reads the response as JSON. A body that breaks off is a network failure, so the request is sent again if
   * the rules allow it. A body that is not JSON gives an `UnexpectedResponseError`, and an empty body gives `undefined`. The type of the
   * value is not checked.
   *
   * @example
   * const task = await client.json<Task>("/v1/responses", { method: "POST", body: JSON.stringify(input) });
   */
  json<Value = unknown>(path: string, init?: ClientInit): Promise<Value>;
  /**
   * Whether a caught value is an error response. If it is, `code` narrows `detail` according to the client's catalog.
   *
   * @param operation The operation that was called. Its codes become the type of the error; nothing else changes, and no code is refused.
   */
  isParsedError<const Declared extends Operation | undefined = undefined>(
    value: unknown,
    operation?: Declared,
  ): value is ParsedError<Given, Declared>;
  /**
   * Makes the failure of a request a value: resolves with its `data` or, if it failed, with its `error`. `error.code` narrows `detail` as
   * with {@link Client.isParsedError}; a `NetworkError` and a `TimeoutError` have no code.
   *
   * What you caused yourself still rejects: a TypeError for a wrong option, the reason of your own `signal`, and what your token function
   * threw, unless that is itself one of these errors.
   *
   * @param promise What {@link Client.fetch} or {@link Client.json} returned.
   * @param operation The operation that was called, as with {@link Client.isParsedError}.
   * @example
   * const { data, error } = await client.safe(client.json<Task>("/v1/responses/resp_1"));
   * if (error) show(error.code === "response_not_found" ? "There is no such task." : error.name);
   * else show(data.status);
   */
  safe<Value, const Declared extends Operation | undefined = undefined>(
    promise: PromiseLike<Value>,
    operation?: Declared,
  ): Promise<SafeResult<Value, Given, Declared>>;
}

/**
 * Makes a client around `fetch` that follows UHP's rules for retries (7.4), idempotency and timeouts (7.5).
 *
 * @throws TypeError that names an invalid option and its allowed values, or an unknown option and the known ones.
 * @example
 * const client = createClient({ baseUrl: "https://api.acme.example", token, catalog: acme });
 * const harnesses = await client.json("/v1/harnesses");
 */
export function createClient<Given extends AnyCatalog = Catalog>(options: ClientOptions<Given>): Client<Given> {
  checkOptions("options", options, CLIENT_OPTIONS);
  const root = checkBaseUrl(options.baseUrl);
  const { version = VERSIONS.at(-1) as Version } = options;
  if (!VERSIONS.includes(version)) throw wrong("version", `one of ${VERSIONS.join(", ")}`);
  if (typeof options.token === "string") writeAuthorization(options.token);

  const noteDeprecation = deprecationNotice(root, version, options.onDeprecation);
  const sent = async <Value>(path: string, init: ClientInit, read: Reader<Value>) => {
    checkOptions("init", init, REQUEST_OPTIONS);
    const request = prepare(root, version, path, init, options);
    return run(request, init, options as unknown as ClientOptions, noteDeprecation, read);
  };
  const isParsedError = (value: unknown): value is ParsedError => isApiError(value) || isUnexpectedResponseError(value);
  const safe = async <Value>(promise: PromiseLike<Value>): Promise<SafeResult<Value>> => {
    try {
      return { data: await promise, error: undefined };
    } catch (error) {
      if (isParsedError(error) || isNetworkError(error) || isTimeoutError(error)) return { data: undefined, error };
      throw error;
    }
  };
  return Object.freeze({
    fetch: (path: string, init: ClientInit = {}) => sent(path, init, asResponse),
    json: <Value>(path: string, init: ClientInit = {}) => sent(path, init, asJson) as Promise<Value>,
    isParsedError: isParsedError as Client<Given>["isParsedError"],
    safe: safe as Client<Given>["safe"],
  });
}
