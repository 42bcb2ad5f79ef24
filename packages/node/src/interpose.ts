import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

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
    const call = (args: readonly unknown[]) => {
      if (name === "destroy") closeInTurn(response);
      return Reflect.apply(native, response, args);
    };
    return [name, call] as const;
  });
  Object.assign(response, methods);
  return Object.fromEntries(natives) as unknown as Natives;
}

/** Lets whoever wrote a head that is kept back see that it did. */
export function showHead(response: ServerResponse, isKept: () => boolean): void {
  const native = () => Reflect.get(Object.getPrototypeOf(response), "headersSent", response) as boolean;
  Object.defineProperty(response, "headersSent", { configurable: true, get: () => isKept() || native() });
}

/** Calls the function among some arguments, as Node does once it has taken what was written. */
export function callLater(candidates: readonly unknown[]): void {
  const callback = candidates.find((argument) => typeof argument === "function");
  if (callback !== undefined) process.nextTick(callback as () => void);
}

/** The connection that an answer leaves by. One that is busy with an earlier answer has not been given to it yet. */
export function connectionOf(response: ServerResponse): Socket | null {
  return response.socket ?? response.req.socket;
}

/**
 * Closes the connection of a response that is about to be destroyed while it waits for its turn: Node would keep it open,
 * and its client would wait for ever.
 */
function closeInTurn(response: ServerResponse): void {
  if (response.socket === null) response.once("socket", (socket) => socket.destroy());
}
