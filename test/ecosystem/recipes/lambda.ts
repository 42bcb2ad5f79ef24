import { uhp } from "@uhp-errors/web";
import { contract, findNote } from "./contract.ts";

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
  const headers = new Headers(event.headers);
  if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
  return new Request(`https://${requestContext.domainName}${rawPath}?${rawQueryString}`, {
    method: requestContext.http.method,
    headers,
    body: body === undefined ? null : Buffer.from(body, event.isBase64Encoded ? "base64" : "utf8"),
  });
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

export const handler = async (event: GatewayEvent) => toResult(await answer(toRequest(event)));
