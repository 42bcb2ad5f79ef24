import { peek } from "@uhp-errors/core/internal";

/** The possible names of an envelope's first field. */
const NAMES = ["error", "detail", "type"] as const;

/** The symbol by which h3 marks responses of its own class. */
const MARK = Symbol.for("h3.HTTPResponse");

/** Returns the value that h3 makes the body from: the value itself, or the body of a response of h3's own class. */
export function contentOf(value: unknown): unknown {
  return peek(value, MARK) === true ? peek(value, "body") : value;
}

/** Whether h3 sends a value as one string. Anything else is a stream, bytes, or already a response. */
export function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  const prototype: object | null = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Whether the string that h3 makes of a plain value may be an envelope. */
export function mayBeEnvelope(value: unknown): boolean {
  if (typeof value === "string") return /^\s*\{/.test(value);
  if (typeof value !== "object" || value === null) return false;
  return "toJSON" in value || NAMES.some((name) => Object.hasOwn(value, name));
}

/** Whether the string that h3 makes of a plain value may be JSON-RPC. */
export function mayBeJsonRpc(value: unknown): boolean {
  if (typeof value === "string") return value.includes('"jsonrpc"');
  const [first = value]: unknown[] = Array.isArray(value) ? value : [];
  return peek(first, "jsonrpc") !== undefined;
}
