import fc from "fast-check";
import { type Explored, explore, type Limits } from "../explore.ts";
import type { Family, Running, Target } from "../target.ts";

/** A target, whatever its cases are. */
export interface Entry {
  readonly family: Family;
  explore(limits: Limits): Promise<Explored>;
  /** The case with this index in the round of a seed. */
  drawn(seed: number, index: number): Promise<unknown>;
  start(): Promise<Running<unknown>>;
}

/** All targets by name. They load on demand, since most load frameworks. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  check: entry("clients", async () => (await import("./check.ts")).check),
  client: entry("clients", async () => (await import("./client.ts")).client),
  functions: entry("functions", async () => (await import("./functions.ts")).functions),
  handlers: entry("servers", async () => (await import("./handlers.ts")).handlers),
  http2: entry("servers", async () => (await import("./http2.ts")).http2),
  mcp: entry("tools", async () => (await import("./mcp.ts")).mcp),
  messages: entry("sanitizer", async () => (await import("./messages.ts")).messages),
  redaction: entry("sanitizer", async () => (await import("./redaction.ts")).redaction),
  requests: entry("servers", async () => (await import("./requests.ts")).requests),
  responses: entry("servers", async () => (await import("./responses.ts")).responses),
  rules: entry("sanitizer", async () => (await import("./rules.ts")).rules),
  sources: entry("tools", async () => (await import("./sources.ts")).sources),
  web: entry("servers", async () => (await import("./web.ts")).web),
};

export const TARGETS: ReadonlyMap<string, Entry> = new Map(Object.entries(ENTRIES));

/** @throws {RangeError} if there is no target with the name. */
export function targetNamed(name: string): Entry {
  const found = TARGETS.get(name);
  if (found === undefined)
    throw new RangeError(`there is no target ${name}; there are ${[...TARGETS.keys()].join(", ")}`);
  return found;
}

function entry<Case>(family: Family, load: () => Promise<Target<Case>>): Entry {
  return {
    family,
    explore: async (limits) => explore(await load(), limits),
    drawn: async (seed, index) => fc.sample((await load()).cases, { seed, numRuns: index + 1 })[index],
    start: async () => {
      const running = await (await load()).start();
      return { attempt: (given) => running.attempt(given as Case), stop: async () => running.stop?.() };
    },
  };
}
