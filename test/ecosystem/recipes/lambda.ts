import { uhp } from "@uhp-errors/web";
import { acme, contract, findNote } from "./contract.ts";

/** What is read of an event of API Gateway's HTTP APIs, in their format 2.0. A function's own address sends the same. */
interface GatewayEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } };
}

function toRequest(event: GatewayEvent): Request {
  const { rawPath, rawQueryString, cookies = [], body, requestContext } = event;
  const { domainName, http } = requestContext;
  const bytes = body === undefined ? null : Buffer.from(body, event.isBase64Encoded ? "base64" : "utf8");
  try {
    const headers = new Headers(event.headers);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const url = `https://${domainName}${rawPath}?${rawQueryString}`;
    return new Request(url, { method: http.method, headers, body: bytes });
  } catch (cause) {
    // A `Request` is never a TRACE or a GET with a body, and its headers are Latin-1.
    throw acme.error("invalid_input", { cause });
  }
}

async function toResult(response: Response) {
  const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
  return {
    statusCode: response.status,
    headers: Object.fromEntries(headers),
    cookies: response.headers.getSetCookie(),
    body: Buffer.from(await response.arrayBuffer()).toString("base64"),
    isBase64Encoded: true,
  };
}

const answer = uhp(contract, (request) => Response.json(findNote(new URL(request.url).pathname.split("/").at(-1))));

export async function handler(event: GatewayEvent) {
  try {
    return await toResult(await answer(toRequest(event)));
  } catch (thrown) {
    const { method } = event.requestContext.http;
    const context = { method, path: event.rawPath, header: (name: string) => event.headers[name] };
    const error = contract.respond(thrown, context);
    if (error === undefined) throw thrown;
    return toResult(new Response(method === "HEAD" ? null : error.body, error));
  }
}
