import { expectTypeOf, test } from "vitest";
import { recognizeDatabaseErrors } from "../../databases/index.ts";
import {
  type ClassMapping,
  defineCatalog,
  type RecognizeClassOptions,
  type Recognizer,
  recognizeClass,
} from "../../index.ts";

class AppError extends Error {
  readonly code: "A" | "B" = "A";
  readonly seats: number = 0;
}

/** A typical class of a service: the detail is typed only as an object. */
class LooseError extends Error {
  readonly details?: Record<string, unknown>;
  readonly retryAfter?: number;
  readonly field?: string;
}

interface Seats {
  readonly seats: number;
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

test("with a catalog, only its codes are taken", () => {
  const acme = defineCatalog({ vendor: "acme", codes: { acme_sold_out: { status: 409, message: "It is sold out." } } });
  recognizeClass(AppError, {
    catalog: acme,
    byCode: {
      A: "acme_sold_out",
      B: () => ({ code: "session_busy" }),
      404: "not_found",
      418: "http_418",
      499: "aborted",
    },
  });
  recognizeClass(AppError, {
    catalog: acme,
    byCode: {
      // @ts-expect-error A slip.
      A: "acme_sold_ot",
      // @ts-expect-error The prefix, twice.
      B: () => ({ code: "acme_acme_sold_out" }),
    },
  });
  recognizeDatabaseErrors({ catalog: acme, constraints: { users_email_key: "acme_sold_out" } });
  recognizeDatabaseErrors({
    catalog: acme,
    constraints: {
      // @ts-expect-error A slip.
      users_email_key: "acme_sold_ot",
    },
  });
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

test("a mapping takes what a class has, and it is checked when the error is answered", () => {
  recognizeClass(LooseError, {
    byCode: {
      A: ({ details }) => ({ code: "acme_a", detail: details ?? {} }),
      B: ({ details, retryAfter, field }) => ({ code: "acme_b", detail: details, retryAfter, param: field }),
      C: () => ({ code: "acme_c", detail: { seats: 2 } as Seats, param: ["input", 0], message: undefined }),
      D: () => ({ code: "acme_d", detail: null, retryAfter: null, param: null }),
      E: () => "aborted" as const,
    },
  });
  const mapping: ClassMapping<LooseError> = ({ details }) => ({ code: "acme_a", detail: details });
  recognizeClass(LooseError, { byCode: { A: mapping } });
});

test("what is wrong does not compile", () => {
  // @ts-expect-error a predicate on its own might be a class
  recognizeClass((thrown: unknown) => thrown instanceof AppError);
  // @ts-expect-error a predicate must not be asynchronous
  recognizeClass({ is: async () => true });
  // @ts-expect-error no such option
  recognizeClass(AppError, { code: {} });
  // @ts-expect-error `exposeMessage` is a boolean
  recognizeClass(AppError, { exposeMessage: 5 });
  // @ts-expect-error a mapping has a code
  recognizeClass(AppError, { byCode: { A: () => ({ param: "a" }) } });
  recognizeClass(LooseError, {
    byCode: {
      // @ts-expect-error a list is not a detail
      A: () => ({ code: "acme_a", detail: ["x"] }),
      // @ts-expect-error a string is not a detail
      B: ({ message }) => ({ code: "acme_a", detail: message }),
      // @ts-expect-error `retryAfter` is a number
      C: () => ({ code: "acme_a", retryAfter: "60" }),
    },
  });
  expectTypeOf<RecognizeClassOptions<AppError>>().toHaveProperty("byCode");
});
