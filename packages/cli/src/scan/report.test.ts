import { describe, expect, test } from "vitest";
import type { Finding, Scan } from "./finding.ts";
import { SCAN_REPORTS } from "./report.ts";

const RESPONSE: Finding = {
  kind: "response",
  file: "src/app.ts",
  line: 3,
  column: 5,
  library: "express",
  status: 409,
  sentence: "Sold out",
  route: "GET /seats",
  code: "acme_sold_out",
  note: undefined,
};

const scanOf = (findings: readonly Partial<Finding>[], more: Partial<Scan> = {}): Scan => ({
  findings: findings.map((finding) => ({ ...RESPONSE, ...finding })),
  skipped: [],
  files: 1,
  tests: 0,
  ...more,
});

const UNCODED = { status: undefined, sentence: undefined, route: undefined, code: undefined } as const;

describe("the table", () => {
  test("has a part for each kind that was found, in the same order", () => {
    const scan = scanOf([
      { ...UNCODED, kind: "protocol", library: "jayson", note: "Its clients read JSON-RPC." },
      { ...UNCODED, kind: "proxy", library: "httpxy", note: "It passes on answers." },
      { ...UNCODED, kind: "limiter", library: "toobusy-js", note: "It answers 503." },
      { ...UNCODED, kind: "schema", library: "fastify", note: "The schema of 404 describes it." },
      { ...UNCODED, kind: "handler", note: "Express' error handler." },
      { ...UNCODED, kind: "class", library: "SoldOut", status: 409, note: undefined },
      { kind: "exception", line: 12 },
      {},
      { line: 100, status: undefined, sentence: undefined, code: undefined, note: "Through `fail`." },
      { status: 410, sentence: undefined, code: "acme_gone" },
    ]);
    expect(SCAN_REPORTS.table(scan)).toBe(`Error responses written by hand (3)
  src/app.ts:3    409  acme_sold_out  Sold out
  src/app.ts:100  –    –              Through \`fail\`.
  src/app.ts:3    410  acme_gone

Exceptions with a status (1)
  src/app.ts:12  409  acme_sold_out  Sold out

Error classes of the service (1)
  src/app.ts:3  SoldOut

Schemas of error responses (1)
  src/app.ts:3  fastify  The schema of 404 describes it.

Error handlers (1)
  src/app.ts:3  express  Express' error handler.

Rate limiters (1)
  src/app.ts:3  toobusy-js  It answers 503.

Proxies (1)
  src/app.ts:3  httpxy  It passes on answers.

Other protocols (1)
  src/app.ts:3  jayson  Its clients read JSON-RPC.

1 file read, 10 places found.
`);
  });

  test.each<readonly [files: number, places: number, tests: number, line: string]>([
    [0, 0, 0, "0 files read, 0 places found.\n"],
    [1, 0, 1, "1 file read, 0 places found. 1 test left out; --tests reads it.\n"],
    [2, 0, 2, "2 files read, 0 places found. 2 tests left out; --tests reads them.\n"],
  ])("ends with what was read: %i files, %i places, %i tests left out", (files, _places, tests, line) => {
    expect(SCAN_REPORTS.table(scanOf([], { files, tests }))).toBe(line);
  });

  test("says what was not read, apart from what was found", () => {
    const skipped = [
      { file: "a.ts", reason: "it is a link" },
      { file: "::b.ts", reason: "it is a link" },
      { file: " ::c.ts", reason: "it is a link" },
      { file: "d::.ts", reason: "it is a link" },
    ];
    expect(SCAN_REPORTS.table(scanOf([{}], { skipped }))).toBe(`Error responses written by hand (1)
  src/app.ts:3  409  acme_sold_out  Sold out

a.ts: it is a link
./::b.ts: it is a link
./ ::c.ts: it is a link
d::.ts: it is a link

1 file read, 1 place found.
`);
  });

  test("has no column that is wider than 60, except the last", () => {
    const long = "x".repeat(70);
    const scan = scanOf([{ file: long, sentence: long }, {}]);
    expect(SCAN_REPORTS.table(scan)).toBe(`Error responses written by hand (2)
  ${long}:3  409  acme_sold_out  ${long}
  src/app.ts:3${" ".repeat(48)}  409  acme_sold_out  Sold out

1 file read, 2 places found.
`);
  });

  test("shows no control character, and no command of a build log", () => {
    const scan = scanOf([{ file: "::error::a.ts", sentence: "Sold\u001b out ##[group]" }]);
    expect(SCAN_REPORTS.table(scan)).toBe(`Error responses written by hand (1)
  ./::error::a.ts:3  409  acme_sold_out  Sold\\u{1b} out #\u200a#[group]

1 file read, 1 place found.
`);
  });
});

