import type { ServerResponse } from "node:http";
import type { Interception } from "../request/exchange.ts";
import { checkFields, fieldsIn } from "./head.ts";
import { toStatus } from "./status.ts";

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
  if (!interception.isHttp2 && (!interception.isWrapped || toStatus(args[0]) > 999)) {
    Reflect.apply(interception.writeHead, response, args);
    return;
  }
  checkFields(fieldsIn(args));
  response.statusCode = toStatus(args[0]);
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
    if (!Object.hasOwn(response, name)) Object.defineProperty(response, name, descriptor as PropertyDescriptor);
  }
}

/** Takes the stored head back, as if it had not been written. Nothing of it may have left. */
export function takeHeadBack(interception: Interception, response: ServerResponse): void {
  if (interception.isHttp2) {
    Reflect.deleteProperty(response, SHADOWS[0]);
    for (const name of SHADOWS.slice(1)) if (response[name] === refuseField) Reflect.deleteProperty(response, name);
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
