import { expect, test } from "vitest";
import { canonicalPath, inBraces } from "./path.ts";

test.each<[path: string, braces: string, canonical: string]>([
  ["/", "/", "/"],
  ["/v1/orders", "/v1/orders", "/v1/orders"],
  ["/orders/:id", "/orders/{id}", "/orders/{}"],
  ["/orders/:order_1/lines/:line2", "/orders/{order_1}/lines/{line2}", "/orders/{}/lines/{}"],
  [String.raw`/orders/:id(\d+)/lines`, "/orders/{id}/lines", "/orders/{}/lines"],
  ["/orders/:id?", "/orders/{id}", "/orders/{}"],
  ["/orders/{id}.{format}", "/orders/{id}.{format}", "/orders/{}.{}"],
  ["orders//{id}/", "orders//{id}/", "/orders/{}"],
  ["/orders:batch", "/orders:batch", "/orders:batch"],
])("the path %s has its parameters in braces, and is the same whatever they are called", (path, braces, canonical) => {
  expect([inBraces(path), canonicalPath(path)]).toEqual([braces, canonical]);
});
