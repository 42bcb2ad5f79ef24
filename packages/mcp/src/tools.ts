import type { Call } from "@uhp-errors/core";
import { defineOwn, isRecord, peek } from "@uhp-errors/core/internal";
import type { Handlers } from "./handlers.ts";
import { type Fault, faultInArguments, faultOf, unknownName } from "./meaning.ts";
import { protocolFailure } from "./protocol-error.ts";
import { asksForTask, CODE, nameIn, protocolCode, registered } from "./sdk.ts";
import { type ToolErrorResult, toolError } from "./tool-error.ts";

type Method = (...given: readonly unknown[]) => unknown;

/**
 * The methods that the `McpServer` of both versions calls, in this order, to run a tool. All are private there. No public way leads to the
 * value that a tool threw, because the SDK makes a result of its message before anything else sees it.
 */
const STEPS = ["validateToolInput", "executeToolHandler", "validateToolOutput", "createToolError"] as const;

/** Only version 1 has it. It runs a tool as a task, and waits for the task. */
const POLLING = "handleAutomaticTaskPolling";

/** A call about which nothing is known. */
const UNKNOWN_CALL: Call = { transport: "mcp", name: "tools/call" };

/**
 * Carries an error from the step that failed to `createToolError`, which gets only the message of what was thrown. So this error is its own
 * message.
 */
class StepFailure extends Error {
  readonly thrown: unknown;
  readonly call: Call;

  constructor({ thrown }: Fault, call: Call) {
    super();
    this.thrown = thrown;
    this.call = call;
    defineOwn(this, "message", this);
    STEP_FAILURES.add(this);
  }
}

/** `instanceof` would ask a hostile value for its prototype. */
const STEP_FAILURES = /* @__PURE__ */ new WeakSet<object>();

function isStepFailure(value: unknown): value is StepFailure {
  return STEP_FAILURES.has(Object(value));
}

/** A call that version 1 refuses. For a tool that does not exist, it makes a result, where version 2 throws. */
class RefusedCall extends Error {
  override readonly name = "McpError";
  readonly code = CODE.invalidParams;
}

/** Lets a contract answer what the tools of an `McpServer` throw. Returns false if the server has other steps than those known here. */
export function coverTools(server: object, handlers: Handlers): boolean {
  if (STEPS.some((name) => typeof peek(server, name) !== "function")) return false;
  const results = new WeakMap<object, Call>();
  const running = ([, , extra]: readonly unknown[]) => handlers.callBy(extra);
  const note = (result: unknown, call: Call): unknown => {
    if (isRecord(result) && !results.has(result) && !(result instanceof Error)) {
      results.set(result, call);
      return result;
    }
    if (handlers.contract.reportOnly) {
      if (result instanceof Error) handlers.contract.handleError(faultOf(result).thrown, call);
      return result;
    }
    // The SDK sends the fields of a result, and those of an error are not for clients.
    if (result instanceof Error) throw result;
    // Without this, a missing result would fail in a later step, which does not know its call.
    if (!isRecord(result)) throw new TypeError("a tool returned no result");
    // Calls may share a result that a tool keeps.
    const own = { ...result };
    results.set(own, call);
    return own;
  };

  coverStep(server, "validateToolInput", handlers, { readCall: () => handlers.current, faultOf: faultInInput });
  coverStep(server, "executeToolHandler", handlers, { readCall: running, faultOf, note });
  coverStep(server, POLLING, handlers, { readCall: running, faultOf });
  coverStep(server, "validateToolOutput", handlers, {
    readCall: ([, result]) => results.get(Object(result)),
    faultOf: faultInOutput,
  });
  coverResult(server, handlers);
  return true;
}

interface Step {
  /** Returns the call to which a step belongs, by its arguments. */
  readonly readCall: (given: readonly unknown[]) => Call | undefined;
  readonly faultOf: (thrown: unknown, given: readonly unknown[]) => Fault | Promise<Fault>;
  /** Notes a result and returns the one to go on with. */
  readonly note?: (result: unknown, call: Call) => unknown;
}

function coverStep(server: object, name: string, { contract }: Handlers, { readCall, faultOf, note }: Step): void {
  const original = peek(server, name) as Method | undefined;
  if (original === undefined) return;
  defineOwn(server, name, async (...given: readonly unknown[]) => {
    const call = readCall(given) ?? UNKNOWN_CALL;
    try {
      const result = await original.apply(server, given as unknown[]);
      return note === undefined ? result : note(result, call);
    } catch (thrown) {
      if (isStepFailure(thrown) || protocolCode(thrown) === CODE.urlElicitationRequired) throw thrown;
      const fault = await faultOf(thrown, given);
      if (!contract.reportOnly) throw new StepFailure(fault, call);
      contract.handleError(fault.thrown, call);
      throw thrown;
    }
  });
}

function coverResult(server: object, handlers: Handlers): void {
  const { contract } = handlers;
  const original = peek(server, "createToolError") as Method;
  const toolOf = ({ native }: Call) => registered(server, "_registeredTools", nameIn(peek(native, "request")));
  const answer = ({ thrown }: Fault, call: Call): ToolErrorResult => {
    const handled = contract.handleError(thrown, call);
    const request = peek(call.native, "request");
    if (asksForTask(request)) throw protocolFailure(thrown, handled, "tools/call", request);
    return toolError(handled, toolOf(call)?.outputSchema !== undefined);
  };

  defineOwn(server, "createToolError", (message: unknown) => {
    if (isStepFailure(message)) return answer(message, message.call);
    // Unless a step failed, the SDK refuses the call at once.
    const call = handlers.current;
    const refusal = call === undefined ? undefined : faultInRefusal(message, toolOf(call) !== undefined);
    if (contract.reportOnly) {
      if (call !== undefined && refusal !== undefined) contract.handleError(refusal.thrown, call);
      return original.call(server, message);
    }
    if (call !== undefined && toolOf(call) === undefined) throw new RefusedCall();
    return answer(refusal ?? { thrown: new Error(String(message)) }, call ?? UNKNOWN_CALL);
  });
}

function faultInRefusal(message: unknown, isKnown: boolean): Fault {
  if (!isKnown) return unknownName(new RefusedCall());
  const isMistake = String(message).startsWith(`MCP error ${CODE.internalError}`);
  return isMistake ? { thrown: new Error(String(message)) } : faultOf(new RefusedCall());
}

function faultInInput(thrown: unknown, [tool, given]: readonly unknown[]): Promise<Fault> {
  return faultInArguments(peek(tool, "inputSchema"), given, thrown);
}

/** What a tool returns is the service's own mistake. */
function faultInOutput(thrown: unknown): Fault {
  return { thrown: new Error("the result of a tool does not fit its output schema", { cause: thrown }) };
}
