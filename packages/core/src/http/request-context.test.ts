import { describe, expect, test } from "vitest";
import { isFromUpstream, isSurelyFromUpstream } from "./from-upstream.ts";
import {
  chosenStatus,
  hasAnswered,
  header,
  isBodyError,
  isRouted,
  mountingMistake,
  phaseOf,
  type RequestContext,
  responseHeader,
  routeOf,
} from "./request-context.ts";

const NOTHING: RequestContext = { method: "GET", path: "/", header: () => undefined };

/** A context in which one function returns a value, or throws. */
function having(name: keyof RequestContext, value: unknown): RequestContext {
  return { ...NOTHING, [name]: () => value };
}

function failing(name: keyof RequestContext): RequestContext {
  const fail = () => {
    throw new Error("the adapter is broken");
  };
  return { ...NOTHING, [name]: fail };
}

const readers: readonly (readonly [
  name: keyof RequestContext,
  read: (context: RequestContext) => unknown,
  kept: readonly unknown[],
  others: readonly unknown[],
  otherwise: unknown,
])[] = [
  ["header", (context) => header(context, "accept"), ["x", ""], [7, null, ["x"]], undefined],
  ["responseHeader", (context) => responseHeader(context, "allow"), ["x", ""], [7, null, ["x"]], undefined],
  ["phase", phaseOf, ["open", "gone"], [7, null], undefined],
  ["route", routeOf, ["/v1/:id", ""], [7, null], undefined],
  ["isRouted", isRouted, [true, false], [1, null, "true"], undefined],
  ["mountingMistake", mountingMistake, ["mount it last"], [7, null, true], undefined],
  [
    "chosenStatus",
    (context) => chosenStatus(context, new Error("x")),
    [400, 418, 599],
    [399, 600, 404.5, "404", null, Number.NaN],
    undefined,
  ],
  ["hasAnswered", hasAnswered, [true], [1, "true", null], false],
  ["isBodyError", (context) => isBodyError(context, new Error("x")), [true], [1, "true", null], false],
];

describe.each(readers)("%s", (name, read, kept, others, otherwise) => {
  test("is what the adapter says", () => {
    expect(kept.map((value) => read(having(name, value)))).toEqual(kept);
  });

  test("does not count if it is of another kind, missing, or throws", () => {
    const contexts = [...others.map((value) => having(name, value)), { ...NOTHING, [name]: undefined }, failing(name)];
    expect(contexts.map((context) => read(context as RequestContext))).toEqual(contexts.map(() => otherwise));
  });
});

test("each function gets what it is asked for", () => {
  const asked: unknown[] = [];
  const note = (value: unknown) => {
    asked.push(value);
    return undefined;
  };
  const context = { ...NOTHING, header: note, responseHeader: note, chosenStatus: note, isBodyError: note as never };
  header(context, "accept");
  responseHeader(context, "allow");
  chosenStatus(context, "thrown");
  isBodyError(context, "parsed");
  expect(asked).toEqual(["accept", "allow", "thrown", "parsed"]);
});

test.each([
  [["via"], true, true],
  [["date"], true, true],
  [["age"], true, true],
  [["content-type", "age"], true, true],
  [["date", "x-ratelimit-reset"], true, false],
  [["date", "last-modified"], true, false],
  [["date", "via", "last-modified"], true, true],
  [["x-ratelimit-reset", "last-modified"], false, false],
  [["content-type", "server"], false, false],
  [[], false, false],
])(
  "a response with the fields %j may be a copy of another service's: %s, and surely is one: %s",
  (names: readonly string[], mayBe, isSurely) => {
    const has = (name: string) => names.includes(name);
    expect([isFromUpstream(has), isSurelyFromUpstream(has)]).toEqual([mayBe, isSurely]);
  },
);
