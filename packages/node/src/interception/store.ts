import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Interception } from "../request/exchange.ts";
import { checkFields, fieldsIn, mayHave } from "./head.ts";
import { isTaken, toStatus } from "./status.ts";

/** What Node notes on a response when it stores a head. */
interface StoredHead {
  _header: string | null;
  _headerSent: boolean;
  _contentLength: number | null;
  _hasBody: boolean;
  _last: boolean;
  _trailer: string;
  chunkedEncoding: boolean;
}

/** What a response of HTTP/2 shows of itself once its head is written. */
const SHADOWS = ["headersSent", "setHeader", "appendHeader", "removeHeader"] as const;

/**
 * Writes the head of an error so that whoever wrote it sees what Node shows for a head that was written. Node stores it, and
 * none of it leaves. In HTTP/2, which would send it, and where middleware stands below, the response merely shows it.
 *
 * @throws What Node throws for a head that it does not take.
 */
export function storeHead(interception: Interception, response: ServerResponse, args: readonly unknown[]): void {
  if (!interception.isHttp2 && (!interception.isWrapped || !isTaken(args[0], ""))) {
    Reflect.apply(interception.writeHead, response, args);
    return;
  }
  response.statusCode = toStatus(args[0]);
  checkFields(fieldsIn(args));
  if (!interception.isHttp2) {
    // What stands below, a compressor for one, acts once on a head: it has to be that of the answer that leaves.
    (response as unknown as StoredHead)._header = `HTTP/1.1 ${response.statusCode}\r\n\r\n`;
    return;
  }
  Object.defineProperty(response, SHADOWS[0], {
    __proto__: null,
    configurable: true,
    value: true,
  } as PropertyDescriptor);
  for (const name of SHADOWS.slice(1)) {
    const descriptor = { __proto__: null, configurable: true, writable: true, value: refuseField };
    interception.refuseField = refuseField;
    if (!Object.hasOwn(response, name)) Object.defineProperty(response, name, descriptor as PropertyDescriptor);
  }
}

/**
 * Shows the head of an error as written, where nobody can tell that Node has not stored it: no listener waits for a head, and
 * no field that was set before would be joined with those of the head. It saves the text that Node makes of a head.
 *
 * @returns Whether that could be done.
 * @throws What Node throws for a field that it does not take.
 */
export function showHead(interception: Interception, response: ServerResponse, args: readonly unknown[]): boolean {
  const fields = fieldsIn(args);
  if (!isUnobserved(interception, response, args[0]) || typeof args[1] === "string") return false;
  if (Array.isArray(fields) || (fields !== undefined && response.getHeaderNames().length > 0)) return false;
  if (fields !== undefined && mayHave(Object(fields), TRAILER)) return false;
  // As Node does: a status stays that came with fields which are refused.
  response.statusCode = toStatus(args[0]);
  response.statusMessage ||= STATUS_CODES[response.statusCode] ?? "unknown";
  checkFields(fields, Object.keys(interception.expected?.headers ?? {}));
  (response as unknown as StoredHead)._header = `HTTP/1.1 ${response.statusCode}\r\n\r\n`;
  return true;
}

/** Whether nobody but Node hears of the head of an error, and Node takes its status and reason phrase. */
export function isUnobserved(interception: Interception, response: ServerResponse, status: unknown): boolean {
  const { isHttp2, outerWriteHead, isWrapped } = interception;
  if (isHttp2 || outerWriteHead !== undefined || isWrapped) return false;
  // Node refuses it where the body is not sent in chunks.
  if (response.hasHeader("trailer")) return false;
  return isTaken(status, response.statusMessage);
}

const TRAILER: readonly string[] = ["trailer"];

/** Takes the stored head back, as if it had not been written. Nothing of it may have left. */
export function takeHeadBack(interception: Interception, response: ServerResponse): void {
  if (interception.isHttp2) {
    Reflect.deleteProperty(response, SHADOWS[0]);
    for (const name of SHADOWS.slice(1))
      if (response[name] === interception.refuseField) Reflect.deleteProperty(response, name);
    return;
  }
  const stored = response as unknown as StoredHead;
  stored._header = null;
  stored._headerSent = false;
  stored._contentLength = null;
  stored._hasBody = interception.hasBody;
  stored._last = false;
  stored._trailer = "";
  stored.chunkedEncoding = false;
}

function refuseField(): never {
  throw headersSent();
}

/** The error that HTTP/2 throws for a second head. */
export function headersSent(): Error {
  return Object.assign(new Error("Response has already been initiated."), { code: "ERR_HTTP2_HEADERS_SENT" });
}
