import { types } from "node:util";
import { runInNewContext } from "node:vm";
import fc from "fast-check";

/** Thrown by a value on purpose. */
export class FromValue extends Error {
  override readonly name = "FromValue";
}

const fail = (): never => {
  throw new FromValue("a value threw this");
};

const TRAPS = [
  "get",
  "has",
  "ownKeys",
  "getOwnPropertyDescriptor",
  "getPrototypeOf",
  "isExtensible",
  "set",
  "defineProperty",
  "apply",
  "construct",
] as const;

const deep = (depth: number) => {
  let value: unknown = "end";
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? { value } : [value];
  return value;
};

/** An object whose prototype is its own proxy: the chain never ends. */
function endless(): object {
  const value: object = new Proxy({}, { getPrototypeOf: () => value });
  return value;
}

const foreign = (code: string): unknown => runInNewContext(code);

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {});
  revoke();
  return proxy;
}

const cyclic = (value: Record<string, unknown>) => Object.assign(value, { self: value, cause: value, list: [value] });

/** Values that no type allows, by name. Each is made anew, since some can be used only once. */
const HOSTILE: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  zero: () => 0,
  "minus zero": () => -0,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  "a fraction": () => 0.1,
  "a large number": () => 2 ** 53,
  BigInt: () => 1n,
  "a large BigInt": () => 10n ** 400n,
  symbol: () => Symbol("s"),
  "an empty string": () => "",
  "a long string": () => "a long string, ".repeat(20_000),
  "half a character": () => "x\ud800y",
  "a NUL": () => "a\0b",
  __proto__: () => "__proto__",
  "a name of Object": () => "constructor",
  "an empty object": () => ({}),
  "an empty list": () => [],
  "a list with holes": () => Object.assign(Array<unknown>(3), { 1: 1 }),
  "a long list": () => Array<unknown>(20_000).fill({ a: 1 }),
  "a list that lies about its length": () =>
    new Proxy([], { get: (_, key) => (key === "length" ? 2 ** 31 : undefined) }),
  "no prototype": () => Object.assign(Object.create(null), { code: "x", message: "x" }),
  "own __proto__": () => JSON.parse('{"__proto__":{"code":"x"},"constructor":{"prototype":1},"code":"x"}'),
  "a cycle": () => cyclic({}),
  "a cycle in an error": () => cyclic(new Error("x") as never),
  "a deep object": () => deep(20_000),
  "many keys": () => Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`key ${index}`, index])),
  "an endless chain": endless,
  frozen: () => Object.freeze({ code: "x", error: Object.freeze({}) }),
  function: () => () => {},
  "a function that throws": () => fail,
  // The promise is handled, since the caller may ignore a promise that no type allows.
  "a function that rejects": () => () => {
    const rejected = Promise.reject(new FromValue("a value rejected"));
    rejected.catch(() => {});
    return rejected;
  },
  class: () => class {},
  "a class that throws": () =>
    class {
      constructor() {
        fail();
      }
    },
  "a promise that never ends": () => new Promise(() => {}),
  // biome-ignore lint/suspicious/noThenProperty: the value needs a `then`.
  "a then that throws": () => ({ then: fail }),
  // biome-ignore lint/suspicious/noThenProperty: the value needs a `then`.
  "a then that throws when it is read": () => Object.defineProperty({}, "then", { get: fail }),
  "toString throws": () => ({ toString: fail, valueOf: fail }),
  "toString returns an object": () => ({ toString: () => ({}), valueOf: () => ({}) }),
  "toPrimitive throws": () => ({ [Symbol.toPrimitive]: fail }),
  "toStringTag throws": () => Object.defineProperty({}, Symbol.toStringTag, { get: fail }),
  "toJSON throws": () => ({ toJSON: fail }),
  "toJSON returns itself": () => {
    const value: object = { toJSON: () => value };
    return value;
  },
  "an iterator that throws": () => ({ [Symbol.iterator]: fail, length: 3 }),
  "an iterator that never ends": () => ({ [Symbol.iterator]: () => ({ next: () => ({ done: false, value: 1 }) }) }),
  "a getter that throws": () => Object.defineProperty({}, "code", { get: fail, enumerable: true }),
  error: () => new Error("connect ECONNREFUSED 10.0.0.5:5432"),
  "an error without a stack": () => Object.assign(new Error("x"), { stack: undefined }),
  "an error whose stack throws": () => Object.defineProperty(new Error("x"), "stack", { get: fail }),
  "an error whose message is an object": () => Object.assign(new Error("x"), { message: { toString: fail } }),
  "an error with a long message": () => new Error("x ".repeat(100_000)),
  "a group of errors": () => new AggregateError([new Error("x"), fail], "x", { cause: new Error("y") }),
  "a foreign error": () => foreign("new TypeError('x')"),
  "a foreign object": () => foreign("({ code: 'x', status: 404, list: [1] })"),
  "a foreign list": () => foreign("[1, 2, 3]"),
  "a date that is none": () => new Date(Number.NaN),
  map: () => new Map([["a", 1]]),
  buffer: () => Buffer.from("x"),
  "a long buffer": () => new Uint8Array(1_000_000),
  "an expression": () => /x/g,
  response: () => new Response("{}", { status: 404 }),
  "a used response": () => {
    const response = new Response("{}", { status: 500 });
    void response.text();
    return response;
  },
  request: () => new Request("http://localhost/"),
  headers: () => new Headers({ a: "b" }),
  "a revoked proxy": () => revoked({}),
  "a revoked list": () => revoked([]),
  "a revoked function": () => revoked(() => {}),
  ...Object.fromEntries(
    TRAPS.flatMap((trap) => [
      [`a proxy that throws in ${trap}`, () => new Proxy({ code: "x" }, { [trap]: fail })],
      [`a function that throws in ${trap}`, () => new Proxy(() => {}, { [trap]: fail })],
    ]),
  ),
  "a proxy that throws in all": () => new Proxy(() => {}, Object.fromEntries(TRAPS.map((trap) => [trap, fail]))),
};

