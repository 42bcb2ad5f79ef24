import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, type Readable } from "node:stream";
import type { ErrorReport } from "@uhp-errors/core";
import type { Io } from "../../conformance/drivers/driver.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { type Plan, readable, real, SOURCE_FAILED, type Source, type Step } from "./plan.ts";

/** Fields that the contract adds, in lower case. */
export const ADDED: readonly string[] = ["uhp-version", "x-request-id"];

/** The result of one step. */
export interface Entry {
  readonly step: number;
  readonly result: string;
}

/** How a handler gave up, and whether the response had ended by then. */
export interface Failure {
  readonly by: "throwing" | "destroying" | "destroying with an error";
  readonly step: number;
  readonly ended: boolean;
}

/** One plan that runs as a handler on one server, with everything that can be observed there. */
export class Run {
  readonly plan: Plan;
  readonly calls: Entry[] = [];
  /** Callbacks and events, in order. */
  readonly events: string[] = [];
  readonly reports: ErrorReport[] = [];
  request: IncomingMessage | undefined;
  response: ServerResponse | undefined;
  /** Each time that the handler gave up. It may destroy the response first, and throw later. */
  readonly failures: Failure[] = [];
  /** An uncaught exception. */
  crash: unknown;
  /** Whether the handler has finished. */
  settled = false;
  closed = false;
  #frozen = false;
  #inCall = false;
  readonly #framework: DriverName;

  constructor(plan: Plan, framework: DriverName) {
    this.plan = plan;
    this.#framework = framework;
  }

  /** The first time that the handler gave up. */
  get failure(): Failure | undefined {
    return this.failures[0];
  }

  /** Listens to a response before any other code gets it. */
  listen(request: IncomingMessage, response: ServerResponse): void {
    this.request = request;
    this.response = response;
    for (const event of ["prefinish", "finish", "drain", "pipe", "unpipe"]) {
      response.on(event, () => this.#happened(event));
    }
    response.on("error", (error) => this.#happened(`error ${nameOf(error)}`));
    response.on("close", () => {
      this.closed = true;
      this.#happened("close");
    });
  }

  /** Ignores everything from now on. */
  freeze(): void {
    this.#frozen = true;
  }

  handle(io: Io): unknown {
    const { mode, keepsStatus } = this.plan;
    if (mode === "raw") void io.response;
    if (mode === "raw" && !keepsStatus) this.#required().statusCode = 200;
    const settle = () => {
      this.settled = true;
    };
    const walk = () => this.#walk(io, 0);
    let done: unknown;
    try {
      done = this.plan.asynchronous ? (async () => walk())() : walk();
    } finally {
      if (!(done instanceof Promise)) settle();
    }
    if (done instanceof Promise) done.then(settle, settle);
    return done;
  }

  #walk(io: Io, from: number): Promise<unknown> | undefined {
    for (let step = from; step < this.plan.steps.length; step += 1) {
      const what = this.plan.steps[step] as Step;
      if ("wait" in what) {
        return waited(what.wait).then(() => {
          const sent = Number(this.request?.socket.bytesWritten) > 0;
          this.#called(step, `bytes have left: ${sent}`);
          return this.#walk(io, step + 1);
        });
      }
      if ("fail" in what) {
        this.#called(step, "fails");
        this.#fails("throwing", step);
        this.#fail(what, io);
        return undefined;
      }
      this.#take(what, step, io);
    }
    return undefined;
  }

  /** Takes one step, and records what it returned or threw. */
  #take(what: Step, step: number, io: Io): void {
    this.#inCall = true;
    try {
      this.#called(step, this.#told(this.#do(what, step, io), what));
    } catch (error) {
      this.#called(step, `throws ${nameOf(error)}`);
      if (this.plan.catches) return;
      this.#fails("throwing", step);
      throw error;
    } finally {
      this.#inCall = false;
    }
  }

