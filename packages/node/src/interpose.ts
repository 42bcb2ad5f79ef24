import type { ServerResponse } from "node:http";

/** The methods by which an answer leaves, or is given up. */
const NAMES = ["writeHead", "write", "end", "flushHeaders", "destroy"] as const;

type Name = (typeof NAMES)[number];

/** The methods of a response as they were, each to be called with a list of arguments. */
export type Natives = Readonly<Record<Name, (args: readonly unknown[]) => unknown>>;

/** Puts methods in the place of a response's own, and returns those. */
export function interpose(
  response: ServerResponse,
  methods: Readonly<Record<Name, (...args: unknown[]) => unknown>>,
): Natives {
  const natives = NAMES.map((name) => {
    const native = response[name] as (...args: unknown[]) => unknown;
    return [name, (args: readonly unknown[]) => Reflect.apply(native, response, args)] as const;
  });
  Object.assign(response, methods);
  return Object.fromEntries(natives) as unknown as Natives;
}

/** Calls the function among some arguments, as Node does once it has taken what was written. */
export function callLater(candidates: readonly unknown[]): void {
  const callback = candidates.find((argument) => typeof argument === "function");
  if (callback !== undefined) process.nextTick(callback as () => void);
}