test.each(["json", "sarif"] as const)("the report %s shows no control character", (name) => {
  const odd = "\u009b31m\u202e.js";
  const scan = scanOf([{ file: odd, sentence: odd, note: odd }], { skipped: [{ file: odd, reason: odd }] });
  expect(SCAN_REPORTS[name](scan)).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u);
});

test("the report as JSON has the findings as they are", () => {
  const skipped = [{ file: "b.ts", reason: "it is a link" }];
  expect(SCAN_REPORTS.json(scanOf([{}], { skipped, tests: 2 }))).toBe(`{
  "files": 1,
  "tests": 2,
  "findings": [
    {
      "kind": "response",
      "file": "src/app.ts",
      "line": 3,
      "column": 5,
      "library": "express",
      "status": 409,
      "sentence": "Sold out",
      "route": "GET /seats",
      "code": "acme_sold_out"
    }
  ],
  "skipped": [
    {
      "file": "b.ts",
      "reason": "it is a link"
    }
  ]
}
`);
});

describe("the report as SARIF", () => {
  test("is a whole document", () => {
    const skipped = [{ file: "src/b c.ts", reason: "it is a link" }];
    expect(JSON.parse(SCAN_REPORTS.sarif(scanOf([{}], { skipped })))).toEqual({
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: {
            driver: {
              name: "uhp-errors scan",
              rules: [
                { id: "response", shortDescription: { text: "Error responses written by hand" } },
                { id: "exception", shortDescription: { text: "Exceptions with a status" } },
                { id: "class", shortDescription: { text: "Error classes of the service" } },
                { id: "schema", shortDescription: { text: "Schemas of error responses" } },
                { id: "handler", shortDescription: { text: "Error handlers" } },
                { id: "limiter", shortDescription: { text: "Rate limiters" } },
                { id: "proxy", shortDescription: { text: "Proxies" } },
                { id: "protocol", shortDescription: { text: "Other protocols" } },
              ],
            },
          },
          columnKind: "utf16CodeUnits",
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [
                {
                  level: "warning",
                  message: { text: "src/b c.ts: it is a link" },
                  locations: [{ physicalLocation: { artifactLocation: { uri: "src/b%20c.ts" } } }],
                },
              ],
            },
          ],
          results: [
            {
              ruleId: "response",
              level: "warning",
              message: {
                text: 'Error responses written by hand: status 409, "Sold out" Throw `acme_sold_out` instead.',
              },
              locations: [
                {
                  physicalLocation: {
                    artifactLocation: { uri: "src/app.ts" },
                    region: { startLine: 3, startColumn: 5 },
                  },
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test("is indented by two spaces, and ends with a line break", () => {
    const text = SCAN_REPORTS.sarif(scanOf([{}]));
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  const BY_HAND = "Error responses written by hand:";
  const THROW = "Throw `acme_sold_out` instead.";
  const AT_RUN_TIME = "The status is known only at run time.";

  test.each<readonly [finding: Partial<Finding>, level: string, text: string]>([
    [{ kind: "exception" }, "warning", `Exceptions with a status: status 409, "Sold out" ${THROW}`],
    [{ sentence: undefined }, "warning", `${BY_HAND} status 409. ${THROW}`],
    [{ status: undefined, code: undefined, note: AT_RUN_TIME }, "warning", `${BY_HAND} "Sold out" ${AT_RUN_TIME}`],
    [{ ...UNCODED, note: "Through `fail`." }, "warning", `${BY_HAND} express. Through \`fail\`.`],
    [{ ...UNCODED, kind: "handler", note: "It is." }, "note", "Error handlers: express. It is."],
    [{ ...UNCODED, kind: "class", status: 409 }, "note", "Error classes of the service: status 409."],
  ])("says of a place what to do: %j", (finding, level, text) => {
    const [result] = JSON.parse(SCAN_REPORTS.sarif(scanOf([finding]))).runs[0].results;
    expect([result.level, result.message.text]).toEqual([level, text]);
  });
});
