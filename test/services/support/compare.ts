import type { Answer } from "../../ecosystem/support/wire.ts";
import type { Seen } from "./play.ts";

/** The two header fields that the contract adds to what it does not replace. */
const ADDED = /^(?:uhp-version|x-request-id):/i;

/** The values of these fields are times, or signatures of times. */
const VARYING = /^(date|x-response-time|set-cookie|x-ratelimit-reset|retry-after): ?(?:(\w+)=)?.*/i;

/** The head of an answer, without what is not the same each time. */
export function headOf({ head }: Answer, varies = false, isAdopted = false): readonly string[] {
  return head
    .filter((line) => !(isAdopted && ADDED.test(line)))
    .filter((line) => !(varies && /^(?:content-length|etag):/i.test(line)))
    .map((line) => line.replace(VARYING, (_line, name: string, cookie = "") => `${name}: ${cookie}…`));
}

/**
 * Fields that describe a body, so that the envelope has its own, and fields that name the machinery of another service.
 */
const EXPLAINED = /^(?:content-(?:encoding|length|type)|transfer-encoding|etag|server|keep-alive)$/;

/** The names of the header fields that an error should keep. */
export function errorFields({ headers }: Answer): readonly string[] {
  return Object.keys(headers).filter((name) => !EXPLAINED.test(name));
}

/** The logs that have a line for each request. pino-http has two texts for responses, by their status. */
const LOGS: Readonly<Record<string, string>> = {
  access: "access",
  audit: "audit",
  live: "live",
  "request completed": "completed",
  "request errored": "completed",
  "request aborted": "aborted",
};

/**
 * Leaves out what Fastify logs when a request arrives. With `frameworkErrors` it does so for addresses that it cannot
 * decode, too.
 */
export function withoutArrivals({ "incoming request": _arrived, ...others }: Seen["logged"]): Seen["logged"] {
  return others;
}

/** How many lines each log has for a request. */
export function linesOf({ logged }: Pick<Seen, "logged">): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [text, statuses] of Object.entries(logged)) {
    const log = LOGS[text];
    if (log !== undefined) counts[log] = (counts[log] ?? 0) + statuses.length;
  }
  return counts;
}

/** The statuses that the logs have for a request. */
export function statusesOf({ logged }: Pick<Seen, "logged">): readonly unknown[] {
  return Object.entries(logged)
    .filter(([text]) => text in LOGS)
    .flatMap(([, statuses]) => statuses)
    .filter((status) => status !== undefined);
}
