import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { cleanError } from "../cleaning/clean-error.ts";
import { plainError } from "./contract-error.ts";
import { type Made, madeOf } from "./made.ts";
import { provideCleanJson } from "./own-json.ts";
import { MadeErrors, noteAnswered, runHandler, serializedAs } from "./unanswered.ts";

const make = () => plainError("session_busy");

describe("the errors that a request makes", () => {
  test("are its own until its handler returns, throws, or runs another request's", () => {
    const [outer, inner] = [new MadeErrors(), new MadeErrors()];
    const failing = new MadeErrors();
    const made: unknown[] = [];
    runHandler(outer, () => {
      made.push(make());
      runHandler(inner, () => made.push(make()));
      const fail = () => {
        throw make();
      };
      expect(() => runHandler(failing, fail)).toThrow();
      made.push(make());
    });
    make();
    expect(runHandler(new MadeErrors(), () => 7)).toBe(7);
    expect(outer.takeUnanswered()).toBe(madeOf(made[2]));
    expect(inner.takeUnanswered()).toBe(madeOf(made[1]));
    expect(failing.takeUnanswered()).toBeDefined();
  });

  test("count until they reach a contract, the last first", () => {
    const request = new MadeErrors();
    const errors = runHandler(request, () => [make(), make(), make()]);
    noteAnswered(errors[2]);
    noteAnswered(new Error("x"));
    expect(request.hasUnanswered).toBe(true);
    expect(request.takeUnanswered()).toBe(madeOf(errors[1]));
    // The first one is forgotten.
    expect([request.hasUnanswered, request.takeUnanswered()]).toEqual([false, undefined]);
  });

  test("are none, or have all reached one", () => {
    const [none, answered] = [new MadeErrors(), new MadeErrors()];
    noteAnswered(runHandler(answered, make));
    for (const request of [none, answered]) {
      expect([request.hasUnanswered, request.takeUnanswered()]).toEqual([false, undefined]);
    }
  });

  test("are at most 16", () => {
    const request = new MadeErrors();
    const errors = runHandler(request, () => Array.from({ length: 20 }, make));
    expect(request.takeUnanswered()).toBe(madeOf(errors[15]));
  });
});

describe("the JSON of an error", () => {
  beforeAll(() => provideCleanJson(cleanError));

  /** Writes an error as JSON. */
  function written(change: (error: Error) => void = () => {}) {
    const error = make();
    change(error);
    const text = JSON.stringify(error);
    return { error, text, at: (madeOf(error) as Made).at };
  }

  test("leads to the error once, however it is formatted", () => {
    const { error, text, at } = written();
    const indented = JSON.stringify(JSON.parse(text), null, 2);
    expect(serializedAs(indented, at)).toBe(error);
    expect(serializedAs(text, at)).toBeUndefined();
  });

  test.each<readonly [what: string, read: () => unknown]>([
    ["made before the request", () => serializedAs(written().text, performance.now() + 1_000)],
    ["that reached a contract", () => serializedAs(written(noteAnswered).text, 0)],
    ["of which other text was written", () => serializedAs(`[${written().text}]`, 0)],
    ["that is a copy", () => serializedAs(JSON.stringify(Object.create(make())), 0)],
    ["of which no JSON was written", () => serializedAs(written().text.slice(1), 0)],
  ])("leads to none %s", (_what, read) => {
    expect(read()).toBeUndefined();
  });

  test("leads to none on a runtime without weak references, and is written all the same", () => {
    vi.stubGlobal("WeakRef", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { text, at } = written();
    expect(JSON.parse(text)).toMatchObject({ code: "session_busy" });
    expect(serializedAs(text, at)).toBeUndefined();
  });

  test("that was written last counts", () => {
    const { text } = written();
    const { error } = written((other) => Object.assign(other, { param: "input" }));
    expect(serializedAs(text, 0)).toBeUndefined();
    expect(serializedAs(JSON.stringify(error), 0)).toBe(error);
  });
});
