import { describe, expect, test } from "vitest";
import { privateStore } from "./private-store.ts";

class Strict {
  readonly own = 1;
}

describe.each<readonly [what: string, make: () => object]>([
  ["a literal", () => ({})],
  ["an object of a class", () => new Strict()],
  ["an object without a prototype", () => Object.create(null)],
  ["a frozen object", () => Object.freeze({})],
  ["a function", () => () => {}],
  ["a request", () => new Request("http://acme.example/")],
  ["a proxy that refuses everything", () => new Proxy({}, { defineProperty: () => false, has: () => false })],
])("of %s", (_what, make) => {
  test("finds what was stored, and nothing else", () => {
    const [first, second] = [privateStore<object, string>(), privateStore<object, string>()];
    const [subject, other] = [make(), make()];
    first.setOnce(subject, "first");
    second.setOnce(subject, "second");
    expect([first.get(subject), second.get(subject)]).toEqual(["first", "second"]);
    expect([first.get(other), first.get(Object.create(subject))]).toEqual([undefined, undefined]);
  });

  test("shows nothing on the object", () => {
    const subject = make();
    const before = Reflect.ownKeys(subject);
    privateStore<object, string>().setOnce(subject, "x");
    expect(Reflect.ownKeys(subject)).toEqual(before);
  });
});
