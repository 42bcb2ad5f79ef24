import { describe, expect, test } from "vitest";
import { adviceFor, type Grounds, reasons } from "./reasons.ts";

const UNKNOWN: Grounds = { origin: "unknown", recognizer: undefined, isCustom: false, aborted: false };

const FIRST = "No recognizer knows it, so nothing of it is trusted.";
const unknown = (name: string) => `No recognizer knows an error whose name is "${name}".`;
const STATUS = "A status (404) alone is no sign of who made it.";
const NO_ERROR = "It is no native Error, and parsed JSON can have any fields.";

describe("an unknown value is explained by its traits", () => {
  test.each<readonly [what: string, thrown: unknown, traits: readonly string[]]>([
    ["null", null, ["It is no object but null."]],
    ["undefined", undefined, ["It is no object but of type undefined."]],
    ["a string", "no", ["It is no object but of type string."]],
    ["an object", {}, [NO_ERROR]],
    ["a function", function fail() {}, [NO_ERROR, unknown("fail")]],
    ["an error", new Error("no"), [unknown("Error")]],
    ["a number for a code", { code: 7 }, [NO_ERROR, 'No recognizer knows an error whose code is "7".']],
    ["a type", { type: "entity.odd" }, [NO_ERROR, 'No recognizer knows an error whose type is "entity.odd".']],
    [
      "a name, a code and a type",
      { name: "a", code: "b", type: "c" },
      [NO_ERROR, 'No recognizer knows an error whose name is "a" and whose code is "b" and whose type is "c".'],
    ],
    ["a list for a name", { name: ["a"] }, [NO_ERROR]],
    ["a long name", { name: "a".repeat(61) }, [NO_ERROR, unknown("a".repeat(60))]],
    ["a status code", { statusCode: 404, status: 500 }, [NO_ERROR, STATUS]],
    ["a status", { statusCode: "404", status: 500 }, [NO_ERROR, "A status (500) alone is no sign of who made it."]],
    [
      "another service's error",
      { request: {}, response: {}, status: 404, code: "no such user" },
      [NO_ERROR, `It has marks of an HTTP client (response, request): its status is another service's.`, STATUS],
    ],
  ])("%s", (_what, thrown, traits) => {
    expect(reasons(thrown, UNKNOWN).slice(0, -1)).toEqual([FIRST, ...traits]);
  });
});

describe("a recognized value is explained by its recognizer and its marks", () => {
  const OWN = 'The service\'s own recognizer "x" knows it (option `recognize`).';

  test.each<readonly [what: string, thrown: unknown, grounds: Partial<Grounds>, sentences: readonly string[]]>([
    ["a built-in one", { code: "E", status: 404 }, {}, ['The recognizer "x" knows it.', 'Its code is "E".']],
    [
      "the service's own",
      { type: "t", status: 404 },
      { isCustom: true },
      [OWN, 'Its type is "t".', "Its status is 404."],
    ],
    ["the service's own, without a status", {}, { isCustom: true }, [OWN]],
    [
      "a client that left",
      {},
      { aborted: true },
      [
        'The recognizer "x" knows it, as the end of a client that left.',
        "It is answered only when the request shows that the client is still there.",
      ],
    ],
    ["a catalog", { code: "E" }, { origin: "catalog" }, ["A catalog made it."]],
  ])("%s", (_what, thrown, grounds, sentences) => {
    expect(reasons(thrown, { ...UNKNOWN, origin: "recognized", recognizer: "x", ...grounds })).toEqual(sentences);
  });
});

describe("the advice", () => {
  const OWN = "If it is of a class of your own, add recognizeClass(TheClass)";
  const MISTAKE = "It looks like a mistake in the program: begin with the stack.";

  test.each<readonly [what: string, thrown: unknown, start: string]>([
    ["a type error", new TypeError("no"), MISTAKE],
    ["a reference error", new ReferenceError("no"), MISTAKE],
    ["a range error", new RangeError("no"), MISTAKE],
    ["a syntax error", new SyntaxError("no"), MISTAKE],
    ["a class that extends one", new (class Own extends TypeError {})("no"), OWN],
    ["an error", new Error("no"), OWN],
    ["an object without a class", Object.create(null), OWN],
    ["null", null, "Throw an error of the catalog, or an Error."],
    ["undefined", undefined, "Throw an error of the catalog, or an Error."],
  ])("for %s", (_what, thrown, start) => {
    expect(adviceFor(thrown).startsWith(start)).toBe(true);
    expect(reasons(thrown, UNKNOWN).at(-1)).toBe(adviceFor(thrown));
  });
});
