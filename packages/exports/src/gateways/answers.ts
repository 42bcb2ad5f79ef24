import {
  type AnyCatalog,
  type Contract,
  createContract,
  type EndingVersion,
  type ErrorResponse,
  VERSION_HEADER,
  type Version,
} from "@uhp-errors/core";
import { ERROR_HEADERS, isOptionalHeader } from "@uhp-errors/core/internal";
import { NEWEST } from "../codes/rows.ts";
import type { JsonObject } from "../json/plain.ts";

/** Options of `toNginx` and `toEnvoy`. */
export interface GatewayOptions {
  /**
   * The version of the protocol that the gateway's own errors are written in. With the dates of its end, they announce it.
   *
   * @defaultValue the newest
   */
  readonly version?: Version | EndingVersion;
}

/** What the contract answers where a gateway has nothing but a status. */
export interface GatewayAnswer {
  /** The status that the gateway chose. */
  readonly status: number;
  /** The headers that are the same for every request, without `Content-Type`. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly contentType: string;
  /** The envelope. {@link REQUEST_ID} is in the place of the request's id. */
  readonly body: JsonObject;
  /** The methods whose requests a client may repeat by itself. */
  readonly repeatableMethods: readonly string[];
  /** Whether a client may repeat a request with an `Idempotency-Key`, whatever its method. */
  readonly isRepeatableWithKey: boolean;
}

/** Stands for the request's id, which only the gateway knows. */
export const REQUEST_ID = "request-id";

/** RFC 9110, section 9.1, and PATCH (RFC 5789). */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE"];

/**
 * Returns what a contract of the catalog answers with each status. It asks the contract itself, so a gateway says what the service would.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 */
export function gatewayAnswers(
  catalog: AnyCatalog,
  { version = NEWEST }: GatewayOptions,
  statuses: readonly number[],
): readonly GatewayAnswer[] {
  const contract = createContract(catalog, {
    versions: [version],
    correlationId: () => REQUEST_ID,
    onError: () => undefined,
  });
  return statuses.map((status) => answerOf(contract, status));
}

function answerOf(contract: Contract, status: number): GatewayAnswer {
  const { headers, body } = respond(contract, status, "POST");
  const repeats = (method: string, key?: string) =>
    respond(contract, status, method, key).headers["x-should-retry"] === "true";
  return {
    status,
    headers: Object.entries(headers).filter(([name]) => isSameForAll(name)),
    contentType: headers["Content-Type"] ?? "",
    body: JSON.parse(body),
    repeatableMethods: METHODS.filter((method) => repeats(method)),
    isRepeatableWithKey: repeats("POST", "key"),
  };
}

/** Whether a header is the same for every request of one version, and written as a header: gateways have a directive for the type. */
function isSameForAll(name: string): boolean {
  if (name === VERSION_HEADER || isOptionalHeader(name)) return true;
  return name !== "Content-Type" && ERROR_HEADERS.some((header) => header.name === name && header.value !== null);
}

/**
 * Returns the contract's response where only a status is known. A gateway's 404 says that it has no route, because the service's own 404s
 * pass unchanged.
 */
function respond(contract: Contract, status: number, method: string, key?: string): ErrorResponse {
  const response = contract.respond(new Error("a gateway's own response"), {
    method,
    path: "/",
    header: (name) => (name === "idempotency-key" ? key : undefined),
    isRouted: () => false,
    chosenStatus: () => status,
  });
  if (response?.status !== status) throw new TypeError(`${status}: a contract answers with another status`);
  return response;
}
