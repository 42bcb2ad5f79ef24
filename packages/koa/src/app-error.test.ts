import type { Contract } from "@uhp-errors/core";
import { describe, expect, test, vi } from "vitest";
import { type Context, KOA_FRAMEWORKS, type Koa } from "../../../test/support/koa.ts";
import { tellApp } from "./app-error.ts";

/** An app with a listener, the context of a request, and what the listener heard. */
function listening(Framework: typeof Koa) {
  const app = new Framework();
  const heard: unknown[][] = [];
  app.on("error", (...given) => heard.push(given));
  return { app, ctx: { app } as unknown as Context, heard };
}

/** Notes what is reported. */
function reported() {
  const failures: unknown[] = [];
  const handleError = (failure: unknown) => failures.push(failure);
  return { contract: { handleError } as unknown as Contract, failures };
}

const { contract } = reported();

describe.each(KOA_FRAMEWORKS)("the app's error event, on %s", (_name, Framework) => {
  test.each<readonly [what: string, thrown: unknown, message: string]>([
    ["a text", "boom", 'non-error thrown: "boom"'],
    ["an object", { status: 418 }, 'non-error thrown: {"status":418}'],
    ["nothing", undefined, "non-error thrown: undefined"],
    [
      "what cannot be described",
      {
        toJSON() {
          throw new Error("hidden");
        },
      },
      "non-error thrown",
    ],
  ])("%s is wrapped in an error", (_what, thrown, message) => {
    const { ctx, heard } = listening(Framework);
    tellApp(contract, ctx as never, thrown, false);
    expect(heard).toEqual([[expect.objectContaining({ message, cause: thrown }), ctx]]);
    expect(heard[0]?.[0]).not.toHaveProperty("headerSent");
  });

  test("an error is passed on itself, and says whether a response had begun", () => {
    const { ctx, heard } = listening(Framework);
    const [early, late] = [new Error("early"), new Error("late")];
    tellApp(contract, ctx as never, early, false);
    tellApp(contract, ctx as never, late, true);
    expect(heard.map(([error]) => error)).toEqual([early, late]);
    expect([Reflect.get(early, "headerSent"), Reflect.get(late, "headerSent")]).toEqual([undefined, true]);
  });

  test("the same error is told once for each request, unless another one came between", () => {
    const { app, ctx, heard } = listening(Framework);
    const [one, other] = [new Error("one"), new Error("other")];
    for (const error of [one, one, other, other, one]) tellApp(contract, ctx as never, error, false);
    tellApp(contract, { app } as never, one, false);
    expect(heard.map(([error]) => error)).toEqual([one, other, one, one]);
  });

  test("an app without a listener of its own is not told", () => {
    const app = new Framework();
    app.on("error", app.onerror);
    const emitted = vi.spyOn(app, "emit");
    tellApp(contract, { app } as never, new Error("boom"), false);
    expect(emitted).not.toHaveBeenCalled();
  });

  test("an app that overrides Koa's listener is told", () => {
    const heard: unknown[] = [];
    class Own extends Framework {
      override onerror = (error: Error) => void heard.push(error);
    }
    const app = new Own();
    app.on("error", app.onerror);
    const error = new Error("boom");
    tellApp(contract, { app } as never, error, false);
    expect(heard).toEqual([error]);
  });

  test.each<readonly [what: string, failure: unknown]>([
    ["an error", new Error("listener")],
    ["a text", "listener"],
    ["what cannot be printed", Object.create(null)],
  ])("a listener that throws %s is reported", (_what, failure) => {
    const { app, ctx } = listening(Framework);
    const { contract: reporting, failures } = reported();
    app.on("error", () => {
      throw failure;
    });
    tellApp(reporting, ctx as never, new Error("boom"), false);
    expect(failures).toEqual([failure]);
  });

  test("a listener that throws what it got is not reported", () => {
    const { app, ctx } = listening(Framework);
    const { contract: reporting, failures } = reported();
    app.on("error", (error) => {
      throw error;
    });
    tellApp(reporting, ctx as never, new Error("boom"), false);
    tellApp(reporting, ctx as never, "boom", false);
    expect(failures).toEqual([]);
  });

  test("an error that cannot be changed is told", () => {
    const { ctx, heard } = listening(Framework);
    const { contract: reporting, failures } = reported();
    const frozen = Object.freeze(new Error("frozen"));
    tellApp(reporting, ctx as never, frozen, true);
    expect([heard.map(([error]) => error), failures]).toEqual([[frozen], []]);
  });
});
