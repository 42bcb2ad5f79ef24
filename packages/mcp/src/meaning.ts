import { attempt, isRecord, peek, peekString } from "@uhp-errors/core/internal";
import { CODE, nameIn, protocolCode, registered } from "./sdk.ts";

/** A value to handle. It stays in a box, because a promise would call the `then` of a hostile value. */
export interface Fault {
  readonly thrown: unknown;
}

/** An error of the SDK, in the shape of http-errors: by the HTTP status that says the same. A contract reads nothing else of it. */
class StatusError extends Error {
  readonly expose = false;
  readonly status: number;
  readonly statusCode: number;

  constructor(status: number, cause: unknown) {
    super(`MCP error ${protocolCode(cause)}`, { cause });
    this.status = status;
    this.statusCode = status;
  }
}

/** What the SDK's codes mean. The last two are those of a client, whose server did not answer. */
const STATUSES: ReadonlyMap<number | undefined, number> = /* @__PURE__ */ new Map([
  [CODE.invalidParams, 400],
  [CODE.missingClientCapability, 400],
  [CODE.unsupportedProtocolVersion, 400],
  [CODE.resourceNotFound, 404],
  [CODE.connectionClosed, 502],
  [CODE.requestTimeout, 504],
]);

/**
 * Returns what a contract should handle in place of an error of the SDK. Its code counts. Its message never leaves, because it may be
 * another server's. Any other value stays as it is.
 */
export function faultOf(thrown: unknown): Fault {
  const status = STATUSES.get(protocolCode(thrown));
  return { thrown: status === undefined ? thrown : new StatusError(status, thrown) };
}

/** Returns what a contract should handle if nobody has registered what a request names. */
export function unknownName(thrown: unknown): Fault {
  return { thrown: new StatusError(404, thrown) };
}

/** Returns what a contract should handle in place of what a handler threw to the SDK, by its code and by the request. */
export async function faultInRequest(
  thrown: unknown,
  server: object | undefined,
  method: string,
  request: unknown,
): Promise<Fault> {
  const code = protocolCode(thrown);
  if (code === CODE.methodNotFound) return unknownName(thrown);
  if (code !== CODE.invalidParams) return faultOf(thrown);
  if (method === "resources/read") return unknownName(thrown);
  if (server === undefined || (method !== "tools/call" && method !== "prompts/get")) return faultOf(thrown);
  const named = registered(
    server,
    method === "tools/call" ? "_registeredTools" : "_registeredPrompts",
    nameIn(request),
  );
  if (named === undefined) return unknownName(thrown);
  return faultInArguments(named.argsSchema, peek(peek(request, "params"), "arguments"), thrown);
}

/** Returns what is wrong with arguments that the SDK refused. Its error says so only in a sentence, therefore the schema is asked once more. */
export async function faultInArguments(schema: unknown, given: unknown, refusal: unknown): Promise<Fault> {
  try {
    const { safeParseAsync, "~standard": standard } = Object(schema);
    // zod's own error says more than what Standard Schema makes of it.
    if (typeof safeParseAsync === "function") {
      const { error } = await safeParseAsync.call(schema, given ?? {});
      return error === undefined ? faultOf(refusal) : { thrown: error };
    }
    const { issues } = (await standard?.validate(given ?? {})) ?? {};
    return issues === undefined ? faultOf(refusal) : { thrown: { issues } };
  } catch (thrown) {
    return { thrown };
  }
}

/** What the SDK says of a tool's result that does not fit the protocol. It blames the caller for it. */
const REFUSED_RESULT = /^(?:MCP error -32602: )?Invalid (?:tools\/call|task creation) result: /;

/** Returns what a contract should handle if the SDK refuses the result of a tool, which is the service's own mistake. */
export function refusedResult(thrown: unknown): TypeError | undefined {
  const isRefused =
    protocolCode(thrown) === CODE.invalidParams && REFUSED_RESULT.test(`${peekString(thrown, "message")}`);
  return isRefused ? new TypeError("the result of a tool does not fit the protocol", { cause: thrown }) : undefined;
}

/** Returns what is wrong with a result that cannot be sent. The SDK would only drop it, and its client would wait. */
export function mistakeInResult(result: unknown): TypeError | undefined {
  if (!isRecord(result)) return new TypeError("the result of a request is not an object");
  return attempt(
    () => void JSON.stringify(result),
    (cause) => new TypeError("the result of a request cannot be written as JSON", { cause }),
  );
}
