import { describe, expect, test } from "vitest";
import { Memory, RequestMemory } from "./request-memory.ts";

class OwnContext extends RequestMemory {}

describe.each([
  ["a literal", () => ({})],
  ["a frozen literal", () => Object.freeze({})],
  ["an object that extends RequestMemory", () => new OwnContext()],
  ["one that extends it and is frozen", () => Object.freeze(new OwnContext())],
])("of %s", (_, make) => {
  test("each owner finds what it put there, and nobody else's", () => {
    const [context, other] = [make(), make()];
    const [first, second] = [new Memory<{ of: string }>(), new Memory<{ of: string }>()];
    first.set(context, { of: "first" });
    second.set(context, { of: "second" });
    expect([first.get(context)?.of, second.get(context)?.of]).toEqual(["first", "second"]);
    expect([first.get(other), second.get(other)]).toEqual([undefined, undefined]);
  });

  test("a copy and an heir are objects of their own", () => {
    const context = make();
    const memory = new Memory<object>();
    memory.set(context, {});
    expect(memory.get({ ...context })).toBeUndefined();
    expect(memory.get(Object.create(context))).toBeUndefined();
  });

  test("nothing of it can be seen", () => {
    const context = make();
    new Memory<object>().set(context, {});
    expect(Reflect.ownKeys(context)).toEqual([]);
  });
});