/** A value described as JSON. */
export type Described =
  | { readonly is: "hostile"; readonly name: string }
  | { readonly is: "json"; readonly value: unknown }
  /** A value that the target knows by name. */
  | { readonly is: "good"; readonly name: string }
  /** An object with these fields: as values, as getters, inherited, or on an error. */
  | {
      readonly is: "object";
      readonly base: string | undefined;
      readonly fields: Readonly<Record<string, Described>>;
      readonly how: "values" | "getters" | "inherited" | "error";
    };

const hostile = fc.constantFrom(...Object.keys(HOSTILE)).map((name): Described => ({ is: "hostile", name }));

const json = fc
  .oneof(
    fc.string({ maxLength: 12 }),
    fc.integer(),
    fc.constantFrom(400, 404, 409, 500, 503, 999, -1),
    fc.jsonValue({ maxDepth: 3 }),
  )
  .map((value): Described => ({ is: "json", value: value ?? null }));

/** Describes values with these fields, and good values in which some fields are replaced. */
export function described(good: readonly string[], keys: readonly string[]): fc.Arbitrary<Described> {
  const known = good.map((name): Described => ({ is: "good", name }));
  const leaf = fc.oneof(
    { weight: 3, arbitrary: hostile },
    { weight: 1, arbitrary: json },
    ...(known.length === 0 ? [] : [{ weight: 1, arbitrary: fc.constantFrom(...known) }]),
  );
  const objectOf = (field: fc.Arbitrary<Described>) =>
    fc.record({
      is: fc.constant("object" as const),
      base: fc.constantFrom(undefined, ...good),
      fields: fc.dictionary(fc.constantFrom(...keys), field, { minKeys: 1, maxKeys: 4 }),
      how: fc.constantFrom(
        "values" as const,
        "values" as const,
        "getters" as const,
        "inherited" as const,
        "error" as const,
      ),
    });
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 2, arbitrary: objectOf(leaf) },
    { weight: 1, arbitrary: objectOf(objectOf(leaf)) },
    ...(known.length === 0 ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...known) }]),
  );
}

export function made(value: Described, good: Readonly<Record<string, () => unknown>>): unknown {
  switch (value.is) {
    case "json":
      return value.value;
    case "hostile":
      return knownIn(HOSTILE, value.name)();
    case "good":
      return knownIn(good, value.name)();
    case "object":
      return objectOf(value, good);
    default:
      throw new TypeError(`no value: ${JSON.stringify(value)}`);
  }
}

function knownIn(values: Readonly<Record<string, () => unknown>>, name: string): () => unknown {
  const value = values[name];
  if (value === undefined) throw new RangeError(`there is no value ${name}`);
  return value;
}

function objectOf(
  { base, fields, how }: Extract<Described, { is: "object" }>,
  good: Readonly<Record<string, () => unknown>>,
): unknown {
  const from = base === undefined ? {} : knownIn(good, base)();
  const descriptors = Object.fromEntries(
    Object.entries(fields).map(([key, field]): [string, PropertyDescriptor] => {
      const own = made(field, good);
      const stays = { enumerable: true, configurable: true };
      return [key, how === "getters" ? { ...stays, get: () => own } : { ...stays, value: own, writable: true }];
    }),
  );
  const own = typeof from === "object" && from !== null ? Object.getOwnPropertyDescriptors(from) : {};
  const all = { ...own, ...descriptors };
  if (how === "inherited") return Object.create(Object.create(Object.prototype, all));
  if (how === "error") return Object.defineProperties(new Error("x"), all as PropertyDescriptorMap);
  return Object.create(from === null || typeof from !== "object" ? Object.prototype : Object.getPrototypeOf(from), all);
}

/** What an argument holds, as far as it can be read without running any of its code. */
export function snapshot(value: unknown, depth = 3): unknown {
  if (typeof value !== "object" || value === null || depth === 0 || isExotic(value)) return value;
  const own = Object.getOwnPropertyDescriptors(value);
  return Reflect.ownKeys(own)
    .slice(0, 50)
    .map((key) => {
      const { get, value: held } = own[key as string] as PropertyDescriptor;
      return [key, get ?? snapshot(held, depth - 1)];
    });
}

/** Whether a snapshot leaves the value alone, because reading it could run its code or take long. */
function isExotic(value: object): boolean {
  if (types.isProxy(value) || Object.keys(value).length > 100) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== null && prototype !== Object.prototype && prototype !== Array.prototype;
}
