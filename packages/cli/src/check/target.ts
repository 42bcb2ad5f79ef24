import { UsageError } from "../exit.ts";

/** Returns the address to check. @throws UsageError if it is not an address, or if it is on another machine and that was not allowed */
export function parseTarget(given: string, allowed: boolean): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url === undefined || !/^https?:/.test(url.protocol)) {
    const shown = JSON.stringify(withoutUser(given));
    const completed = withScheme(given);
    throw new UsageError(
      completed === undefined
        ? `${shown} is no address such as http://127.0.0.1:3000`
        : `${shown} has no scheme. Did you mean ${completed}?`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError("the address must not hold a user and a password");
  }
  if (!allowed && ["0.0.0.0", "[::]"].includes(url.hostname)) {
    const { hostname } = url;
    url.hostname = "127.0.0.1";
    throw new UsageError(`${hostname} is where a service listens. Did you mean ${url.origin}?`);
  }
  if (!allowed && !isLoopback(url.hostname)) {
    throw new UsageError(
      `${url.hostname} is another machine, and a check sends it requests that fail on purpose; if you may do that, add --yes`,
    );
  }
  return url;
}

/** Returns an address with the scheme that it lacks; `undefined` if it lacks more. */
function withScheme(given: string): string | undefined {
  const isHost = /^(?:\[[\da-f:]+\]|[a-z\d][a-z\d.-]*)(?::\d+)?(?:[/?]|$)/i.test(given);
  const url = isHost && URL.canParse(`http://${given}`) ? new URL(`http://${given}`) : undefined;
  if (url === undefined) return undefined;
  if (isLoopback(url.hostname)) return `http://${given}`;
  return url.port !== "" || url.hostname.includes(".") ? `https://${given}` : undefined;
}

function isLoopback(host: string): boolean {
  // URL writes every IPv4 address in one form.
  return host === "localhost" || host === "[::1]" || /^127\.[\d.]+$/.test(host);
}

export async function whyUnreachable(url: URL, timeoutMs: number): Promise<string | undefined> {
  // Not `AbortSignal.timeout`: in some versions of Node, an abort after `fetch` has failed is an uncaught error.
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), timeoutMs);
  try {
    const response = await fetch(url, { redirect: "manual", signal: ended.signal });
    // The head is enough. A body may never end.
    response.body?.cancel().catch(() => {});
    return undefined;
  } catch (thrown) {
    if (ended.signal.aborted) return `no answer came within ${timeoutMs} ms`;
    const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
    const { code, name, message } = cause as Error & { readonly code?: unknown };
    if (message === "bad port") return `fetch never asks port ${url.port}; let the service listen on another`;
    const kind = String(code ?? name);
    const reason = REASONS.find(([kinds]) => kinds.test(kind))?.[1];
    return reason === undefined ? String(code ?? message).slice(0, 200) : `${reason} (${kind})`;
  } finally {
    clearTimeout(timer);
  }
}

const REASONS: readonly (readonly [kinds: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, "nothing listens there; is the service running?"],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "its host is not found"],
  [/^(?:UND_ERR_SOCKET|ECONNRESET)$/, "it closed the connection; does it want https?"],
  [/^(?:EPROTO|ERR_SSL_.+)$/, "it does not speak TLS; does it want http?"],
  [/^HPE_|^HTTPParserError$/, "what it sends is no HTTP"],
  [/CERT|SIGNATURE/, "its certificate is not trusted; name a file of trusted ones in NODE_EXTRA_CA_CERTS"],
];

function withoutUser(given: string): string {
  const end = given.lastIndexOf("@");
  if (end < 0) return given;
  const before = given.slice(0, end);
  const slashes = before.indexOf("//");
  const scheme = slashes < 0 ? "" : before.slice(0, slashes + 2);
  return `${scheme}…${given.slice(end)}`;
}
