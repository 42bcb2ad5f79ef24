import { expect, test } from "vitest";
import { pathOf } from "./path.ts";

test.each<readonly [target: string, path: string]>([
  ["/v1/harnesses", "/v1/harnesses"],
  ["/v1/harnesses?limit=2", "/v1/harnesses"],
  ["/v1/harnesses#top", "/v1/harnesses"],
  ["/v1/harnesses#top?limit=2", "/v1/harnesses"],
  ["/v1/harnesses?a=#b", "/v1/harnesses"],
  ["?limit=2", ""],
  ["", ""],
  ["*", "*"],
  ["api.acme.example:443", "api.acme.example:443"],
  ["http://api.acme.example", "/"],
  ["http://api.acme.example?limit=2", "/"],
  ["http://api.acme.example/", "/"],
  ["http://api.acme.example/v1/harnesses?limit=2", "/v1/harnesses"],
  ["://a/b", "/b"],
  ["http:///b", "/b"],
  ["/v1/http://other.example/x", "/v1/http://other.example/x"],
  ["/v1?next=http://other.example/x", "/v1"],
])("the path of %j is %j", (target, path) => expect(pathOf(target)).toBe(path));
