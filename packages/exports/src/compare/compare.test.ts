import { type AnyCatalog, defineCatalog, joinCatalogs, VERSIONS } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type CatalogJson, toJson } from "../json/catalog-json.ts";
import { compare } from "./compare.ts";

const define = defineCatalog as unknown as (options: object) => AnyCatalog;

/** A catalog of one code. */
const of = (definition: object, code = "acme_x") => define({ vendor: "acme", codes: { [code]: definition } });

const X = { status: 503, message: "Cold." };
const object = (shape: Parameters<typeof z.object>[0]) => ({ ...X, detail: z.object(shape) });

const verdicts = (before: AnyCatalog, after: AnyCatalog) =>
  compare(toJson(before), after).map(({ level, code, what }) => `${level} ${code} ${what}`);

const A = object({ a: z.int() });
const MAYBE_A = object({ a: z.int().optional() });
const strict = (shape: Parameters<typeof z.strictObject>[0]) => ({ ...X, detail: z.strictObject(shape) });

/** A kind of change of a code, and all that is said of it. What each keyword of a schema means is tested with the keywords. */
type Kind = readonly [kind: string, before: object, after: object, changes: readonly string[]];

const KINDS: readonly Kind[] = [
  ["nothing", X, X, []],
  ["another message", X, { ...X, message: "Still cold." }, ["patch message"]],
  ["a text for `when`", X, { ...X, when: "It is cold." }, ["patch when"]],
  ["the message as `when`", X, { ...X, when: "Cold." }, []],
  ["another status of the same type", X, { ...X, status: 502 }, ["major status"]],
  ["another status of another type", X, { ...X, status: 409 }, ["major type", "major status", "major retry"]],
  ["another retry rule", X, { ...X, retry: "never" }, ["major retry"]],
  [
    "from answers to tasks",
    X,
    { task: true, message: "Cold." },
    ["major type", "major status", "major places", "major retry"],
  ],
  ["a detail with an optional field, where none was", X, MAYBE_A, ["minor detail.a"]],
  ["a detail with a required field, where none was", X, A, ["major detail.a"]],
  ["no detail, where one was", MAYBE_A, X, ["major detail.a"]],
  ["a new optional field", A, object({ a: z.int(), b: z.int().optional() }), ["minor detail.b"]],
  ["a new field with a default", A, object({ a: z.int(), b: z.int().default(1) }), ["minor detail.b"]],
  ["a new required field", A, object({ a: z.int(), b: z.int() }), ["major detail.b"]],
  ["a field that is gone", object({ a: z.int(), b: z.int() }), A, ["major detail.b"]],
  ["a field of another type", object({ a: z.string() }), A, ["major detail.a.type"]],
  ["a field that may be missing", A, MAYBE_A, ["major detail.a"]],
  ["a field that must be there", MAYBE_A, A, ["major detail.a"]],
  [
    "a field that got a default",
    MAYBE_A,
    object({ a: z.int().default(1) }),
    ["minor detail.a.default", "minor detail.a"],
  ],
  ["a longer text", object({ a: z.string().max(9) }), object({ a: z.string().max(10) }), ["minor detail.a.maxLength"]],
  ["the same fields in another order", object({ a: z.int(), b: z.int() }), object({ b: z.int(), a: z.int() }), []],
  [
    "items of another type",
    object({ a: z.array(z.string()) }),
    object({ a: z.array(z.int()) }),
    ["major detail.a.items.type"],
  ],
  [
    "a new optional field further in",
    object({ a: z.object({ b: z.int() }) }),
    object({ a: z.object({ b: z.int(), c: z.int().optional() }) }),
    ["minor detail.a.c"],
  ],
  [
    "a new field where no further one was taken",
    strict({ a: z.int() }),
    strict({ a: z.int(), b: z.int().optional() }),
    ["major detail.b"],
  ],
];

describe("a change of a code", () => {
  test.each(KINDS)("%s", (_kind, before, after, changes) => {
    const said = changes.map((change) => change.replace(" ", " acme_x "));
    expect(verdicts(of(before), of(after)).sort()).toEqual(said.sort());
  });
});

