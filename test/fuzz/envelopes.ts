import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { ErrorReport } from "@uhp-errors/core";
import type { Answer } from "../ecosystem/generated/answer.ts";
import { acme } from "../support/catalog.ts";
import { type ErrorFields, expectEnvelope } from "../support/envelope.ts";
import { schemaCheck } from "../support/envelope-schema.ts";
import { LEAKY_TEXT, SECRET_VALUES } from "../support/secrets.ts";
import { Violation } from "./target.ts";

/** A typical error of a service, full of secrets that must not be sent. */
export function leakyError(fields: object = {}): Error {
  return Object.assign(new Error(LEAKY_TEXT), fields);
}

/** Written by a client into its requests; no error may repeat it. */
export const OF_CLIENT = "planted-by-client-4711";

const PRIVATE = [...SECRET_VALUES, OF_CLIENT];

const checkSchema = schemaCheck(acme);

/** Checks an error response and its head, and returns the five fields; `undefined` for HEAD, which has no body. */
export function expectError(answer: Omit<Answer, "rest">, method: string): ErrorFields | undefined {
  const { status, whole } = answer;
  const { body, headers } = decoded(answer);
  const wrong = (what: string) => new Violation("a failure is an envelope", `${what}: ${JSON.stringify(answer)}`);
  expectNothingPrivate(`${body} ${JSON.stringify(answer.fields)}`);
  for (const name of ["uhp-version", "x-request-id"]) {
    if (answer.fields.filter(([given]) => given === name).length !== 1) throw wrong(`${name} is not there once`);
  }
  if (!whole) throw wrong("it is cut");
  if (method === "HEAD") return undefined;
  try {
    const fields = expectEnvelope({ status, headers, body });
    checkSchema({ headers, body });
    return fields;
  } catch (error) {
    throw wrong((error as Error).message);
  }
}

/** A body that the service's own compressor has compressed, decompressed again. */
function decoded({ body, fields, whole }: Omit<Answer, "rest">) {
  const { "content-encoding": encoding = "", "transfer-encoding": _chunked, ...headers } = Object.fromEntries(fields);
  const bytes = Buffer.from(body, "latin1");
  const decode = whole && bytes.length > 0 && Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (decode === undefined) return { body: bytes.toString("utf8"), headers: Object.fromEntries(fields) };
  const plain = decode(bytes);
  return { body: plain.toString("utf8"), headers: { ...headers, "content-length": String(plain.length) } };
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  deflate: inflateSync,
  gzip: gunzipSync,
};

export function expectNothingPrivate(text: string): void {
  for (const secret of PRIVATE) {
    if (text.includes(secret)) throw new Violation("nothing private leaves", `${secret} is in ${text}`);
  }
}

/**
 * Checks that each error response has a report, and that no request has too many.
 *
 * @param answered The ids of error responses that came whole.
 * @param isAll Whether everything that was sent has come.
 */
export function expectReports(reports: readonly ErrorReport[], answered: readonly string[], isAll: boolean): void {
  const shown = () => JSON.stringify(reports.map(({ outcome, code, correlationId }) => [outcome, code, correlationId]));
  const count = (ids: readonly string[], id: string) => ids.filter((each) => each === id).length;
  const told = reports.filter(({ outcome }) => outcome === "answered").map(({ correlationId }) => correlationId);
  const others = reports.filter(({ outcome }) => outcome !== "answered").map(({ correlationId }) => correlationId);
  for (const id of new Set([...answered, ...told, ...others])) {
    if (count(told, id) < count(answered, id)) {
      throw new Violation("each failure is reported once", `the response ${id} has no report; there are ${shown()}`);
    }
    if (isAll && count(told, id) > count(answered, id)) {
      throw new Violation("each failure is reported once", `there are reports of no response: ${shown()}`);
    }
    // After its request was answered for what follows it, a handler may still fail.
    if (count(others, id) > Math.max(1, count(answered, id))) {
      throw new Violation("each failure is reported once", `the request ${id} has several: ${shown()}`);
    }
  }
}
