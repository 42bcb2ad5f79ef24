import type { ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import fc from "fast-check";
import type { Io } from "../../conformance/drivers/driver.ts";
import { loadDriver } from "../../conformance/drivers/load.ts";
import type { DriverName } from "../../conformance/drivers/names.ts";
import { type Answer, fieldOf } from "../../ecosystem/generated/answer.ts";
import { LEAKY_TEXT } from "../../support/secrets.ts";
import { expectError, expectReports, leakyError } from "../envelopes.ts";
import { type Exchanged, Served } from "../running.ts";
import { startedFor, type Target, Violation } from "../target.ts";
import { answersIn, type Leaves, type Sending, turn } from "../wire.ts";

/** One step of a handler. */
type Act =
  | { readonly status: number }
  | { readonly head: number; readonly fields: Readonly<Record<string, string>> }
  | { readonly write: number }
  | { readonly end: number | null }
  | { readonly flow: Flow; readonly from: From }
  | { readonly wait: "microtask" | "tick" | "immediate" | "timer" }
  | { readonly fails: "error" | "nothing" | "text" }
  /** Fails later, while the handler continues. */
  | { readonly destroys: "now" | "later" | "socket" | "without an error" }
  | { readonly reply: number; readonly from: From | "text" | "object" | "nothing" };

/** How a handler passes on what a source gives. */
type Flow = "pipe" | "pipeline" | "while it may" | "by callbacks" | "after drain";

/** What a source gives. */
type From = "little" | "much" | "without an end" | "fails" | "fails later" | "hangs";

interface Case {
  readonly server: (typeof SERVERS)[number];
  readonly method: "GET" | "HEAD" | "POST";
  readonly raw: boolean;
  readonly asynchronous: boolean;
  readonly acts: readonly Act[];
  readonly leaves: Leaves;
  readonly reads: NonNullable<Sending["reads"]>;
}

const SERVERS = [
  "express4",
  "express5",
  "koa2",
  "koa3",
  "fastify4",
  "fastify5",
  "nest-express",
  "nest-fastify",
  "web",
  "hono",
  "h3",
] as const satisfies readonly DriverName[];

/** Servers whose handlers have no response of Node's. */
const WITHOUT_RESPONSE: ReadonlySet<DriverName> = new Set(["web", "hono", "h3"]);

const status = fc.constantFrom(200, 200, 204, 206, 304, 404, 500, 502, 503);
const from = fc.constantFrom<From>("little", "much", "without an end", "fails", "fails later", "hangs");
const flow = fc.constantFrom<Flow>("pipe", "pipeline", "while it may", "by callbacks", "after drain");
const fields = fc.constantFrom<Record<string, string>>(
  {},
  { "Content-Type": "text/html" },
  { "Content-Type": "application/json" },
  { "Content-Length": "5" },
  { "X-Own": LEAKY_TEXT.split("\n", 1)[0] as string },
);
const size = fc.constantFrom(0, 1, 5, 16_384, 70_000, 300_000);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: status.map((code) => ({ status: code })) },
  { weight: 3, arbitrary: fc.record({ head: status, fields }) },
  { weight: 4, arbitrary: size.map((write) => ({ write })) },
  { weight: 3, arbitrary: fc.option(size).map((end) => ({ end })) },
  { weight: 4, arbitrary: fc.record({ flow, from }) },
  { weight: 3, arbitrary: fc.constantFrom("microtask", "tick", "immediate", "timer").map((wait) => ({ wait }) as Act) },
  { weight: 2, arbitrary: fc.constantFrom("error", "nothing", "text").map((fails) => ({ fails }) as Act) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("now", "later", "socket", "without an error").map((destroys) => ({ destroys }) as Act),
  },
);
const replies: fc.Arbitrary<Act> = fc.record({
  reply: status,
  from: fc.oneof(from, fc.constantFrom("text", "object", "nothing")),
});

const how = {
  method: fc.constantFrom<Case["method"]>("GET", "GET", "GET", "POST", "HEAD"),
  asynchronous: fc.boolean(),
  leaves: fc.oneof(
    { weight: 5, arbitrary: fc.constant("last" as const) },
    { weight: 1, arbitrary: fc.constantFrom("half", "at once", "at the first byte") },
  ),
  reads: fc.constantFrom<Case["reads"]>("at once", "at once", "slowly", "the first"),
};

const cases: fc.Arbitrary<Case> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      ...how,
      server: fc.constantFrom(...SERVERS.filter((name) => !WITHOUT_RESPONSE.has(name))),
      raw: fc.constant(true),
      acts: fc.array(act, { minLength: 1, maxLength: 7 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        ...how,
        server: fc.constantFrom(...SERVERS),
        raw: fc.constant(false),
        before: fc.array(fc.constantFrom<Act>({ wait: "microtask" }, { wait: "immediate" }, { fails: "error" }), {
          maxLength: 2,
        }),
        reply: replies,
        after: fc.array(fc.constantFrom<Act>({ wait: "tick" }, { wait: "immediate" }, { fails: "error" }), {
          maxLength: 2,
        }),
      })
      .map(({ before, reply, after, ...rest }) => ({ ...rest, acts: [...before, reply, ...after] })),
  },
);

