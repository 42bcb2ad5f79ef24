import { runInNewContext } from "node:vm";
import { LEAKY_TEXT, SECRET_VALUES, SECRETS } from "../../support/secrets.ts";
import { type Case, throwing } from "./case.ts";

/** Unusual values that JavaScript allows to be thrown. */
const THROWN: Readonly<Record<string, () => unknown>> = {
  error: () => new Error(LEAKY_TEXT),
  "type-error": () => new TypeError(LEAKY_TEXT),
  string: () => LEAKY_TEXT,
  "empty-string": () => "",
  null: () => null,
  undefined: () => undefined,
  false: () => false,
  number: () => 404,
  bigint: () => 10n,
  symbol: () => Symbol(LEAKY_TEXT),
  function: () => () => LEAKY_TEXT,
  "signal-route": () => "route",
  "plain-object": () => ({ message: LEAKY_TEXT, status: 200 }),
  "null-prototype": () => Object.assign(Object.create(null), { message: LEAKY_TEXT }),
  date: () => new Date(0),
  promise: () => Promise.resolve(LEAKY_TEXT),
  "throwing-getters": () =>
    Object.defineProperties(new Error("x"), {
      message: { get: () => fail() },
      status: { get: () => fail() },
      name: { get: () => fail() },
      stack: { get: () => fail() },
    }),
  "throwing-proxy": () => new Proxy(new Error("x"), { get: fail, getPrototypeOf: fail, has: fail, ownKeys: fail }),
  "revoked-proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "cyclic-cause": () => {
    const error = new Error(LEAKY_TEXT);
    return Object.assign(error, { cause: error });
  },
  "aggregate-error": () => new AggregateError([new Error(LEAKY_TEXT)], LEAKY_TEXT),
  "cross-realm": () => runInNewContext(`new Error(${JSON.stringify(LEAKY_TEXT)})`),
  "message-of-10-MB": () => new Error(LEAKY_TEXT.repeat(70_000)),
  "contract-code": () => Object.assign(new Error(LEAKY_TEXT), { code: "harness_not_found", status: 404 }),
  "status-and-headers": () =>
    Object.assign(new Error(LEAKY_TEXT), {
      status: 418,
      statusCode: 418,
      expose: true,
      response: {},
      headers: { "set-cookie": SECRETS.header, "x-evil": SECRETS.header },
    }),
  "envelope-like": () => ({
    error: { type: "server_error", code: "x", message: LEAKY_TEXT, param: null, detail: null },
  }),
  "throwing-toJSON": () => ({ toJSON: fail }),
  "issues-of-upstream": () => Object.assign(new Error(LEAKY_TEXT), { issues: [{ message: LEAKY_TEXT }] }),
};

export const THROWN_CASES: readonly Case[] = Object.entries(THROWN).flatMap(([name, make]): Case[] => {
  const wanted = {
    clauses: ["LEAK-1", "ENV-6", "ENV-4"],
    expect: {
      status: 500,
      code: "acme_internal_error",
      type: "server_error",
      message: "The server failed to handle the request.",
      param: null,
      headers: { "set-cookie": undefined, "x-evil": undefined },
    },
    neverContains: SECRET_VALUES,
  } satisfies Partial<Case>;
  return [
    { ...wanted, id: `thrown.${name}`, title: `throwing ${name}`, handler: throwing(make) },
    {
      ...wanted,
      id: `rejected.${name}`,
      title: `rejecting with ${name}`,
      handler: async () => {
        await Promise.resolve();
        throw make();
      },
    },
  ];
});

function fail(): never {
  throw new Error(LEAKY_TEXT);
}
