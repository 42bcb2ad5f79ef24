/** The ways in which a hook of a service misbehaves. Loaded in the server's process. */

import type { ServerResponse } from "node:http";
import { get } from "node:http";
import { LEAKY_TEXT } from "../support/secrets.ts";

/** The address at which a hook calls its own server. Its reports are not counted. */
export const AGAIN = "/again";

const state = { as: "works", url: "", isInside: false };

/** Sets how every hook behaves from now on. */
export function behaveAs(as: string): void {
  state.as = as;
}

/** Sets the server that a hook calls. */
export function callsItself(url: string): void {
  state.url = url;
}

/** A value on which every operation fails. */
function hostile(): unknown {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** The context of a hook, through which it may reach the response. */
interface Reaching {
  readonly native?: unknown;
}

/** Each function gets what the hook should return. */
const BEHAVIORS: Readonly<Record<string, (right: unknown, context: Reaching | undefined) => unknown>> = {
  throws: () => {
    throw new Error(LEAKY_TEXT);
  },
  "throws what cannot be read": () => {
    throw hostile();
  },
  rejects: () => Promise.reject(new Error(LEAKY_TEXT)),
  "never settles": () => new Promise(() => {}),
  "returns what cannot be read": hostile,
  "calls its own server": (right) => {
    if (state.isInside) return right;
    state.isInside = true;
    const done = () => {
      state.isInside = false;
    };
    get(new URL(AGAIN, state.url), { agent: false }, (incoming) => incoming.resume().on("close", done)).on(
      "error",
      done,
    );
    return right;
  },
  "overflows the stack": function overflow(right, context): unknown {
    return [BEHAVIORS["overflows the stack"]?.(right, context)];
  },
  "answers by itself": (right, context) => {
    const { response } = Object(context?.native) as { readonly response?: ServerResponse };
    if (response !== undefined && !response.headersSent) response.writeHead(200, { "x-own": "1" }).end("own");
    return right;
  },
};

/** What a hook returns: the right value, or the result of the current misbehavior. */
export function behave<Value>(works: () => Value, context?: Reaching): Value {
  const behavior = BEHAVIORS[state.as];
  return behavior === undefined ? works() : (behavior(works(), context) as Value);
}
