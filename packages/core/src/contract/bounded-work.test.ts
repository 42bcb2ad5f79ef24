import { describe, expect, test } from "vitest";
import { defineCatalog } from "../catalog/catalog.ts";
import type { RequestContext } from "../http/request-context.ts";
import { printReports } from "../reports/print-reports.ts";
import { createContract } from "./create-contract.ts";

const acme = defineCatalog({ vendor: "acme" });

const context = (): RequestContext => ({ method: "GET", path: "/", header: () => undefined });

const MANY = 1_000;

/** More than all that is asked of one value, however many recognizers are asked. */
const ENOUGH = 5 * MANY;

/** A value that counts each look at it and at what it holds. A list of its keys counts as many looks as it has keys. */
function counted(value: object): { readonly value: object; looks(): number } {
  let looks = 0;
  const proxies = new WeakMap<object, object>();
  const watch = (target: object): object => {
    const known = proxies.get(target);
    if (known !== undefined) return known;
    const proxy = new Proxy(target, {
      get: (_, key) => {
        looks += 1;
        const read: unknown = Reflect.get(target, key);
        return typeof read === "object" && read !== null ? watch(read) : read;
      },
      has: (_, key) => {
        looks += 1;
        return Reflect.has(target, key);
      },
      getOwnPropertyDescriptor: (_, key) => {
        looks += 1;
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      // The engine has the list of names. What reads each of their fields is counted.
      ownKeys: () => {
        looks += 1;
        return Reflect.ownKeys(target);
      },
    });
    proxies.set(target, proxy);
    return proxy;
  };
  return { value: watch(value), looks: () => looks };
}

const manyFields = () => Object.fromEntries(Array.from({ length: 20 * MANY }, (_, index) => [`field${index}`, index]));
const manyOf = (item: unknown): readonly unknown[] => Array(20 * MANY).fill(item);

class ValidationError {
  readonly constraints = {};
  readonly children = manyOf(1);
}

const LARGE: Readonly<Record<string, () => object>> = {
  "a list": () => manyOf("x"),
  "a list of issues": () => manyOf({ message: "x", path: ["a"] }),
  "a list of class-validator's errors": () => manyOf(new ValidationError()),
  "a record": manyFields,
  "an error with many fields": () => Object.assign(new Error("x"), manyFields()),
  "an error with many fields, of a class": () => Object.assign(new (class Own extends Error {})("x"), manyFields()),
  "an error with a list of issues": () => Object.assign(new Error("x"), { name: "ZodError", issues: manyOf({}) }),
  "an error with a list of errors": () => new AggregateError(manyOf(new Error("x"))),
  "an error that a record caused": () => new Error("x", { cause: manyFields() }),
};

describe.each(Object.entries(LARGE))("%s", (_, make) => {
  test("is answered after a bounded number of reads, however large it is", () => {
    const { value, looks } = counted(make());
    const contract = createContract(acme, { onError: () => {} });
    expect(contract.respond(value, context())?.status).toBeGreaterThanOrEqual(400);
    expect(looks()).toBeLessThan(ENOUGH);
  });

  test.each(["json", "readable"] as const)("is printed after a bounded number of reads: %s", (style) => {
    const { value, looks } = counted(make());
    const texts: string[] = [];
    const onError = printReports({ style, color: false, write: (text) => texts.push(text) });
    createContract(acme, { onError }).respond(value, context());
    expect(texts).toHaveLength(1);
    expect(looks()).toBeLessThan(ENOUGH);
  });

  test("is explained after a bounded number of reads", () => {
    const { value, looks } = counted(make());
    expect(createContract(acme).explain(value).because).not.toEqual([]);
    expect(looks()).toBeLessThan(ENOUGH);
  });
});
