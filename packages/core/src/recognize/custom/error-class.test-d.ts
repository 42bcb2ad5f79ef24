import { expectTypeOf, test } from "vitest";
import { type ErrorClassOptions, errorClass, type Recognizer } from "../../index.ts";

class AppError extends Error {
  readonly code: "A" | "B" = "A";
  readonly seats: number = 0;
}

abstract class Abstract extends Error {
  abstract readonly code: string;
}

test("the functions of a map are given the class's own type", () => {
  const recognizer = errorClass(AppError, {
    codes: {
      A: (error) => {
        expectTypeOf(error).toEqualTypeOf<AppError>();
        return { code: "acme_sold_out", detail: { seats: error.seats } };
      },
      404: "harness_not_found",
    },
    message: "sanitized",
    name: "shop",
  });
  expectTypeOf(recognizer).toEqualTypeOf<Recognizer>();
  errorClass(Abstract, { codes: { A: (error) => ({ code: error.code }) } });
});

test("and those of a predicate what it narrows to", () => {
  errorClass(
    { is: (thrown): thrown is AppError => thrown instanceof AppError },
    {
      codes: { A: (error) => ({ code: error.code }) },
    },
  );
  errorClass(
    { is: (thrown: unknown) => Boolean(thrown) },
    {
      codes: {
        A: (error) => {
          expectTypeOf(error).toBeUnknown();
          return undefined;
        },
      },
    },
  );
});

test("what is wrong does not compile", () => {
  // @ts-expect-error a predicate on its own might be a class
  errorClass((thrown: unknown) => thrown instanceof AppError);
  // @ts-expect-error it must not be asynchronous
  errorClass({ is: async () => true });
  // @ts-expect-error no such option
  errorClass(AppError, { code: {} });
  // @ts-expect-error the text leaves sanitized or not at all
  errorClass(AppError, { message: true });
  // @ts-expect-error a mapping has a code
  errorClass(AppError, { codes: { A: () => ({ param: "a" }) } });
  expectTypeOf<ErrorClassOptions<AppError>>().toHaveProperty("codes");
});