/** Bytes after which an endless source has given more than any client takes, including the system's buffers. */
const ENDLESS = 64_000_000;

const PIECE = LEAKY_TEXT.padEnd(16_384, ".");

/** One run of a handler. */
class Run {
  readonly #acts: readonly Act[];
  /** The number of failures, each of which may have a report. */
  failures = 0;
  /** Whether the handler threw, so that the request must end. */
  hasThrown = false;
  isGorged = false;
  readonly sources: Readable[] = [];

  constructor({ acts }: Case) {
    this.#acts = acts;
  }

  async handle(io: Io, raw: boolean): Promise<void> {
    const response = raw ? heard(io.response) : undefined;
    for (const step of this.#acts) await this.#take(step, io, response);
  }

  handleAtOnce(io: Io, raw: boolean): unknown {
    const response = raw ? heard(io.response) : undefined;
    for (const [index, step] of this.#acts.entries()) {
      if ("wait" in step) return this.#rest(index, io, response);
      void this.#take(step, io, response);
    }
    return undefined;
  }

  async #rest(from: number, io: Io, response: ServerResponse | undefined): Promise<void> {
    for (const step of this.#acts.slice(from)) await this.#take(step, io, response);
  }

  /** Takes one step. Returns a promise only for a wait. */
  #take(step: Act, io: Io, response: ServerResponse | undefined): Promise<unknown> | undefined {
    if ("wait" in step) return waited(step.wait);
    if ("fails" in step) return this.#throw({ error: leakyError(), nothing: undefined, text: LEAKY_TEXT }[step.fails]);
    try {
      if ("reply" in step) io.reply(step.reply, this.#bodyOf(step.from));
      else if (response !== undefined) this.#call(step, response);
    } catch (thrown) {
      this.#throw(thrown);
    }
    return undefined;
  }

  #throw(thrown: unknown): never {
    this.failures += 1;
    this.hasThrown = true;
    throw thrown;
  }

  #call(
    step: Exclude<Act, { wait: unknown } | { fails: unknown } | { reply: unknown }>,
    response: ServerResponse,
  ): void {
    if ("status" in step) response.statusCode = step.status;
    else if ("head" in step) response.writeHead(step.head, step.fields);
    else if ("write" in step) response.write(PIECE.repeat(20).slice(0, step.write));
    else if ("end" in step) response.end(step.end === null ? undefined : PIECE.repeat(20).slice(0, step.end));
    else if ("flow" in step) this.#flow(step.flow, step.from, response);
    else this.#destroy(step.destroys, response);
  }

  #destroy(when: "now" | "later" | "socket" | "without an error", response: ServerResponse): void {
    this.failures += 1;
    if (when === "now") response.destroy(leakyError());
    else if (when === "later") setImmediate(() => response.destroy(leakyError()));
    else if (when === "socket") response.socket?.destroy();
    else response.destroy();
  }

  #flow(how: Flow, from: From, response: ServerResponse): void {
    if (how === "pipe") this.#source(from).pipe(response);
    else if (how === "pipeline") pipeline(this.#source(from), response, () => {});
    else if (how === "by callbacks") this.#writeNext(this.#pieces(from), response);
    else this.#writeAll(this.#pieces(from), response, how);
  }

  #writeNext(pieces: Generator<string>, response: ServerResponse): void {
    const next = pieces.next();
    if (next.done) response.end();
    else response.write(next.value, (error) => error ?? this.#writeNext(pieces, response));
  }

  #writeAll(pieces: Generator<string>, response: ServerResponse, how: "while it may" | "after drain"): void {
    for (let next = pieces.next(); !next.done; next = pieces.next()) {
      if (response.write(next.value)) continue;
      if (how === "after drain") response.once("drain", () => this.#writeAll(pieces, response, how));
      return;
    }
    response.end();
  }

  *#pieces(from: From): Generator<string> {
    const times = {
      little: 2,
      much: 60,
      "without an end": ENDLESS / PIECE.length,
      fails: 0,
      "fails later": 3,
      hangs: 1,
    }[from];
    for (let index = 0; index < times; index += 1) yield PIECE;
    if (from === "without an end") this.isGorged = true;
  }

  #source(from: From): Readable {
    const run = this;
    const pieces = this.#pieces(from);
    const source = new Readable({
      read() {
        const { value = null } = pieces.next();
        if (value !== null) this.push(value);
        else if (from === "fails" || from === "fails later") {
          run.failures += 1;
          this.destroy(leakyError());
        } else if (from !== "hangs") this.push(null);
      },
    });
    // A stream that fails without an error listener ends the process.
    source.on("error", () => {});
    this.sources.push(source);
    return source;
  }

  #bodyOf(from: From | "text" | "object" | "nothing"): string | object | Readable | undefined {
    if (from === "text") return LEAKY_TEXT;
    if (from === "object") return { text: "hello" };
    return from === "nothing" ? undefined : this.#source(from);
  }
}

