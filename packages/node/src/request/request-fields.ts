import type { IncomingMessage } from "node:http";

/** The URL as the client sent it: Express and Fastify keep it on the request as a property of its own. */
export function unmountedUrl(request: IncomingMessage & { readonly originalUrl?: string }): string {
  const { originalUrl, url = "" } = request;
  return typeof originalUrl === "string" && Object.hasOwn(request, "originalUrl") ? originalUrl : url;
}

/**
 * Of several lines that say who asks, Node keeps the first; which one counts is not for us to choose, so that all of them
 * are one value, which is no credential. What middleware has put in their place stands.
 */
export function authorization(value: string | undefined, rawHeaders: readonly string[]): string | undefined {
  const lines = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "authorization",
  );
  return lines.length > 1 && value === lines[0] ? lines.join(", ") : value;
}

/** A header field as one text. */
export function fieldText(value: number | string | readonly string[] | undefined): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "object" ? value.join(", ") : value?.toString();
}
