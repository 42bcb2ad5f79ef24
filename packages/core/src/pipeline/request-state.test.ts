import { describe, expect, test } from "vitest";
import { reporting } from "../../../../test/support/reporting.ts";
import { defineCatalog } from "../catalog/catalog.ts";
import { REQUEST_STATE, type RequestContext } from "../http/request-context.ts";

const acme = defineCatalog({ vendor: "acme" });

const first = new Error("first");
const second = new Error("second");
const third = new Error("third");

test.each<readonly [what: string, thrown: readonly unknown[], reported: readonly unknown[]]>([
  ["an error once", [first, first], [first]],
  ["several errors once each", [first, second, third, second, third, first], [first, second, third]],
  ["a string each time", ["first", "first"], ["first", "first"]],
  ["a string after an error", [first, "second", first], [first, "second"]],
  ["an error after a string", ["first", second, second], ["first", second]],
  ["nothing each time", [undefined, null, undefined], [undefined, null, undefined]],
])("one request reports %s", (_what, thrown, reported) => {
  const { contract, reports } = reporting(acme);
  const context: RequestContext = { method: "GET", path: "/", header: () => undefined };
  const responses = thrown.map((value) => contract.respond(value, context));
  expect(responses.filter((response) => response !== undefined)).toHaveLength(reported.length);
  expect(reports.map((report) => report.thrown)).toEqual(reported);
  expect(reports.map(({ misuse }) => misuse)).toEqual(reported.map(() => undefined));
});

describe("an error that says that its response was closed", () => {
  const closed = (code: string) => Object.assign(new Error("closed"), { code });

  test.each<readonly [what: string, hasAnswered: (() => boolean) | undefined, reported: number]>([
    ["is reported", undefined, 1],
    ["is reported if the service has answered", () => false, 1],
    ["is not reported if the contract has", () => true, 0],
    [
      "is reported if the adapter fails",
      () => {
        throw new Error("broken");
      },
      1,
    ],
  ])("%s", (_what, hasAnswered, reported) => {
    for (const code of ["ERR_STREAM_PREMATURE_CLOSE", "ERR_HTTP2_STREAM_ERROR"]) {
      const { contract, reports } = reporting(acme);
      const context: RequestContext = {
        method: "GET",
        path: "/",
        header: () => undefined,
        ...(hasAnswered && { hasAnswered }),
      };
      contract.respond(closed(code), context);
      expect(reports).toHaveLength(reported);
    }
  });

  test("is reported with another code, even after the contract's response", () => {
    const { contract, reports } = reporting(acme);
    contract.respond(closed("EPIPE"), { method: "GET", path: "/", header: () => undefined, hasAnswered: () => true });
    expect(reports).toHaveLength(1);
  });
});

function refusingSymbols(context: RequestContext): RequestContext {
  const named = (name: string | symbol): string => {
    if (typeof name === "symbol") throw new Error("no symbols");
    return name;
  };
  return new Proxy(context, {
    get: (target, name) => Reflect.get(target, named(name)),
    getOwnPropertyDescriptor: (target, name) => Reflect.getOwnPropertyDescriptor(target, named(name)),
  });
}

describe("the states of a request", () => {
  const make = (more: object = {}): RequestContext => ({ method: "GET", path: "/", header: () => undefined, ...more });

  test.each<readonly [what: string, context: RequestContext]>([
    ["with a place for them", make({ [REQUEST_STATE]: undefined })],
    ["without one", make()],
    ["that is frozen", Object.freeze(make())],
    ["that is frozen, with a place for them", Object.freeze(make({ [REQUEST_STATE]: undefined }))],
    ["that is a proxy whose traps throw for symbols", refusingSymbols(make())],
  ])("are one for each contract, in a context %s", (_what, context) => {
    const [one, other] = [reporting(acme), reporting(acme)];
    const ids = [one, other, one, other].map(({ contract }) => contract.headers(context)["x-request-id"]);
    expect(ids).toEqual([ids[0], ids[1], ids[0], ids[1]]);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test("are not those of a copy of the context", () => {
    const { contract } = reporting(acme);
    const context = make({ [REQUEST_STATE]: undefined });
    const id = contract.headers(context)["x-request-id"];
    for (const copy of [{ ...context }, Object.create(context) as RequestContext]) {
      expect(contract.headers(copy)["x-request-id"]).not.toBe(id);
    }
    expect(contract.headers(context)["x-request-id"]).toBe(id);
  });
});