/** A response with an error listener. Without one, a write after its end would end the process. */
function heard(response: ServerResponse): ServerResponse {
  return response.on("error", () => {});
}

function waited(what: "microtask" | "tick" | "immediate" | "timer"): Promise<unknown> {
  if (what === "microtask") return Promise.resolve();
  if (what === "tick") return new Promise((resolve) => process.nextTick(resolve));
  return what === "timer" ? new Promise((resolve) => setTimeout(resolve, 2)) : turn();
}

/** Whether a success may have no body. Node then accepts everything that is written, and sends none of it. */
function isBodiless({ method, acts }: Case): boolean {
  return method === "HEAD" || acts.some((step) => /"(?:status|head|reply)":(?:204|304)/.test(JSON.stringify(step)));
}

/** Milliseconds to wait for an error's body. */
const HELD_MS = 10;

/** Milliseconds without a byte after which a server counts as done. The second number is for the repetition of a case that failed. */
const PATIENCE_MS = [40, 1_500] as const;

function judge(given: Case, run: Run, { bytes, reports }: Exchanged): void {
  const { method, leaves, reads } = given;
  const stays = leaves === "last" && reads !== "the first";
  const { answers, rest } = answersIn(bytes, [method]);
  // Node sends more of a success than its length states.
  const isLonger = JSON.stringify(given.acts).includes("Content-Length");
  if (stays && !isLonger && (rest !== "" || answers.length > 1)) {
    throw new Violation("each request gets one answer", `after the answer: ${bytes.slice(0, 4_000)}`);
  }
  if (stays && run.hasThrown && bytes === "" && run.failures === 1) {
    throw new Violation("each request gets one answer", "what was thrown got none");
  }
  const error = answers.find(({ status: code }) => code >= 400);
  expectNotGorged(given, run, error);
  if (error !== undefined && (stays || error.whole)) expectError(error, method);
  const ids = error === undefined ? [] : [fieldOf(error, "x-request-id") ?? ""];
  // Several failures get one answer, so their reports cannot be matched.
  if (run.failures <= 1) expectReports(reports, ids, stays);
}

/** An endless source must not be read to its end, unless Node accepts it all for a success without a body. */
function expectNotGorged(given: Case, run: Run, error: Answer | undefined): void {
  // A source that fails next to an endless one gets its turn only when Node has taken all of the other.
  const isError = error !== undefined && run.failures === 0;
  if (run.isGorged && (isError || !isBodiless(given))) {
    throw new Violation("memory returns to where it was", "a source without an end came to its end");
  }
}

class Tried {
  run: Run | undefined;
  given: Case | undefined;
  readonly #served: Served;

  private constructor(served: Served) {
    this.#served = served;
  }

  static async of(name: DriverName): Promise<Tried> {
    let tried: Tried | undefined;
    const handler = (io: Io) => {
      const { run, given } = tried ?? {};
      if (run === undefined || given === undefined) return undefined;
      return given.asynchronous ? run.handle(io, given.raw) : run.handleAtOnce(io, given.raw);
    };
    tried = new Tried(await Served.mounted(await loadDriver(name), handler, { bufferTimeoutMs: HELD_MS }));
    return tried;
  }

  async attempt(given: Case): Promise<void> {
    try {
      await this.#try(given, PATIENCE_MS[0]);
    } catch {
      await this.#try(given, PATIENCE_MS[1]);
    }
    await this.#served.expectAlive();
  }

  async #try(given: Case, patienceMs: number): Promise<void> {
    const { method, leaves, reads } = given;
    const run = new Run(given);
    Object.assign(this, { run, given });
    const post = method === "POST" ? "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}" : "\r\n";
    const bytes = Buffer.from(`${method} /case HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${post}`);
    const exchanged = await this.#served.exchange({ bytes, pieces: [], leaves, reads }, patienceMs);
    for (const source of run.sources) source.destroy();
    judge(given, run, exchanged);
  }

  stop(): Promise<void> {
    return this.#served.close();
  }
}

/** Handlers that fail halfway, endless sources, and clients that are slow or leave. */
export const handlers: Target<Case> = {
  cases,
  start: async () =>
    startedFor(
      ({ server }) => server,
      ({ server }) => Tried.of(server),
    ),
};
