import { describe, expect, test } from "vitest";
import { baselineIn, newFindings } from "./baseline.ts";
import type { Finding } from "./finding.ts";

const RESPONSE: Finding = {
  kind: "response",
  file: "a.ts",
  line: 3,
  column: 5,
  library: "express",
  status: 409,
  sentence: "Sold out",
  route: "GET /seats",
  code: "acme_sold_out",
  note: undefined,
};

const newAmong = (findings: readonly Finding[], baseline: readonly Finding[]) =>
  newFindings({ findings, skipped: [], files: 1, tests: 0 }, baseline).map(({ line }) => line);

describe("an error is new", () => {
  test.each<readonly [what: string, change: Partial<Finding>]>([
    ["of another kind", { kind: "exception" }],
    ["in another file", { file: "b.ts" }],
    ["of another library", { library: "koa" }],
    ["with another status", { status: 410 }],
    ["with an unknown status", { status: undefined }],
    ["with another sentence", { sentence: "Gone" }],
    ["without a sentence", { sentence: undefined }],
  ])("%s", (_what, change) => {
    expect(newAmong([{ ...RESPONSE, ...change }], [RESPONSE])).toEqual([3]);
    expect(newAmong([RESPONSE], [{ ...RESPONSE, ...change }])).toEqual([3]);
  });

  test("that there is once more than before", () => {
    const lines = [1, 2, 3].map((line) => ({ ...RESPONSE, line }));
    expect(newAmong(lines, [])).toEqual([1, 2, 3]);
    expect(newAmong(lines, [RESPONSE])).toEqual([2, 3]);
    expect(newAmong(lines, [RESPONSE, RESPONSE])).toEqual([3]);
    expect(newAmong(lines, lines)).toEqual([]);
  });
});

describe("an error is not new", () => {
  test.each<readonly [what: string, change: Partial<Finding>]>([
    ["in another line", { line: 4 }],
    ["in another column", { column: 1 }],
    ["of another route", { route: undefined }],
    ["with another proposed code", { code: "acme_gone" }],
    ["with another note", { note: "Through `fail`." }],
  ])("%s", (_what, change) => {
    expect(newAmong([{ ...RESPONSE, ...change }], [RESPONSE])).toEqual([]);
  });

  test.each(["class", "schema", "handler", "limiter", "proxy", "protocol"] as const)(
    "if it is none, but a %s",
    (kind) => {
      expect(newAmong([{ ...RESPONSE, kind }], [])).toEqual([]);
    },
  );
});

describe("a baseline", () => {
  test.each<readonly [findings: readonly unknown[]]>([
    [[]],
    [[{ kind: "response", file: "a.ts", library: "express" }]],
    [[{ kind: "response", file: "a.ts", library: "express", status: 409, sentence: "Sold out" }]],
  ])("is a list of findings: %j", (findings) => {
    expect(baselineIn({ findings })).toEqual(findings);
  });

  test.each<readonly [baseline: unknown]>([
    [undefined],
    [null],
    ["text"],
    [{}],
    [{ findings: "text" }],
    [{ findings: [undefined] }],
    [{ findings: [{ file: "a.ts", library: "express" }] }],
    [{ findings: [{ kind: "response", library: "express" }] }],
    [{ findings: [{ kind: "response", file: "a.ts" }] }],
    [{ findings: [{ kind: "response", file: "a.ts", library: "express", sentence: 1 }] }],
    [{ findings: [{ kind: "response", file: "a.ts", library: "express", status: "409" }] }],
    [{ findings: [{ kind: "response", file: "a.ts", library: "express" }, {}] }],
  ])("is nothing else: %j", (baseline) => {
    expect(() => baselineIn(baseline)).toThrow("expected what `uhp-errors scan --json` printed");
  });
});
