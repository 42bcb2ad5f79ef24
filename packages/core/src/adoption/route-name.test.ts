import { expect, test } from "vitest";
import { printableRoute, readRouteName } from "./route-name.ts";

const nameOf = (report: unknown) => printableRoute(readRouteName(report));

test.each<[path: string, route: string]>([
  ["/orders/17", "/orders/:id"],
  ["/v1/orders/ord_123/items/4", "/v1/orders/:id/items/:id"],
  ["/users/0190163d-8694-739b-aea5-966c26f8ad91", "/users/:id"],
  ["/users/01ARZ3NDEKTSV4RRFFQ69G5FAV", "/users/:id"],
  ["/users/ada@example.com", "/users/:id"],
  ["/users/Ada%20L", "/users/:id"],
  ["/reset/eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ", "/reset/:id"],
  [`/${"a".repeat(41)}`, "/:id"],
  [`/${"a".repeat(40)}`, `/${"a".repeat(40)}`],
  ["/users/abcdefghijklmno1", "/users/:id"],
  ["/users/abcdefghijklmn1", "/users/abcdefghijklmn1"],
  ["/orders#top", "/orders"],
  ["/v1/orders", "/v1/orders"],
  ["/wp-login.php", "/wp-login.php"],
  ["/orders?token=x", "/orders"],
  ["/", "/"],
  ["", ""],
  ["/a".repeat(8), "/a".repeat(8)],
  ["/a".repeat(9), `${"/a".repeat(8)}/…`],
  ["/a".repeat(100), `${"/a".repeat(8)}/…`],
  ["/a\u202e\u001b[31m\n", "/a[31m\\n"],
])("%s is %s", (path, route) => {
  expect(nameOf({ method: "GET", path })).toEqual({ method: "GET", route, isPattern: false });
});

test("the framework's pattern is taken as it is", () => {
  const route = "/orders/:id(\\d+)";
  expect(nameOf({ method: "PUT", path: "/orders/7", route })).toEqual({ method: "PUT", route, isPattern: true });
});

test("a value that is not a report has no route", () => {
  for (const report of [undefined, null, 7, {}, Object.create(null), { route: {}, path: [], method: Symbol("x") }]) {
    expect(nameOf(report)).toEqual({ method: "", route: "", isPattern: false });
  }
});

test("each name is of limited length", () => {
  const read = readRouteName({ method: "G".repeat(1e6), route: `/${"r".repeat(1e6)}` });
  expect([read.method.length, read.route.length]).toEqual([500, 500]);
  const { method, route } = nameOf({ method: "G".repeat(1e6), route: `/${"r".repeat(1e6)}` });
  expect([method.length, route.length]).toEqual([20, 120]);
});
