import { expect, test } from "vitest";
import { mountedPath } from "./mount-pattern.ts";

const END = "\\/?(?=\\/|$)";

/** The expressions that Express 4 makes of paths, without their end. */
test.each<readonly [source: string, names: readonly (string | number)[], path: string | undefined]>([
  ["^\\/api", [], "/api"],
  ["^", [], ""],
  ["^\\/a\\.b-c", [], "/a.b-c"],
  ["^\\/tenants(?:\\/([^/]+?))", ["id"], "/tenants/:id"],
  ["^\\/v(?:((?:(?!\\/|\\/v).)+?))", ["major"], "/v:major"],
  ["^(?:\\/([^/]+?))?\\/of", ["page"], "/:page?/of"],
  ["^\\/of(?:\\/([^/]+?))?", ["page"], "/of/:page?"],
  ["^\\/f(?:\\.([^/\\.]+?))?", ["ext"], "/f.:ext?"],
  ["^\\/n(?:\\/(\\d+))", ["id"], "/n/:id"],
  ["^(?:\\/(a|b))", ["id"], "/:id"],
  ["^\\/pre-(?:((?:(?!\\/|\\/pre-).)+?))(?:\\.([^/\\.]+?))", ["a", "b"], "/pre-:a.:b"],
  ["^(?:\\/([^/]+?))-(?:((?:(?!\\/|-).)+?))", ["a", "b"], "/:a-:b"],
  ["^(?:\\/([^/]+?))(?:\\/([^/]+?))?", ["a", "b"], "/:a/:b?"],
  ["^\\/日本", [], "/日本"],
  // Not one plain path, or not all of its parameters.
  ["^\\/ab+c", [], undefined],
  ["^\\/files\\/(.*)", [0], undefined],
  ["^\\/(?:x)", [], undefined],
  ["^\\/x(?:\\/([^/]+?)((?:[/].+?)?))", ["a", 0], undefined],
  ["^(?:\\/((?:a))b)", ["id"], undefined],
  ["^\\/t\\d", [], undefined],
  ["^\\/t\\w", [], undefined],
  ["^\\/t\\B", [], undefined],
  ["^\\/one\\/?(?=\\/|$)|^\\/two", [], undefined],
  ["^\\/a$b", [], undefined],
  ["^(?:\\/([^/]+?))", [], undefined],
  ["^\\/x", ["id"], undefined],
  ["^(?:\\/([^/]+?))", ["a", "b"], undefined],
])("%s with the parameters %j was made from %s", (source, names, path) => {
  const keys = names.map((name) => ({ name }));
  expect(mountedPath(new RegExp(source + END), keys)).toBe(path);
});

test.each<readonly [source: string, path: string | undefined]>([
  ["\\/api", "/api"],
  ["^\\/api", "/api"],
  ["^\\/api$", undefined],
  ["^\\/x^\\/y", undefined],
])("the service's own expression %s was made from %s", (source, path) => {
  expect(mountedPath(new RegExp(source), [])).toBe(path);
});