  #do(what: Step, step: number, io: Io): unknown {
    const response = this.#required();
    const log = (label: string) => (error?: unknown) => this.#happened(`${step} ${label} ${nameOf(error)}`);
    if ("get" in what) return Reflect.get(response, what.get);
    if ("set" in what) return Reflect.set(response, what.set, what.to);
    if ("on" in what) return response.on(what.on, log(`on ${what.on}`));
    // A stream that fails does not tell the stream that it is piped into.
    if ("pipe" in what)
      return void readable(what.pipe)
        .on("error", () => {})
        .pipe(response);
    if ("pipeline" in what) return void pipeline(this.#source(what.pipeline, step), response, log("pipeline"));
    if ("reply" in what) return this.#reply(what, step, io);
    if (!("call" in what)) return undefined;
    if (what.call === "destroy") {
      this.#fails(what.args.length > 0 ? "destroying with an error" : "destroying", step);
    }
    const args = what.args.map((argument) => real(argument, log(what.call)));
    return Reflect.apply(Reflect.get(response, what.call) as () => unknown, response, args);
  }

  #reply({ reply, body, headers }: Extract<Step, { reply: number }>, step: number, io: Io): undefined {
    const streamed = (body as { readonly source?: Source } | undefined)?.source;
    const made = streamed === undefined ? real(body, () => {}) : this.#source(streamed, step);
    io.reply(reply, made as string | object | Readable | undefined, headers);
  }

  /** A stream that destroys the response when it fails. It does not fail unless it is read. */
  #source(kind: Source, step: number): Readable {
    return readable(kind).on("error", (error) => {
      // A stream also fails when its destination has ended before it.
      if (error.message === SOURCE_FAILED) this.#fails("destroying with an error", step);
    });
  }

  #fail({ fail, with: kind }: Extract<Step, { fail: string }>, io: Io): void {
    const error = { error: new Error("on purpose"), string: "on purpose", null: null }[kind];
    const hasNext = this.#framework.startsWith("express") && error !== null;
    if (fail === "next" && hasNext) (io.next as (error: unknown) => void)(error);
    else throw error;
  }

  #fails(by: Failure["by"], step: number): void {
    this.failures.push({ by, step, ended: this.#required().writableEnded });
  }

  #required(): ServerResponse {
    if (this.response === undefined) throw new Error("the handler runs before the request");
    return this.response;
  }

  #called(step: number, result: string): void {
    if (!this.#frozen) this.calls.push({ step, result });
  }

  #happened(what: string): void {
    if (!this.#frozen) this.events.push(this.#inCall ? `${what}, in the call` : what);
  }

  /** A result as a string, without the fields that the contract adds once the head is written. */
  #told(value: unknown, what: Step): string {
    const response = this.#required();
    if (value === response) return "response";
    if ("get" in what && (what.get === "_header" || what.get === "socket")) return `${value != null && value !== ""}`;
    const args = "call" in what ? what.args : [];
    // A handler that passes these fields to `writeHead` may find its own, if Node refuses the head halfway.
    const given = this.plan.steps.some((step) =>
      /"writeHead".*(?:uhp-version|x-request-id)/i.test(JSON.stringify(step)),
    );
    if (!response.headersSent && !given) return told(value);
    if (ADDED.includes(String(args[0]).toLowerCase())) return "of an added field";
    if (Array.isArray(value)) return told(value.filter((name) => !ADDED.includes(String(name).toLowerCase())));
    if (typeof value !== "object" || value === null || value instanceof Error) return told(value);
    return told(Object.fromEntries(Object.entries(value).filter(([name]) => !ADDED.includes(name))));
  }
}

function told(value: unknown): string {
  if (value instanceof Error) return nameOf(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${(error as NodeJS.ErrnoException).code ?? error.name}: ${error.message}`;
}

function waited(what: "microtask" | "tick" | "immediate"): Promise<void> {
  if (what === "microtask") return Promise.resolve();
  return new Promise((resolve) => {
    if (what === "tick") process.nextTick(resolve);
    else setImmediate(resolve);
  });
}
