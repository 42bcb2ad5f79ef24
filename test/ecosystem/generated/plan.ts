import { Readable } from "node:stream";
import { inspect } from "node:util";

/** A value that is made anew for each of the two servers. The plan describes how. */
export type Made = MadeText | { readonly made: "callback" | "error" | "map" | "headers" | "symbol" };

interface MadeText {
  readonly made: "buffer" | "bytes" | "string";
  readonly text: string;
  readonly times?: number;
}

/** One step of a handler. */
export type Step =
  | { readonly call: string; readonly args: readonly unknown[] }
  | { readonly get: string }
  | { readonly set: "statusCode" | "statusMessage"; readonly to: unknown }
  | { readonly on: string }
  | { readonly wait: "microtask" | "tick" | "immediate" }
  | { readonly fail: "throw" | "next"; readonly with: "error" | "string" | "null" }
  | { readonly pipe: Source }
  | { readonly pipeline: Source }
  | {
      readonly reply: number;
      readonly body: unknown;
      readonly headers: Readonly<Record<string, string>>;
    };

/** What a stream does before it ends or fails. */
export type Source = "empty" | "two chunks" | "fails at once" | "fails after a chunk";

/** A request, and what its handler does. */
export interface Plan {
  readonly method: "GET" | "HEAD" | "POST";
  readonly version: "1.0" | "1.1";
  readonly connection: "keep-alive" | "close";
  /** Whether another request follows in the same packet. */
  readonly followed: boolean;
  /** `raw`: the handler takes the response from the framework. `framework`: the framework responds. */
  readonly mode: "raw" | "framework";
  /** Whether the framework's default status is kept until a step sets one, which is 404 in Koa. Otherwise it is first set to 200. */
  readonly keepsStatus: boolean;
  readonly asynchronous: boolean;
  /** Whether the handler continues after a call that throws. */
  readonly catches: boolean;
  readonly steps: readonly Step[];
}

/** Fields for `setHeaders`. */
const FIELDS: readonly (readonly [string, string])[] = [
  ["X-Map", "1"],
  ["Content-Type", "text/plain"],
];

/** The value for a placeholder in a call. Any other value stays; arrays and objects are copied. */
export function real(value: unknown, callback: (...given: unknown[]) => void): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (!isMade(value)) return structuredClone(value);
  if (value.made === "callback") return callback;
  if (value.made === "error") return new Error("on purpose");
  if (value.made === "map") return new Map(FIELDS);
  if (value.made === "headers") return new Headers(FIELDS.map(([name, text]): [string, string] => [name, text]));
  if (!isText(value)) return Symbol("chunk");
  const text = value.text.repeat(value.times ?? 1);
  if (value.made === "string") return text;
  return value.made === "buffer" ? Buffer.from(text) : new TextEncoder().encode(text);
}

function isMade(value: object): value is Made {
  return Object.hasOwn(value, "made");
}

function isText(value: Made): value is MadeText {
  return "text" in value;
}

/** The message of the error with which a source fails. */
export const SOURCE_FAILED = "the source failed";

/** A stream of this kind. */
export function readable(source: Source): Readable {
  async function* chunks() {
    if (source === "fails at once") throw new Error(SOURCE_FAILED);
    if (source !== "empty") yield "ab";
    if (source === "fails after a chunk") throw new Error(SOURCE_FAILED);
    if (source !== "empty") yield "cd";
  }
  return Readable.from(chunks());
}

/** The number of bytes that a call passes on to be sent. */
export function bytesIn(step: Step): number {
  if (!("call" in step) || (step.call !== "write" && step.call !== "end")) return 0;
  const [chunk] = step.args;
  if (typeof chunk === "string") return Buffer.byteLength(chunk);
  if (typeof chunk !== "object" || chunk === null || !isMade(chunk) || !isText(chunk)) return 0;
  return chunk.text.length * (chunk.times ?? 1);
}

/** A plan as the source code of a handler, to be read in a counterexample. */
export function shown({ steps, ...how }: Plan): string {
  return [`// ${inspect(how, { breakLength: Number.POSITIVE_INFINITY })}`, ...steps.map(shownStep)].join("\n");
}

function shownStep(step: Step): string {
  if ("call" in step) return `response.${step.call}(${step.args.map(shownValue).join(", ")});`;
  if ("get" in step) return `response.${step.get};`;
  if ("set" in step) return `response.${step.set} = ${shownValue(step.to)};`;
  if ("on" in step) return `response.on(${shownValue(step.on)}, log);`;
  if ("wait" in step) return `await ${step.wait};`;
  if ("fail" in step) return step.fail === "throw" ? `throw ${step.with};` : `next(${step.with});`;
  if ("pipe" in step) return `readable(${shownValue(step.pipe)}).pipe(response);`;
  if ("pipeline" in step) return `pipeline(readable(${shownValue(step.pipeline)}), response, log);`;
  return `reply(${[step.reply, step.body, step.headers].map(shownValue).join(", ")});`;
}

function shownValue(value: unknown): string {
  return inspect(value, { breakLength: Number.POSITIVE_INFINITY, depth: 5 });
}
