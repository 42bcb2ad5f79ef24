import { UsageError } from "../exit.ts";

/** The address to check. @throws UsageError for one that is none, and for another machine's unless that was allowed */
export function targetOf(given: string, allowed: boolean): URL {
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
  // A URL writes an IPv4 address in one form only, whatever was typed.
  return host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Why a service does not answer at all; `undefined` when it does. */
export async function whyUnreachable(url: URL, timeoutMs: number): Promise<string | undefined> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    // The head is enough, and a body may have no end.
    response.body?.cancel().catch(() => {});
    return undefined;
  } catch (thrown) {
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
    const { code, name, message } = cause as Error & { readonly code?: unknown };
    if (message === "bad port") return `fetch never asks port ${url.port}; let the service listen on another`;
    if (name === "TimeoutError") return `no answer came within ${timeoutMs} ms`;
    return String(code ?? message).slice(0, 200);
  }
}

/** An address as it was given, without a user and a password. */
function withoutUser(given: string): string {
  const end = given.lastIndexOf("@");
  const start = given.indexOf("//") + 2;
  return end < 0 ? given : `${start < 2 || start > end ? "" : given.slice(0, start)}…${given.slice(end)}`;
}
