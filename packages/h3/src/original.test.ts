import { HTTPError } from "h3";
import { expect, test } from "vitest";
import { acme } from "../../../test/support/catalog.ts";
import { isHttpError, unwrap } from "./original.ts";

const cause = new Error("cause");
const busy = acme.error("session_busy");
const own = new HTTPError({ status: 409, cause });
const validation = (inner: unknown, statusText = "Validation failed") =>
  new HTTPError({ status: 400, statusText, cause: inner });

/** An error of h3's around a value, as h3 makes it for its hooks. */
const around = (thrown: unknown) => Object.assign(new HTTPError("HTTPError", { unhandled: true }), { cause: thrown });

const thing = { cause, status: 409 };
const refused = validation(cause);
const other = validation(busy, "Bad Request");
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error("hostile");
    },
    has() {
      throw new Error("hostile");
    },
  },
);

test.each<readonly [what: string, thrown: unknown, original: unknown]>([
  ["an error", cause, cause],
  ["a text", "a", "a"],
  ["an HTTPError", own, own],
  ["an HTTPError that wraps what was thrown", new HTTPError({ unhandled: true, cause }), cause],
  ["one that wraps a text", new HTTPError({ unhandled: true, cause: "a" }), "a"],
  ["one made for a hook", around(cause), cause],
  ["one made for a hook of nothing", around(undefined), undefined],
  ["one made for a hook of an object", around(thing), thing],
  ["an error of the catalog in a validator", validation(busy), busy],
  ["another error in a validator", refused, refused],
  ["an error of the catalog in the details of another error", other, other],
])("of %s, the value that was thrown is found", (_what, thrown, original) => {
  expect(unwrap(thrown)).toBe(original);
});

test.each<readonly [what: string, value: unknown, isError: boolean]>([
  ["an HTTPError", own, true],
  ["an error", cause, false],
  ["nothing", undefined, false],
])("%s is h3's own error: %s", (_what, value, expected) => {
  expect(isHttpError(value)).toBe(expected);
});

test("what cannot be read is left as it is", () => {
  expect(unwrap(hostile) === hostile).toBe(true);
  expect(isHttpError(hostile)).toBe(false);
});