describe("a change of a catalog", () => {
  const none = define({ vendor: "acme" });
  test("a new code is minor", () => {
    expect(compare(toJson(none), of(X))).toEqual([
      {
        level: "minor",
        code: "acme_x",
        what: "code",
        before: null,
        after: "acme_x",
        sentence: 'The code "acme_x" is new: a client that does not know it goes by its type.',
      },
    ]);
  });
  test("a removed code is major", () => {
    expect(verdicts(of(X), none)).toEqual(["major acme_x code"]);
  });
  test("a renamed code is a removed and a new one", () => {
    expect(verdicts(of(X), of(X, "acme_y"))).toEqual(["major acme_x code", "minor acme_y code"]);
  });
  test("another vendor is major, with every code of its prefix", () => {
    const changes = verdicts(none, define({ vendor: "globex" }));
    expect(changes[0]).toBe("major null vendor");
    expect(changes).toContain("major acme_internal_error code");
    expect(changes).toContain("minor globex_internal_error code");
  });
  test("joining another catalog is minor, and so is a vendor's changed message", () => {
    const globex = define({ vendor: "globex", codes: { globex_y: X } });
    const changes = compare(toJson(of(X)), joinCatalogs(of(X) as never, globex as never) as AnyCatalog);
    expect([...new Set(changes.map(({ level }) => level))]).toEqual(["minor"]);
    expect(changes.map(({ code }) => code)).toContain("globex_y");
  });

  const stored = (change: (json: Record<string, unknown> & { codes: Record<string, unknown>[] }) => void) => {
    const json = JSON.parse(JSON.stringify(toJson(of(X))));
    change(json);
    return compare(json, of(X)).map(({ level, code, what }) => `${level} ${code} ${what}`);
  };
  const codeIn = (json: { codes: Record<string, unknown>[] }) =>
    json.codes.find(({ code }) => code === "acme_x") as Record<string, unknown>;
  test.each<[kind: string, Parameters<typeof stored>[0], string[]]>([
    ["a new version", (json) => (json["versions"] = VERSIONS.slice(1)), ["minor null versions"]],
    ["a version that is gone", (json) => (json["versions"] = ["2026-01-01", ...VERSIONS]), ["major null versions"]],
    ["a code since another version", (json) => (codeIn(json)["since"] = "2026-10-04"), ["major acme_x since"]],
    [
      "an earlier first version, which was not known",
      (json) => {
        json["versions"] = VERSIONS.slice(1);
        codeIn(json)["since"] = VERSIONS[1];
      },
      ["minor null versions"],
    ],
    ["a second status", (json) => (codeIn(json)["status"] = [503, 502]), ["major acme_x status"]],
    [
      "a detail that is described now",
      (json) => Object.assign(codeIn(json), { detail: { type: "object" }, detail_described: false }),
      ["minor acme_x detail"],
    ],
    ["no detail that must be", (json) => (codeIn(json)["detail_required"] = true), ["major acme_x detail_required"]],
  ])("%s", (_kind, change, changes) => {
    expect(stored(change)).toEqual(changes);
  });

  test("a detail that is no longer described is major", () => {
    const own = {
      ...X,
      detail: { "~standard": { version: 1, vendor: "own", validate: (value: unknown) => ({ value }) } },
    };
    expect(verdicts(of(object({ a: z.int().optional() })), of(own))).toEqual(["major acme_x detail"]);
  });

  test("the heaviest changes come first, each in one sentence", () => {
    const before = of({ ...object({ a: z.int() }), message: "Cold." });
    const after = of({ ...object({ a: z.int(), b: z.int().optional() }), status: 502, message: "Very cold." });
    const changes = compare(JSON.stringify(toJson(before)), after);
    expect(changes.map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
      'major: The status of "acme_x" was 503 and is 502: clients and proxies act on the status.',
      'minor: In the detail of "acme_x", the field b is new.',
      'patch: The message of "acme_x" was "Cold." and is "Very cold.": only a text is another.',
    ]);
  });
});

describe("a description from elsewhere", () => {
  test("is refused if it is not one", () => {
    expect(() => compare(withCode({ code: 7 }), of(X))).toThrow(/codes\[0\]\.code: expected string/);
  });

  test("that uses names of Object.prototype changes nothing", () => {
    const text = JSON.stringify(toJson(of(object({ a: z.int() })))).replace(
      '"properties":{"a":',
      '"properties":{"__proto__":{"type":"string"},"constructor":true,"a":',
    );
    const changes = compare(text, of(object({ a: z.int() })));
    expect(changes.map(({ level, what }) => [level, what])).toEqual([
      ["major", "detail.__proto__"],
      ["major", "detail.constructor"],
    ]);
  });

  test("may omit the bounds of safe integers, in which releases of schema libraries differ", () => {
    const text = JSON.stringify(toJson(of(object({ a: z.int() }))));
    const bounds = `,"minimum":${Number.MIN_SAFE_INTEGER},"maximum":${Number.MAX_SAFE_INTEGER}`;
    expect(text).toContain(bounds);
    expect(compare(text.replace(bounds, ""), of(object({ a: z.int() })))).toEqual([]);
  });

  test("may have unknown fields", () => {
    expect(compare({ ...toJson(of(X)), generator: "x" }, of(X))).toEqual([]);
  });

  test("is not changed", () => {
    const json = toJson(of(X));
    const text = JSON.stringify(json);
    compare(json, of({ ...X, status: 409 }));
    expect(JSON.stringify(json)).toBe(text);
  });
});

function codeJson(): object {
  return toJson(of(X)).codes.find(({ code }) => code === "acme_x") as object;
}

function withCode(change: object): CatalogJson {
  return { ...toJson(of(X)), codes: [{ ...codeJson(), ...change }] } as unknown as CatalogJson;
}
