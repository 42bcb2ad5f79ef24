import { expectTypeOf, test } from "vitest";
import { type RecognizeClassOptions, type Recognizer, recognizeClass } from "../../index.ts";

class AppError extends Error {
  readonly code: "A" | "B" = "A";
  readonly seats: number = 0;
}

abstract class Abstract extends Error {
  abstract readonly code: string;
}

test("the functions of a map are given the class's own type", () => {
  const recognizer = recognizeClass(AppError, {
    byCode: {
      A: (error) => {
        expectTypeOf(error).toEqualTypeOf<AppError>();
        return { code: "acme_sold_out", detail: { seats: error.seats } };
      },
      404: "harness_not_found",
    },
    exposeMessage: true,
    name: "shop",
  });
  expectTypeOf(recognizer).toEqualTypeOf<Recognizer>();
  recognizeClass(Abstract, { byCode: { A: (error) => ({ code: error.code }) } });
});

test("and those of a predicate what it narrows to", () => {
  recognizeClass(
    { is: (thrown): thrown is AppError => thrown instanceof AppError },
    {
      byCode: { A: (error) => ({ code: error.code }) },
    },
  );
  recognizeClass(
    { is: (thrown: unknown) => Boolean(thrown) },
    {
      byCode: {
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
  recognizeClass((thrown: unknown) => thrown instanceof AppError);
  // @ts-expect-error it must not be asynchronous
  recognizeClass({ is: async () => true });
  // @ts-expect-error no such option
  recognizeClass(AppError, { code: {} });
  // @ts-expect-error the text leaves sanitized or not at all
  recognizeClass(AppError, { exposeMessage: 5 });
  // @ts-expect-error a mapping has a code
  recognizeClass(AppError, { byCode: { A: () => ({ param: "a" }) } });
  expectTypeOf<RecognizeClassOptions<AppError>>().toHaveProperty("byCode");
});
