import { describe, expect, test } from "vitest";
import { scanSources } from "./scan.ts";

const findingsIn = (text: string) => scanSources([{ file: "a.ts", text }], "acme").findings;

describe("a finding says", () => {
  test("all that is known of a response", () => {
    const text = 'app.get("/seats", (req, res) => {\n  res.status(409).json({ message: "Sold out" });\n});';
    expect(findingsIn(text)).toEqual([
      {
        kind: "response",
        file: "a.ts",
        line: 2,
        column: 3,
        library: "express",
        status: 409,
        sentence: "Sold out",
        route: "GET /seats",
        code: "acme_sold_out",
        note: undefined,
      },
    ]);
  });

  test("a code that is named after the route", () => {
    const [finding] = findingsIn('app.get("/orders/:id", (req, res) => res.sendStatus(404));');
    expect([finding?.route, finding?.code]).toEqual(["GET /orders/:id", "acme_order_not_found"]);
  });

  test("a sentence without the credentials in it", () => {
    const [finding] = findingsIn('res.status(409).send("The key sk_live_a1B2a1B2a1B2a1B2a1B2a1B2 is taken.");');
    expect([finding?.sentence, finding?.code]).toEqual(["The key [credential] is taken.", "acme_key_credential_taken"]);
  });

  test("of a schema, what to remove", () => {
    expect(findingsIn('app.get("/seats", { schema: { response: { 404: Seat } } }, go);')).toEqual([
      {
        kind: "schema",
        file: "a.ts",
        line: 1,
        column: 31,
        library: "fastify",
        status: undefined,
        sentence: undefined,
        route: undefined,
        code: undefined,
        note: "The schema of 404 describes what clients no longer get. Remove it: `describeErrors` writes those of the contract.",
      },
    ]);
  });

  test("of a class, where it is", () => {
    const sources = [
      { file: "a.ts", text: "class A extends Error {}" },
      { file: "b.ts", text: "class B extends A {}" },
    ];
    const { findings } = scanSources(sources, "acme");
    expect(findings.map(({ kind, file, library }) => `${kind} ${file} ${library}`)).toEqual([
      "class a.ts A",
      "class b.ts B",
    ]);
  });

  test("no route and no code of a handler", () => {
    expect(findingsIn('app.get("/seats", app.setErrorHandler(handle));')).toEqual([
      {
        kind: "handler",
        file: "a.ts",
        line: 1,
        column: 19,
        library: "fastify",
        status: undefined,
        sentence: undefined,
        route: undefined,
        code: undefined,
        note: "Fastify's error handler.",
      },
    ]);
  });

  test.each<readonly [what: string, source: string, status: number | undefined, note: string | undefined]>([
    ["a response with a status", "res.status(409).end()", 409, undefined],
    [
      "a response with an error's status",
      "res.status(error.status).end()",
      undefined,
      "The status is known only at run time.",
    ],
    [
      "a response that may have another",
      "res.status(a || 409).end()",
      undefined,
      "The status is known only at run time.",
    ],
    ["an exception with a status", "ctx.throw(409)", 409, undefined],
    ["an exception that may have another", "ctx.throw(a || 409)", undefined, "The status is known only at run time."],
  ])("whether the status may be another one: %s", (_what, source, status, note) => {
    expect(findingsIn(source).map((finding) => [finding.status, finding.note])).toEqual([[status, note]]);
  });

  test("its place, and findings are in the order of their places", () => {
    const text =
      'import "jayson";\nclass A extends Error { status = 409; } app.setErrorHandler(f); throw new A("Gone"); res.sendStatus(404); reply.conflict();\nctx.throw(409);\n\tres.sendStatus(404);';
    expect(findingsIn(text).map(({ kind, line, column }) => `${kind} ${line}:${column}`)).toEqual([
      "protocol 1:1",
      "class 2:1",
      "handler 2:41",
      "exception 2:71",
      "response 2:86",
      "response 2:107",
      "exception 3:1",
      "response 4:2",
    ]);
  });

  test("nothing of an empty file", () => {
    expect(scanSources([{ file: "a.ts", text: "" }], "acme")).toEqual({
      findings: [],
      skipped: [],
      files: 1,
      tests: 0,
    });
    expect(scanSources([], "acme")).toEqual({ findings: [], skipped: [], files: 0, tests: 0 });
  });
});

test.each<readonly [text: string, reason: string]>([
  ["const a = 1; const a = 2;", "it was read in part: 1 mistake in its syntax, from line 1 on"],
  ["\nconst a = 1; const a = 2; const a = 3;", "it was read in part: 2 mistakes in its syntax, from line 2 on"],
  ["const = 1;", "it cannot be parsed: Unexpected token (1:6)"],
  ["\n  const = 1;", "it cannot be parsed: Unexpected token (2:8)"],
])("says of %j why it was not read", (text, reason) => {
  expect(scanSources([{ file: "a.ts", text }], "acme").skipped).toEqual([{ file: "a.ts", reason }]);
});

test("counts a library once in a file, however many of its modules the file loads", () => {
  const source =
    'import { ApolloServer } from "@apollo/server";\nimport { expressMiddleware } from "@apollo/server/express4";';
  expect(findingsIn(source).map(({ line }) => line)).toEqual([1]);
});

test("finds errors in a file that was read in part", () => {
  expect(findingsIn("const a = 1; const a = 2;\nres.sendStatus(409);").map(({ status }) => status)).toEqual([409]);
});

describe("reads", () => {
  const marked = 'res.status(409).json({ message: "Sold out" });';

  test.each<readonly [what: string, text: string]>([
    ["brackets", "[".repeat(100_000) + "]".repeat(100_000)],
    ["a chain of properties", `a${".b".repeat(100_000)}();`],
    ["a chain of calls", `res${".set(1)".repeat(50_000)}.status(404).json({});`],
  ])("sources that are nested deeper than any person writes, as a line: %s", (_, text) => {
    const sources = [
      { file: "a.ts", text },
      { file: "b.ts", text: marked },
    ];
    const { findings, skipped, files } = scanSources(sources, "acme");
    expect(skipped).toEqual([{ file: "a.ts", reason: "it cannot be parsed: it is nested too deeply" }]);
    expect([findings.map(({ file }) => file), files]).toEqual([["b.ts"], 1]);
  });

  test.each<readonly [what: string, before: string]>([
    ["a list of many elements", `const list = [${"1,".repeat(130_000)}];\n`],
    ["many statements", `${";".repeat(130_000)}\n`],
    ["a chain of many calls", `const a = z${".optional().min(1)".repeat(400)};\n`],
    ["a long sum", `const a = "a"${' + "b"'.repeat(1_500)};\n`],
  ])("sources with %s", (_, before) => {
    expect(findingsIn(before + marked).map(({ status }) => status)).toEqual([409]);
  });
});
