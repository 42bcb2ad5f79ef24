import type { ContractCodes } from "@uhp-errors/core";
import { VERSIONS, type Version } from "@uhp-errors/core/codes";
import { asJson, asResponse, type Reader } from "./attempt.ts";
import { checkOptions, wrong } from "./checks.ts";
import { isApiError, isUnexpectedAnswer } from "./errors.ts";
import { CLIENT_OPTIONS, REQUEST_OPTIONS } from "./kinds.ts";
import type { ClientInit, ClientOptions } from "./options.ts";
import { prepare, rootOf } from "./request.ts";
import { run } from "./run.ts";
import { authorizationOf } from "./token.ts";
import type { RequestError } from "./types.ts";

/** What {@link createClient} returns. Its functions do not need `this`. */
export interface Client<Codes extends object = ContractCodes> {
  /**
   * Sends a request, and sends it again where UHP's rules allow it. Resolves with the response when its status is below 400. You
   * read its body; if the body breaks off, reading it rejects, and the request is not sent again.
   *
   * @param path Begins with "/", and stays below `baseUrl`.
   * @throws An error that {@link Client.isRequestError} knows, a `NetworkError`, a `TimeoutError`, the reason of your `signal`, or
   * what your token function rejects with. A TypeError for an option that does not exist, and for a wrong path, key or limit.
   * @example
   * const response = await client.fetch("/v1/responses", { method: "POST", body: JSON.stringify(task) });
   */
  fetch(path: string, init?: ClientInit): Promise<Response>;
  /**
   * Like {@link Client.fetch}, and reads the response as JSON. If the body breaks off, that is a network failure, and the request is
   * sent again. A body that is not JSON is an `UnexpectedAnswerError`. An empty body gives `undefined`. The type of the value is not
   * checked.
   *
   * @example
   * const task = await client.json<Task>("/v1/responses", { method: "POST", body: JSON.stringify(input) });
   */
  json<Value = unknown>(path: string, init?: ClientInit): Promise<Value>;
  /** Whether a caught value is an error response. Then `code` narrows `detail`, by the client's catalog. */
  isRequestError(value: unknown): value is RequestError<Codes>;
}

/**
 * Makes a client around `fetch` that follows UHP's rules for retries (7.4), idempotency and timeouts (7.5).
 *
 * @throws TypeError that names a wrong option and what it may hold, or an option that does not exist and those that do.
 * @example
 * const client = createClient({ baseUrl: "https://api.acme.example", token, catalog: acme });
 * const harnesses = await client.json("/v1/harnesses");
 */
export function createClient<Codes extends object = ContractCodes>(options: ClientOptions<Codes>): Client<Codes> {
  checkOptions("options", options, CLIENT_OPTIONS);
  const root = rootOf(options.baseUrl);
  const { version = VERSIONS.at(-1) as Version } = options;
  if (!VERSIONS.includes(version)) throw wrong("version", `one of ${VERSIONS.join(", ")}`);
  if (typeof options.token === "string") authorizationOf(options.token);

  const sent = async <Value>(path: string, init: ClientInit, read: Reader<Value>) => {
    checkOptions("init", init, REQUEST_OPTIONS);
    const request = prepare(root, version, path, init, options);
    return run(request, init, options as unknown as ClientOptions, read);
  };
  return Object.freeze({
    fetch: (path: string, init: ClientInit = {}) => sent(path, init, asResponse),
    json: <Value>(path: string, init: ClientInit = {}) => sent(path, init, asJson) as Promise<Value>,
    isRequestError: (value: unknown): value is RequestError<Codes> => isApiError(value) || isUnexpectedAnswer(value),
  });
}
