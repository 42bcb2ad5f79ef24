import { UsageError } from "../exit.ts";

/** Returns the address to check. @throws UsageError if it is not an address, or if it is on another machine and that was not allowed */
export function parseTarget(given: string, allowed: boolean): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${JSON.stringify(withoutUser(given))} is no address such as http://127.0.0.1:3000`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("the address must not hold a user and a password");
  }
  if (!allowed && !isLoopback(url.hostname)) {
    throw new UsageError(
      `${url.hostname} is another machine, and a check sends it requests that fail on purpose; if you may do that, add --yes`,
    );
  }
  return url;
}

function isLoopback(host: string): boolean {
  // URL writes every IPv4 address in one form.
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export async function whyUnreachable(url: URL, timeoutMs: number): Promise<string | undefined> {
  // Not `AbortSignal.timeout`: in some versions of Node, an abort after `fetch` has failed is an uncaught error.
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(new DOMException("too late", "TimeoutError")), timeoutMs);
  try {
    const response = await fetch(url, { redirect: "manual", signal: ended.signal });
    // The head is enough. A body may never end.
    response.body?.cancel().catch(() => {});
    return undefined;
  } catch (thrown) {
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
    const { code, name, message } = cause as Error & { readonly code?: unknown };
    if (message === "bad port") return `fetch never asks port ${url.port}; let the service listen on another`;
    if (name === "TimeoutError") return `no answer came within ${timeoutMs} ms`;
    return String(code ?? message).slice(0, 200);
  } finally {
    clearTimeout(timer);
  }
}

function withoutUser(given: string): string {
  const end = given.lastIndexOf("@");
  if (end < 0) return given;
  const before = given.slice(0, end);
  const slashes = before.indexOf("//");
  const scheme = slashes < 0 ? "" : before.slice(0, slashes + 2);
  return `${scheme}…${given.slice(end)}`;
}
