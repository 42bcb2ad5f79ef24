import type { Contract } from "@uhp-errors/core";
import { answerTo, responseOf } from "./answers.ts";
import { type Bytes, readBeginning } from "./body.ts";
import type { Exchange } from "./request-context.ts";
import { isFetched, stamped, written } from "./written.ts";

/** Compressions that every runtime can undo. */
const FORMATS: ReadonlyMap<string, ConstructorParameters<typeof DecompressionStream>[0]> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
]);

/** How JSON begins, and nothing that is compressed. */
const OPENED = /[{\s]/;

/** What leaves in place of an error that something else wrote. Its body is read, because an envelope may stay. */
export async function errorLeaving(contract: Contract, response: Response, context: Exchange): Promise<Response> {
  const reader = response.body?.getReader();
  const beginning = await (reader && readBeginning(reader, contract.bufferTimeoutMs));
  const isWhole = beginning?.isWhole ?? true;
  if (!isWhole) void reader?.cancel().catch(() => {});
  if (beginning?.failure !== undefined) {
    context.status = response.status;
    return answerTo(contract, beginning.failure.thrown, context);
  }
  const { bytes = null } = beginning ?? {};
  const plain = isWhole && bytes !== null ? await inflated(response, bytes, contract.bufferTimeoutMs) : null;
  const error = contract.replace(written(response, plain), context);
  if (error === undefined) return stamped(contract, response, bytes, context);
  return responseOf(contract, error, context, keptHeaders(contract, response, error.status));
}

/** The bytes of an error, their compression undone where the runtime can. Of a response of `fetch` it is undone already. */
async function inflated(response: Response, bytes: Bytes, milliseconds: number): Promise<Bytes | null> {
  const format = FORMATS.get(response.headers.get("content-encoding") ?? "");
  if (format === undefined || OPENED.test(new TextDecoder().decode(bytes.subarray(0, 1)))) return bytes;
  try {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
    const plain = await readBeginning(reader, milliseconds);
    if (plain.isWhole) return plain.bytes;
    void reader.cancel().catch(() => {});
  } catch {
    // Not every runtime has it.
  }
  return null;
}

/** The headers of a replaced response that its replacement keeps. */
export function keptHeaders(contract: Contract, response: Response, status: number): Headers {
  const headers = new Headers();
  const source = isFetched(response) ? "head" : "set";
  for (const [name, value] of response.headers) {
    if (contract.keepsHeader({ name, value, source, status })) headers.append(name, value);
  }
  return headers;
}
