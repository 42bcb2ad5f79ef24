import { type ContractTable, VERSIONS, type Version } from "@uhp-errors/core";
import { type AttemptContext, asJson, asResponse, type Reader } from "./attempt.ts";
import { checkOptions } from "./checks.ts";
import { isApiError, isUnexpectedAnswer } from "./errors.ts";
import { CLIENT_OPTIONS, REQUEST_OPTIONS } from "./kinds.ts";
import { type ClientInit, type ClientOptions, limitsOf } from "./options.ts";
import { baseOf, prepare } from "./request.ts";
import { Run } from "./run.ts";
import { authorizationOf } from "./token.ts";
import type { RequestError } from "./types.ts";

/** What {@link createClient} returns. Its functions may be taken off it. */
export interface Client<Table extends object = ContractTable> {
  /**
   * Sends a request and, where the contract allows it, sends it again. Resolves with the answer when its status is below
   * 400. Its body is still to be read; a body that breaks off rejects there, and is not asked for again.
   *
   * @param path Begins with "/", and stays below `baseUrl`.
   * @throws What {@link Client.isRequestError} knows, a `NetworkError`, a `TimeoutError`, the reason of the caller's
   * signal, what a token function rejects with, or a TypeError for an option that does not exist and for a path, a key or a limit that cannot be one.
   * @example
   * const response = await client.fetch("/v1/responses", { method: "POST", body: JSON.stringify(task) });
   */
  fetch(path: string, init?: ClientInit): Promise<Response>;
  /**
   * Like {@link Client.fetch}, and reads the answer as JSON: a body that breaks off counts as a failure of the network
   * and is asked for again; one that is no JSON is an `UnexpectedAnswerError`. `undefined` when the body is empty. The
   * shape of the value is the caller's to know.
   *
   * @example
   * const task = await client.json<Task>("/v1/responses", { method: "POST", body: JSON.stringify(input) });
   */
  json<Value = unknown>(path: string, init?: ClientInit): Promise<Value>;
  /** Whether a caught value is an answer that refused a request; then `code` narrows `detail`, by the client's catalog. */
  isRequestError(value: unknown): value is RequestError<Table>;
}

/**
 * A client that keeps to the contract's rules of retries (7.4), idempotency and timeouts (7.5) around `fetch`.
 *
 * @throws TypeError that names the option and what it may hold, or the option that does not exist and those that do.
 * @example
 * const client = createClient({ baseUrl: "https://api.acme.example", token, catalog: acme });
 * const harnesses = await client.json("/v1/harnesses");
 */
export function createClient<Table extends object = ContractTable>(options: ClientOptions<Table>): Client<Table> {
  checkOptions("options", options, CLIENT_OPTIONS);
  const base = baseOf(options.baseUrl);
  const { version = VERSIONS.at(-1) as Version } = options;
  if (!VERSIONS.includes(version)) throw new TypeError(`version: expected one of ${VERSIONS.join(", ")}`);
  if (typeof options.token === "string") authorizationOf(options.token);

  const run = async <Value>(path: string, init: ClientInit, reader: (context: AttemptContext) => Reader<Value>) => {
    checkOptions("init", init, REQUEST_OPTIONS);
    const limits = limitsOf(init, options);
    const request = prepare(base, version, path, init, options);
    return new Run(request, limits, init, options as unknown as ClientOptions).result(reader);
  };
  return Object.freeze({
    fetch: (path: string, init: ClientInit = {}) => run(path, init, asResponse),
    json: <Value>(path: string, init: ClientInit = {}) => run(path, init, asJson) as Promise<Value>,
    isRequestError: (value: unknown): value is RequestError<Table> => isApiError(value) || isUnexpectedAnswer(value),
  });
}
