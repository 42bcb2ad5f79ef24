import type { Contract } from "@uhp-errors/core";
import { expectContract } from "@uhp-errors/core/adapter";
import { acme } from "./catalog.ts";
import { MAX_JSON_BYTES } from "./service.ts";

/** The JSON of a body; `undefined` if there is none. Stops reading a body that is too large, with or without `Content-Length`. */
export async function jsonOf(request: Request): Promise<unknown> {
  const text = await textOf(request);
  if (text === "" || request.headers.get("content-type")?.startsWith("application/json") !== true) return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw acme.error("invalid_input", { cause });
  }
}

async function textOf(request: Request): Promise<string> {
  refuseLarger(Number(request.headers.get("content-length")));
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const piece of request.body ?? []) {
    bytes += piece.byteLength;
    refuseLarger(bytes);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
}

function refuseLarger(bytes: number): void {
  if (bytes > MAX_JSON_BYTES) throw acme.error("acme_content_too_large", { detail: { max_bytes: MAX_JSON_BYTES } });
}

/** Answers a request that cannot become a `Request`, because its target is not a URL, as one that Node cannot parse. */
export function refuseUnreadable(contract: Contract): (cause: unknown) => Response {
  expectContract(contract, "refuseUnreadable");
  return (cause) => {
    const error = Object.assign(new Error("the target is no URL", { cause }), { code: "HPE_INVALID_URL" });
    const answer = contract.clientError(error);
    return new Response(answer?.body, { status: 400, ...answer });
  };
}
