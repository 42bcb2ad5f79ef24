import { createContract, defineCatalog, type ErrorReport } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import { eventually } from "../../../test/support/eventually.ts";
import type { UhpOptions } from "./rethrow.ts";
import { stream } from "./stream.ts";
import { type FetchHandler, uhp } from "./uhp.ts";

const acme = defineCatalog({ vendor: "acme", codes: { acme_cold: { status: 503, message: "It is cold." } } });

/** What a framework throws to leave a handler. */
class Signal extends Error {}
const isSignal = (thrown: unknown) => thrown instanceof Signal;

/** Throws a signal again, or the one that an error wraps, as Next's function of that name does. */
function unstable_rethrow(thrown: unknown): void {
  if (isSignal(thrown)) throw thrown;
  if (thrown instanceof Error && "cause" in thrown) unstable_rethrow(thrown.cause);
}

/** Whether the contract only reports. */
const MODES = [false, true];

async function run(thrown: unknown, options: UhpOptions, reportOnly = false) {
  const reports: ErrorReport[] = [];
  const contract = createContract(acme, { reportOnly, onError: (report) => reports.push(report) });
  const ways: FetchHandler<[]>[] = [
    () => {
      throw thrown;
    },
    () => Promise.reject(thrown),
  ];
  const left = [];
  for (const handler of ways) {
    const answer = uhp(contract, handler, options);
    const ask = async () => answer(new Request("https://api.acme.example/v1/x"));
    left.push(await ask().catch((rejected: unknown) => ({ rejected })));
  }
  await new Promise((resolve) => setTimeout(resolve, 0));
  return { left, codes: reports.map(({ code }) => code) };
}

describe("what the framework throws goes on as it is, and is not reported", () => {
  const redirect = new Response(null, { status: 307 });
  const missing = new Response(null, { status: 404 });
  test.each<readonly [what: string, thrown: unknown, rethrow: UhpOptions["rethrow"]]>([
    ["by a predicate", new Signal(), isSignal],
    ["by a function that throws it again", new Signal(), unstable_rethrow],
    ["an object that is no error", Object.freeze({ isNotFound: true }), (thrown) => Object.isFrozen(thrown)],
    ["a redirect, whose own fields a copy would not have", redirect, (thrown) => thrown === redirect],
    ["a response that says 404", missing, (thrown) => thrown === missing],
    ["nothing", undefined, (thrown) => thrown === undefined],
  ])("%s", async (_what, thrown, rethrow) => {
    for (const reportOnly of MODES) {
      const { left, codes } = await run(thrown, { rethrow: rethrow as () => boolean }, reportOnly);
      for (const one of left) expect((one as { readonly rejected: unknown }).rejected).toBe(thrown);
      expect(codes).toEqual([]);
    }
  });
});

describe("the contract answers all else", () => {
  const looped = new Error("looped");
  looped.cause = looped;
  const cold = acme.error("acme_cold");
  test.each<readonly [what: string, thrown: unknown, rethrow: unknown, code: string]>([
    ["an own code", cold, unstable_rethrow, "acme_cold"],
    ["an unknown error", new Error("down"), unstable_rethrow, "acme_internal_error"],
    [
      "an own code that wraps a signal",
      acme.error("acme_cold", { cause: new Signal() }),
      unstable_rethrow,
      "acme_cold",
    ],
    ["an error that wraps a signal", new Error("x", { cause: new Signal() }), unstable_rethrow, "acme_internal_error"],
    ["an error that is its own cause", looped, unstable_rethrow, "acme_internal_error"],
    ["a signal, if nothing says so", new Signal(), undefined, "acme_internal_error"],
    ["if the function fails", cold, (thrown: { readonly a: { readonly b: boolean } }) => thrown.a.b, "acme_cold"],
    ["if the function throws another value", cold, () => Promise.reject(new Error("late")), "acme_cold"],
    ["if the function is asynchronous", cold, async () => true, "acme_cold"],
    ["if the function returns what only counts as true", cold, () => 1, "acme_cold"],
    ["a thrown response", new Response("gone", { status: 503 }), unstable_rethrow, "acme_unavailable"],
  ])("%s", async (_what, thrown, rethrow, code) => {
    const { left, codes } = await run(thrown, { rethrow } as UhpOptions);
    for (const one of left as readonly Response[]) expect(one).toBeInstanceOf(Response);
    expect(codes[0]).toBe(code);
  });

  test("and, if it only reports, notes it", async () => {
    const { codes } = await run(cold, { rethrow: unstable_rethrow }, true);
    expect(codes[0]).toBe("acme_cold");
  });
});

test("a thrown redirect leaves as a returned one, with the contract's headers", async () => {
  const { left } = await run(new Response(null, { status: 302, headers: { Location: "/login" } }), {});
  for (const response of left as readonly Response[]) {
    expect([response.status, response.headers.get("location")]).toEqual([302, "/login"]);
    expect(response.headers.get("uhp-version")).toBe("2026-10-04");
  }
});

test("a stream that the handler had begun ends, as if the client had left", async () => {
  const signal = new Signal();
  const contract = createContract(acme, { onError: () => {} });
  let isOpen = () => true;
  const answer = uhp(
    contract,
    async (request) => {
      const responseObject = { id: "r1", object: "response", status: "in_progress" } as const;
      await stream(contract, request, { responseObject }, async (events) => {
        isOpen = () => events.open;
        await events.send({ type: "response.created", response: responseObject });
        await new Promise(() => {});
      });
      throw signal;
    },
    { rethrow: isSignal },
  );
  await expect(answer(new Request("https://api.acme.example/v1/x"))).rejects.toBe(signal);
  await eventually(() => expect(isOpen()).toBe(false));
});

test.each<readonly [options: unknown, message: string]>([
  [null, "uhp, options: expected an object"],
  [() => true, "uhp, options: expected an object"],
  [{ passOn: () => true }, "uhp: unknown option passOn; the option is rethrow"],
  [{ passOn: 1, rethrow: 2, keep: 3 }, "uhp: unknown option passOn, keep; the option is rethrow"],
  [{ rethrow: true }, "uhp, rethrow: expected a function, got boolean"],
])("%o is refused at start", (options, message) => {
  const contract = createContract(acme);
  expect(() => uhp(contract, () => new Response(), options as UhpOptions)).toThrow(new TypeError(message));
});

test("types: a predicate, a function that throws, and nothing asynchronous", () => {
  const given: UhpOptions[] = [{ rethrow: isSignal }, { rethrow: unstable_rethrow }];
  // @ts-expect-error A promise is no answer.
  given.push({ rethrow: async () => true });
  expect(given).toHaveLength(3);
});
