import { peek } from "@uhp-errors/core/untrusted";

/** How an envelope's first field may be named. */
const NAMES = ["error", "detail", "type"] as const;

/** Under this name h3 marks a response of its own class. */
const MARK = Symbol.for("h3.HTTPResponse");

/** What h3 makes a body of: a value, or the body in a response of its own class. */
export function contentOf(value: unknown): unknown {
  return peek(value, MARK) === true ? peek(value, "body") : value;
}

/** Whether h3 writes a value as a text, as a whole. Anything else is a stream, bytes, or a response already. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype: object | null = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether the text that h3 writes of a plain value may be an envelope. */
export function mayBeEnvelope(value: unknown): boolean {
  if (typeof value === "string") return /^\s*\{/.test(value);
  if (typeof value !== "object" || value === null) return false;
  return "toJSON" in value || NAMES.some((name) => Object.hasOwn(value, name));
}

/** Whether the text that h3 writes of a plain value may be of JSON-RPC. */
export function mayBeJsonRpc(value: unknown): boolean {
  if (typeof value === "string") return value.includes('"jsonrpc"');
  const [first = value]: unknown[] = Array.isArray(value) ? value : [];
  return peek(first, "jsonrpc") !== undefined;
}
