import type { Call, Contract } from "@uhp-errors/core";
import { defineOwn, isRecord, peek, peekList, peekString } from "@uhp-errors/core/internal";
import { readCall } from "./call.ts";
import { faultInRequest, faultOf, mistakeInResult, refusedResult, unknownName } from "./meaning.ts";
import { completedFailure, isFailure, isWritten, protocolFailure } from "./protocol-error.ts";
import { asksForTask, CODE, nameIn, protocolCode, readSignal, registered } from "./sdk.ts";
import { toolError } from "./tool-error.ts";

/** A request handler as the SDK keeps it. */
export type Handler = (request: unknown, extra: unknown) => unknown;

/** The part of a transport that answers leave by. */
export interface Transport {
  send?: (...message: readonly unknown[]) => unknown;
}

/** The codes of errors that the SDK writes without a handler. */
const OF_SDK: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  CODE.methodNotFound,
  CODE.invalidParams,
  CODE.missingClientCapability,
  CODE.unsupportedProtocolVersion,
]);

/** The most failed requests to remember whose answer has not left. A queue may keep answers for long, or drop them. */
const MAX_WAITING = 1_000;

/** The longest id of a request to remember, in UTF-16 code units. */
const MAX_ID_LENGTH = 200;

/** More addresses than a client is asked to open. */
const MAX_ADDRESSES = 100;

/** More tools than a server offers. */
const MAX_TOOLS = 10_000;

/**
 * Names of tools that declare an output schema, by contract. A server that is made for each request lists its tools in one request and
 * runs one of them in another.
 */
const WITH_OUTPUT = /* @__PURE__ */ new WeakMap<Contract, Set<string>>();

/** What a contract does with the requests of one `Server`. */
export class Handlers {
  readonly contract: Contract;
  /** The `McpServer` around the server, if there is one. It knows the tools and prompts. */
  owner: object | undefined;
  /** The request whose handler is being called, until that returns a promise. */
  current: Call | undefined;
  readonly #calls = new WeakMap<AbortSignal, Call>();
  readonly #covered = new WeakSet<object>();
  /** Ids of failed requests that the contract has only reported, and whose answer has not left yet. */
  readonly #reported = new Set<unknown>();
  /** The data of errors that are left as they are. */
  readonly #passed = new WeakSet<object>();

  constructor(contract: Contract) {
    this.contract = contract;
  }

  /** Returns the call of a request, by what its handler gets. */
  callBy(extra: unknown): Call | undefined {
    return this.#calls.get(readSignal(extra) as AbortSignal);
  }

  /** Returns a handler that answers what `handler` throws. */
  cover(handler: Handler): Handler {
    return async (request, extra) => {
      const method = peekString(request, "method") ?? "";
      const call = readCall(this.owner, method, request, extra);
      if (call.signal !== undefined) this.#calls.set(call.signal, call);
      try {
        const result = await this.#run(() => handler(request, extra), call);
        if (method === "tools/list") this.#noteTools(result);
        const mistake = mistakeInResult(result);
        if (mistake === undefined) return result;
        if (!this.contract.reportOnly) throw mistake;
        this.contract.handleError(mistake, call);
        return result;
      } catch (thrown) {
        return this.#answer(thrown, method, request, call);
      }
    };
  }

  /** Covers the answers that the SDK makes without a handler, such as that to a method that no handler takes. */
  coverTransport(transport: Transport): void {
    const { send } = transport;
    if (typeof send !== "function" || this.#covered.has(transport)) return;
    this.#covered.add(transport);
    defineOwn(transport, "send", (message: unknown, ...rest: readonly unknown[]) =>
      send.call(transport, this.#completed(message), ...rest),
    );
  }

  #run(handler: () => unknown, call: Call): unknown {
    const outer = this.current;
    this.current = call;
    try {
      return handler();
    } finally {
      this.current = outer;
    }
  }

  async #answer(thrown: unknown, method: string, request: unknown, call: Call): Promise<unknown> {
    if (isFailure(thrown)) throw thrown;
    // Not a failure: the client should open an address, and then repeat the request.
    if (this.#isElicitation(thrown)) throw thrown;
    const isTool = method === "tools/call";
    const own = refusedResult(thrown) ?? thrown;
    const fault = await faultInRequest(own, this.owner, method, request);
    const handled = this.contract.handleError(fault.thrown, call);
    if (call.signal?.aborted === true) throw thrown;
    if (this.contract.reportOnly) {
      this.#remember(peek(request, "id"));
      throw thrown;
    }
    if (isTool && protocolCode(own) === undefined && !asksForTask(request)) {
      return toolError(handled, this.hasOutputSchema(nameIn(request)));
    }
    throw protocolFailure(own, handled, method, request);
  }

  /** Whether an error asks the client to open addresses. It then leaves as it is. */
  #isElicitation(thrown: unknown): boolean {
    const data = peek(thrown, "data");
    const addresses = peekList(peek(data, "elicitations"), MAX_ADDRESSES) ?? [];
    const isAsked = protocolCode(thrown) === CODE.urlElicitationRequired && addresses.length > 0;
    if (isAsked) this.#passed.add(data as object);
    return isAsked;
  }

  #remember(id: unknown): void {
    const isShort = typeof id === "number" || (typeof id === "string" && id.length <= MAX_ID_LENGTH);
    if (isShort && this.#reported.size < MAX_WAITING) this.#reported.add(id);
  }

  /** Whether a tool declares an output schema. */
  hasOutputSchema(name: string | undefined): boolean {
    const tool = registered(this.owner, "_registeredTools", name);
    if (tool !== undefined) return tool.outputSchema !== undefined;
    return WITH_OUTPUT.get(this.contract)?.has(name as string) === true;
  }

  #noteTools(result: unknown): void {
    const names = WITH_OUTPUT.get(this.contract) ?? new Set();
    WITH_OUTPUT.set(this.contract, names);
    for (const tool of peekList(peek(result, "tools"), MAX_TOOLS) ?? []) {
      const name = peekString(tool, "name");
      if (name !== undefined && peek(tool, "outputSchema") !== undefined && names.size < MAX_TOOLS) names.add(name);
    }
  }

  /** Returns a message with the five fields, if it is an error of the SDK without them. */
  #completed(message: unknown): unknown {
    const error = peek(message, "error");
    if (!isRecord(error) || this.#reported.delete(peek(message, "id"))) return message;
    const given = error["data"];
    if (isWritten(given) || this.#passed.has(Object(given))) return message;
    const text = new Error(peekString(error, "message"));
    const isOfSdk = OF_SDK.has(error["code"]);
    const thrown = isOfSdk ? Object.assign(text, { name: "ProtocolError", code: error["code"] }) : text;
    const fault = error["code"] === CODE.methodNotFound ? unknownName(thrown) : faultOf(thrown);
    const handled = this.contract.handleError(fault.thrown, { transport: "mcp" });
    if (this.contract.reportOnly) return message;
    const { code, data } = completedFailure(error["code"], given, handled);
    return { ...(message as object), error: { code, message: handled.error.message, data } };
  }
}
