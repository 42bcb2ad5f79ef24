import { describe, expect, test } from "vitest";
import { parseModule } from "./module.ts";
import {
  firstErrorStatus,
  isErrorStatus,
  namedStatus,
  readErrorStatus,
  readStatuses,
  type Statuses,
} from "./status.ts";

describe("a name means a status:", () => {
  test.each<readonly [name: string, status: number]>([
    ["NOT_FOUND", 404],
    ["notFound", 404],
    ["not-found", 404],
    ["NotFoundException", 404],
    ["NotFoundError", 404],
    ["NotFoundHttpException", 404],
    ["NotFoundHttpError", 404],
    ["HTTP_NOT_FOUND", 404],
    ["HTTPNotFound", 404],
    ["HTTP_STATUS_NOT_FOUND", 404],
    ["HTTPSTATUSNOTFOUND", 404],
    ["HTTP_CODE_NOT_FOUND", 404],
    ["HTTPCODENOTFOUND", 404],
    ["HTTP_STATUS_CODE_NOT_FOUND", 404],
    ["HTTP_404_NOT_FOUND", 404],
    ["HTTP_STATUS_404_NOT_FOUND", 404],
    ["HTTP_STATUS_CODE_404_NOT_FOUND", 404],
    ["ImATeapot", 418],
    ["Teapot", 418],
    ["ContentTooLarge", 413],
    ["PAYLOAD_TOO_LARGE", 413],
    ["entityTooLarge", 413],
    ["REQUEST_TOO_LONG", 413],
    ["REQUEST_URI_TOO_LONG", 414],
    ["UNPROCESSABLE_CONTENT", 422],
    ["UnprocessableEntity", 422],
    ["badData", 422],
    ["RateLimited", 429],
    ["GeneralError", 500],
    ["internal", 500],
    ["InternalError", 500],
    ["InternalServerError", 500],
    ["badImplementation", 500],
    ["SERVER_ERROR", 500],
    ["serverUnavailable", 503],
    ["Unavailable", 503],
    ["resourceGone", 410],
    ["PaymentError", 402],
    ["NotAuthenticated", 401],
    ["methodNotAllowed", 405],
    ["timeout", 408],
    ["OK", 200],
  ])("%s means %i", (name, status) => {
    expect(namedStatus(name)).toBe(status);
  });

  test.each([
    "",
    "Missing",
    "BAD_HTTP_REQUEST",
    "ErrorNotFound",
    "NotFoundErrorPage",
    "Error",
    "NotFoundHttp",
    "constructor",
  ])("%s means none", (name) => {
    expect(namedStatus(name)).toBeUndefined();
  });
});

/** Returns what is known of the value of `it`. */
function statusesIn(text: string): Statuses {
  const { constants } = parseModule("a.ts", text);
  return readStatuses(constants.get("it"), constants);
}

describe("the statuses of an expression:", () => {
  test.each<readonly [expression: string, shown: readonly number[], isOpen: boolean]>([
    ["404", [404], false],
    ["(404 as Status)!", [404], false],
    ['"404"', [404], false],
    ['"599"', [599], false],
    ['"100"', [100], false],
    ['"604"', [], true],
    ['"4040"', [], true],
    ['"40"', [], true],
    ['"1404"', [], true],
    ['"4a4"', [], true],
    ['"44a"', [], true],
    ["status", [], true],
    ["status || 404", [404], true],
    ["409 || 404", [409, 404], false],
    ["404 ?? status", [404], true],
    ["isOpen ? 200 : 404", [200, 404], false],
    ["isOpen ? status : 404", [404], true],
    ["isOpen ? 404 : status", [404], true],
    ["NOT_FOUND", [404], false],
    ["HTTP_404_NOT_FOUND", [404], false],
    ["notFound", [], true],
    ["not_FOUND", [], true],
    ["NOtFound", [], true],
    ["SOLD_OUT", [], true],
    ["HttpStatus.NOT_FOUND", [404], false],
    ["codes.notFound", [404], false],
    ['codes["NOT_FOUND"]', [404], false],
    ["codes[name]", [], true],
    ["codes.soldOut", [], true],
    ["_.defaultTo(status, 422)", [422], true],
    ["choose(200, 404, 409)", [404, 409], true],
    ["choose()", [], true],
    ["-404", [], true],
    ["{ status: 404 }", [], true],
  ])("%s", (expression, shown, isOpen) => {
    expect(statusesIn(`const it = (${expression});`)).toEqual({ shown, isOpen });
  });

  test("a constant has those of its value", () => {
    expect(statusesIn("const it = gone; const gone = 410;")).toEqual({ shown: [410], isOpen: false });
    expect(statusesIn("const it = notFound; const notFound = 410;")).toEqual({ shown: [410], isOpen: false });
  });

  test("nothing is known of no expression", () => {
    expect(statusesIn("let it;")).toEqual({ shown: [], isOpen: true });
  });

  test("eight calls inside each other are followed, and not nine", () => {
    const inside = (calls: number) => `const it = ${"f(".repeat(calls)}404${")".repeat(calls)};`;
    expect(statusesIn(inside(8)).shown).toEqual([404]);
    expect(statusesIn(inside(9)).shown).toEqual([]);
  });

  test("a thousand expressions are read, and no more", () => {
    const after = (others: number) => `const it = f(${"a, ".repeat(others)}404);`;
    expect(statusesIn(after(998)).shown).toEqual([404]);
    expect(statusesIn(after(999)).shown).toEqual([]);
  });
});

test.each<readonly [status: number, isError: boolean]>([
  [200, false],
  [399, false],
  [400, true],
  [404.5, false],
  [599, true],
  [600, false],
])("%f is an error's status: %s", (status, isError) => {
  expect(isErrorStatus(status)).toBe(isError);
});

test.each<readonly [statuses: Statuses, first: number | undefined, shown: number | "open" | undefined]>([
  [{ shown: [200, 404, 409], isOpen: false }, 404, 404],
  [{ shown: [200, 404], isOpen: true }, 404, "open"],
  [{ shown: [200], isOpen: false }, undefined, undefined],
  [{ shown: [], isOpen: true }, undefined, undefined],
])("of %j, the error's is the first one, unless it may be another", (statuses, first, shown) => {
  expect(firstErrorStatus(statuses)).toBe(first);
  expect(readErrorStatus(statuses)).toBe(shown);
});
