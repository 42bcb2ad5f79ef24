import { defineCatalog } from "@uhp-errors/core";
import { HTTPError } from "h3";
import { expect, test } from "vitest";
import { createAdapterContract } from "../../../test/support/adapter-contract.ts";
import { isSuccess, serviceHook, standInFor, withEarlierHeaders } from "./answer.ts";
import { requestContext, traceHeaders } from "./event.ts";

const contract = createAdapterContract(defineCatalog({ vendor: "acme", codes: {} }));
const ADDRESS = "https://api.acme.example/v1/x";

type Fields = readonly (readonly [name: string, value: string])[];
const headersOf = (fields: Fields) => new Headers(fields.map(([name, value]) => [name, value]));

test.each<readonly [what: string, own: Fields, early: Fields, ofErrors: Fields, left: Fields]>([
  [
    "of both kinds are added",
    [["x-own", "1"]],
    [["x-early", "1"]],
    [["x-error", "1"]],
    [
      ["x-early", "1"],
      ["x-error", "1"],
      ["x-own", "1"],
    ],
  ],
  ["do not replace one of the response", [["x-own", "1"]], [["x-own", "2"]], [["x-own", "3"]], [["x-own", "1"]]],
  ["that describe another body are dropped", [], [["etag", '"1"']], [["content-encoding", "gzip"]], []],
  [
    "add each cookie once",
    [
      ["set-cookie", "a=1"],
      ["x-own", "b=2"],
    ],
    [
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ],
    [
      ["set-cookie", "b=2"],
      ["set-cookie", "c=3"],
    ],
    [
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
      ["set-cookie", "c=3"],
      ["x-own", "b=2"],
    ],
  ],
  [
    "of another service's response are dropped",
    [],
    [
      ["via", "1.1 x"],
      ["x-early", "1"],
    ],
    [["x-error", "1"]],
    [["x-error", "1"]],
  ],
])("the headers that were set before %s, and leave the event", (_what, own, early, ofErrors, left) => {
  const res = { headers: headersOf(early), errHeaders: headersOf(ofErrors) };
  const response = new Response(null, { status: 500, headers: headersOf(own) });
  expect(withEarlierHeaders(response, contract, { res })).toBe(response);
  expect([[...response.headers], [...res.headers], [...res.errHeaders]]).toEqual([left, [], []]);
});

test.each<readonly [what: string, thrown: unknown, is: boolean]>([
  ["a redirect", new HTTPError({ status: 302 }), true],
  ["the last status of no error", new HTTPError({ status: 399 }), true],
  ["the first error status", new HTTPError({ status: 400 }), false],
  ["what h3 wrapped", new HTTPError({ status: 302, unhandled: true }), false],
  ["an error of another kind", Object.assign(new Error("x"), { status: 302 }), false],
])("whether a thrown value is no failure: %s", (_what, thrown, is) => {
  expect(isSuccess(thrown)).toBe(is);
});

test("the service's hook is the app's, or the one that ours replaced", () => {
  const [hook, ours, alone] = [() => 1, () => 2, () => 3];
  standInFor(ours, hook);
  standInFor(alone, undefined);
  const found = [undefined, {}, { onError: "x" }, { onError: hook }, { onError: ours }, { onError: alone }].map(
    (config) => serviceHook({ app: { config } }),
  );
  expect(found).toEqual([undefined, undefined, undefined, hook, hook, undefined]);
});

test("a request context says what h3 knows, whichever request the event has by then", () => {
  const req = new Request(ADDRESS, { headers: { "x-request-id": "r1" } });
  const res = {
    headers: headersOf([["x-both", "1"]]),
    errHeaders: headersOf([
      ["x-both", "2"],
      ["x-error", "3"],
    ]),
  };
  const context = {};
  const first = requestContext({ req, context, res });
  expect([first.route?.(), first.isRouted?.()]).toEqual([undefined, false]);
  Object.assign(context, { matchedRoute: { route: "/v1/:id" } });
  const event = { req: new Request(`${ADDRESS}/other`), context, res };
  expect(requestContext(event)).toBe(first);
  expect([first.route?.(), first.isRouted?.(), first.path]).toEqual(["/v1/:id", true, "/v1/x"]);
  expect(["x-both", "x-error", "x-none"].map((name) => first.responseHeader?.(name))).toEqual(["1", "3", undefined]);
  expect(traceHeaders(contract, event)).toEqual({ "x-request-id": "r1" });
});
