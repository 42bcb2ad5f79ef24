import "reflect-metadata";
import { Get } from "@nestjs/common";
import { expect, test } from "vitest";
import { operationsOf, UhpErrorCodes } from "./documentation.ts";

/** What @nestjs/swagger copies into the document. */
const EXTENSIONS = "swagger/apiExtension";

test("a controller's codes are added to those of its own handlers, each once", () => {
  class Inherited {
    inherited(): void {}
  }
  class Controller extends Inherited {
    readonly field = "x";
    own(): void {}
    bare(): void {}
    helper(): void {}
    get getter(): never {
      return expect.fail();
    }
  }
  const decorate = (type: new () => object, name: string, ...decorators: MethodDecorator[]) => {
    const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name) as PropertyDescriptor;
    for (const decorator of decorators) decorator(type.prototype, name, descriptor);
    return descriptor.value as object;
  };
  const own = decorate(Controller, "own", Get("own"), UhpErrorCodes("rate_limited", "harness_not_found"));
  Reflect.defineMetadata(EXTENSIONS, { ...Reflect.getMetadata(EXTENSIONS, own), "x-other": true }, own);
  const bare = decorate(Controller, "bare", Get("bare"));
  const others = [decorate(Controller, "helper"), decorate(Inherited, "inherited", Get("inherited"))];
  UhpErrorCodes("rate_limited", "acme_teapot")(Controller);
  const extensions = [own, bare, ...others].map((handler) => Reflect.getMetadata(EXTENSIONS, handler) as unknown);
  expect(extensions).toEqual([
    { "x-uhp-errors": ["rate_limited", "harness_not_found", "acme_teapot"], "x-other": true },
    { "x-uhp-errors": ["rate_limited", "acme_teapot"] },
    undefined,
    undefined,
  ]);
});

const named = { "x-uhp-errors": ["rate_limited"] };

test.each<readonly [what: string, paths: object | undefined, operations: object]>([
  ["no paths", undefined, {}],
  [
    "two methods",
    { "/x": { get: named, post: { "x-uhp-errors": [] } } },
    { "GET /x": ["rate_limited"], "POST /x": [] },
  ],
  [
    "an operation without codes",
    { "/x": { get: {}, put: null, parameters: [] }, "/y": { get: named } },
    {
      "GET /y": ["rate_limited"],
    },
  ],
  ["codes that are no list", { "/x": { get: { "x-uhp-errors": "rate_limited" } } }, {}],
  ["a path that is nothing", { "/x": null, "/y": undefined }, {}],
])("the operations of a document with %s", (_what, paths, operations) => {
  expect(operationsOf({ paths })).toEqual(operations);
});
