import { expect, test } from "vitest";
import { Principals } from "./principals.ts";

test("a request has the principal that was set last", () => {
  const principals = new Principals<string>();
  const [first, second] = [{}, {}];
  principals.set(first, "ann");
  principals.set(second, "bob");
  principals.set(first, "cid");
  expect([principals.of(first), principals.of(second)]).toEqual(["cid", "bob"]);
});

test("a principal may be undefined", () => {
  const principals = new Principals<undefined>();
  const request = {};
  principals.set(request, undefined);
  expect(principals.of(request)).toBe(undefined);
});

test("a request of another bearer has none", () => {
  const request = {};
  new Principals<string>().set(request, "ann");
  expect(() => new Principals<string>().of(request)).toThrow(
    new TypeError("the request did not pass this bearer; mount it before the handler"),
  );
});

test("a request that cannot be extended has one too", () => {
  const principals = new Principals<string>();
  const request = Object.freeze({});
  principals.set(request, "ann");
  principals.set(request, "bob");
  expect(principals.of(request)).toBe("bob");
});

test("a request whose token is accepted has a principal, and so has the framework's object", async () => {
  const principals = new Principals<string>();
  const [request, other, holder] = [{}, {}, {}];
  await principals.admit(Promise.resolve("ann"), request);
  await principals.admit(Promise.resolve("bob"), other, holder);
  expect([principals.of(request), principals.of(other)]).toEqual(["ann", "bob"]);
  expect([request, other, holder]).toEqual([{ principal: "ann" }, {}, { principal: "bob" }]);
});
