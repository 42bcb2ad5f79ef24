import { header, type RequestContext, responseHeader } from "./request-context.ts";

/** An origin as a browser writes it (RFC 6454, section 6.2). */
const ORIGIN = /^(?:null|[a-z][a-z\d+.-]{0,20}:\/\/[\w.:[\]-]{1,260})$/i;

const ALLOW_ORIGIN = "Access-Control-Allow-Origin";

/**
 * Returns the headers that let a page of another origin read why its version is refused. The service's CORS middleware has not run yet. But
 * a browser sends `UHP-Version` to another origin only after a preflight request, in which that middleware has allowed the page. So this
 * allows nothing new. Returns no headers if the request is not a page's, or if the service has set them. Never throws.
 */
export function refusalHeaders(context: RequestContext): Readonly<Record<string, string>> {
  const origin = header(context, "origin");
  if (origin === undefined || !ORIGIN.test(origin)) return {};
  if (responseHeader(context, ALLOW_ORIGIN.toLowerCase()) !== undefined) return {};
  const vary = responseHeader(context, "vary");
  return {
    [ALLOW_ORIGIN]: origin,
    "Access-Control-Allow-Credentials": "true",
    Vary: vary === undefined || vary === "" ? "Origin" : `${vary}, Origin`,
  };
}
