import "reflect-metadata";
import { ValidationPipe } from "@nestjs/common";
import { PIPE_ISSUES } from "@uhp-errors/core/internal";
import { describe, expect, test } from "vitest";
import { exceptionFactory } from "./validation.ts";

/** What Nest's own pipe makes of the errors of class-validator. */
const nests = new ValidationPipe().createExceptionFactory() as (errors: unknown) => { getResponse(): object };

/** An error under as many others. */
function under(levels: number): object {
  let error: object = { property: "last", constraints: { isInt: "last must be an integer" } };
  for (let level = 0; level < levels; level += 1) error = { property: "p", children: [error] };
  return error;
}

describe("the exception of a pipe", () => {
  test.each<readonly [what: string, errors: readonly object[], message: readonly string[]]>([
    ["nothing", [], []],
    ["an error without a text", [{ property: "a" }], []],
    [
      "two texts of a field",
      [{ property: "name", constraints: { minLength: "name is too short", isString: "name must be a string" } }],
      ["name is too short", "name must be a string"],
    ],
    [
      "the fields of two entries",
      [
        {
          property: "tags",
          children: [
            { property: "0", children: [{ property: "rank", constraints: { isInt: "rank must be an integer" } }] },
            { property: "1", constraints: { isObject: "1 must be an object" } },
          ],
        },
        { property: "name", constraints: { isString: "name must be a string" }, children: [] },
      ],
      ["tags.0.rank must be an integer", "tags.1 must be an object", "name must be a string"],
    ],
    ["16 objects in each other", [under(16)], [`${"p.".repeat(16)}last must be an integer`]],
  ])("says what Nest's own would say: %s", (_what, errors, message) => {
    const exception = exceptionFactory(errors);
    expect(exception.getResponse()).toEqual({ statusCode: 400, error: "Bad Request", message });
    expect(exception.getResponse()).toEqual(nests(errors).getResponse());
    expect(Reflect.get(exception, PIPE_ISSUES)).toBe(errors);
  });

  test("reads no more than 16 objects in each other", () => {
    expect(exceptionFactory([under(17)]).getResponse()).toEqual({
      statusCode: 400,
      error: "Bad Request",
      message: [],
    });
  });

  test("says what the issues of a Standard Schema say", () => {
    const issues = [{ message: "is wrong", path: ["a"] }, { message: "is missing" }];
    expect(exceptionFactory(issues).getResponse()).toEqual({
      statusCode: 400,
      error: "Bad Request",
      message: ["is wrong", "is missing"],
    });
  });

  test.each<readonly [what: string, errors: string | readonly (object | string)[]]>([
    ["a text", "Validation failed (parsable array expected)"],
    ["texts of items", ["[0] is wrong", "[1] is wrong"]],
    ["texts beside an object", [{ message: "is wrong", path: ["a"] }, "[1] is wrong"]],
  ])("has no issues if it is made of %s", (_what, errors) => {
    const exception = exceptionFactory(errors);
    expect(exception.getResponse()).toEqual({ statusCode: 400, error: "Bad Request", message: errors });
    expect(Reflect.has(exception, PIPE_ISSUES)).toBe(false);
  });
});
