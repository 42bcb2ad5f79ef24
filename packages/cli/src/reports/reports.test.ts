import type { AuditLevel, AuditOutcome } from "@uhp-errors/conformance";
import picocolors from "picocolors";
import { describe, expect, test } from "vitest";
import type { Result, Summary, Verdict } from "../check/result.ts";
import { REPORTS, type ReportName } from "./index.ts";

function result(verdict: Verdict, id: string, level: AuditLevel, outcome: AuditOutcome, known?: string): Result {
  const clause = { name: "errors 1", url: "https://uhp.example/errors.md" };
  const audit = { id, level, name: `${level} be a_b: ${id}`, clause, needs: [], run: async () => outcome } as const;
  return { audit, outcome, verdict, ...(known === undefined ? {} : { known }) };
}

const PASSED: AuditOutcome = { status: "pass" };

function failed(reason: string): AuditOutcome {
  return {
    status: "fail",
    reason,
    curl: "curl -i 'http://127.0.0.1:1/a'",
    response: "HTTP 200\na: ##[b]\n\n<b> 5 %\u0007\n```",
  };
}

const NONE = { fail: 0, stale: 0, warn: 0, known: 0, note: 0, skip: 0, pass: 0 };

/** A result of each kind. */
const ALL: Summary = {
  url: "http://127.0.0.1:1/<\u202e>",
  requirements: "2026-10-04",
  results: [
    result("pass", "AAA01", "MUST", PASSED),
    result("fail", "AAA02", "MUST", failed("It is\n##[a]: 100 %.")),
    result("stale", "AAA03", "MUST", PASSED, "Until June."),
    result("warn", "AAA04", "SHOULD", failed("Bad <header>.")),
    result("known", "AAA05", "MUST", failed("Slow."), "Until\n##[March]."),
    result("note", "AAA06", "MAY", failed("Not done.")),
    result("skip", "AAA07", "MUST", { status: "skip", reason: "It needs a_token." }),
    result("skip", "AAA08", "MUST", { status: "skip", reason: "It needs a_token." }),
  ],
  counts: { fail: 1, stale: 1, warn: 1, known: 1, note: 1, skip: 2, pass: 1 },
  meaningless: "Every <request> failed.",
};

/** A correct service. */
const FINE: Summary = {
  url: "http://127.0.0.1:1/",
  requirements: "2026-09-12",
  results: [result("pass", "AAA01", "MUST", PASSED), result("pass", "AAA02", "MAY", PASSED)],
  counts: { ...NONE, pass: 2 },
};

function report(name: ReportName, summary: Summary, hasColors = false): string {
  return REPORTS[name](summary, picocolors.createColors(hasColors));
}

describe("the text for people", () => {
  test("has a line for each rule, and the request and the response of a failure", () => {
    expect(report("text", ALL)).toBe(String.raw`http://127.0.0.1:1/<\u{202e}> by the rules of 2026-10-04

✓ AAA01 MUST be a_b: AAA01
✗ AAA02 MUST be a_b: AAA02
    It is\u{a}#${"\u200a"}#[a]: 100 %.
    See errors 1: https://uhp.example/errors.md
    curl -i 'http://127.0.0.1:1/a'
    | HTTP 200
    | a: #${"\u200a"}#[b]
    |
    | <b> 5 %\u{7}
    | ${"```"}
✗ AAA03 MUST be a_b: AAA03
    The baseline lists it as failing, and it passes. Take it out of the baseline.
    Known: Until June.
! AAA04 SHOULD be a_b: AAA04
    Bad <header>.
    See errors 1: https://uhp.example/errors.md
    curl -i 'http://127.0.0.1:1/a'
    | HTTP 200
    | a: #${"\u200a"}#[b]
    |
    | <b> 5 %\u{7}
    | ${"```"}
~ AAA05 MUST be a_b: AAA05
    Slow.
    Known: Until\u{a}#${"\u200a"}#[March].
i AAA06 MAY be a_b: AAA06
    Not done.

Skipped:
- AAA07, AAA08: It needs a_token.

These results say nothing about the service. Every <request> failed.
1 failed, 1 stale in the baseline, 1 warned, 1 failed as known, 1 noted, 2 skipped, 1 passed
`);
  });

  test("of a correct service is short", () => {
    expect(report("text", FINE)).toBe(`http://127.0.0.1:1/ by the rules of 2026-09-12

✓ AAA01 MUST be a_b: AAA01
✓ AAA02 MAY be a_b: AAA02

2 passed
`);
  });

  test("has a color for each kind of result", () => {
    const lines = report("text", ALL, true).split("\n");
    const colored = lines.filter((line) => line.includes("\u001b"));
    expect(colored).toEqual([
      "\u001b[32m✓ AAA01 MUST be a_b: AAA01\u001b[39m",
      "\u001b[31m✗ AAA02 MUST be a_b: AAA02\u001b[39m",
      "\u001b[2m    | HTTP 200",
      "    | ```\u001b[22m",
      "\u001b[31m✗ AAA03 MUST be a_b: AAA03\u001b[39m",
      "\u001b[33m! AAA04 SHOULD be a_b: AAA04\u001b[39m",
      "\u001b[2m    | HTTP 200",
      "    | ```\u001b[22m",
      "\u001b[2m~ AAA05 MUST be a_b: AAA05\u001b[22m",
      "\u001b[2mi AAA06 MAY be a_b: AAA06\u001b[22m",
      "\u001b[2m- AAA07, AAA08: It needs a_token.\u001b[22m",
      "\u001b[31mThese results say nothing about the service. Every <request> failed.\u001b[39m",
    ]);
  });
});

describe("the JSON", () => {
  const clause = { name: "errors 1", url: "https://uhp.example/errors.md" };
  const rowOf = (verdict: Verdict, id: string, level: AuditLevel) => ({
    id,
    level,
    name: `${level} be a_b: ${id}`,
    clause,
    verdict,
  });
  const exchange = {
    curl: "curl -i 'http://127.0.0.1:1/a'",
    response: "HTTP 200\na: #\u200a#[b]\n\n<b> 5 %\\u{7}\n```",
  };

  test("has a row for each rule, with what was sent and answered", () => {
    const stale = "The baseline lists it as failing, and it passes. Take it out of the baseline.";
    expect(JSON.parse(report("json", ALL))).toEqual({
      url: "http://127.0.0.1:1/<\\u{202e}>",
      requirements: "2026-10-04",
      meaningless: "Every <request> failed.",
      counts: { fail: 1, stale: 1, warn: 1, known: 1, note: 1, skip: 2, pass: 1 },
      results: [
        rowOf("pass", "AAA01", "MUST"),
        { ...rowOf("fail", "AAA02", "MUST"), reason: "It is\\u{a}#\u200a#[a]: 100 %.", ...exchange },
        { ...rowOf("stale", "AAA03", "MUST"), reason: stale, known: "Until June." },
        { ...rowOf("warn", "AAA04", "SHOULD"), reason: "Bad <header>.", ...exchange },
        { ...rowOf("known", "AAA05", "MUST"), reason: "Slow.", known: "Until\\u{a}#\u200a#[March].", ...exchange },
        { ...rowOf("note", "AAA06", "MAY"), reason: "Not done.", ...exchange },
        { ...rowOf("skip", "AAA07", "MUST"), reason: "It needs a_token." },
        { ...rowOf("skip", "AAA08", "MUST"), reason: "It needs a_token." },
      ],
    });
  });

  test("of a correct service is indented, and ends with a line break", () => {
    expect(report("json", { ...FINE, results: [] })).toBe(`{
  "url": "http://127.0.0.1:1/",
  "requirements": "2026-09-12",
  "counts": {
    "fail": 0,
    "stale": 0,
    "warn": 0,
    "known": 0,
    "note": 0,
    "skip": 0,
    "pass": 2
  },
  "results": []
}
`);
  });
});

describe("the XML for build servers", () => {
  test("counts a stale entry as a failure, and a warning as skipped", () => {
    const shown = String.raw`| curl -i &apos;http://127.0.0.1:1/a&apos;
|
| HTTP 200
| a: #${"\u200a"}#[b]
|
| &lt;b&gt; 5 %\u{7}
| ${"```"}`;
    const head = 'name="uhp-errors" tests="9" failures="2" errors="1" skipped="5"';
    expect(report("junit", ALL)).toBe(String.raw`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${head}>
  <testsuite ${head} hostname="http://127.0.0.1:1/&lt;\u{202e}&gt;">
    <testcase classname="uhp-errors.MUST" name="AAA01 MUST be a_b: AAA01"/>
    <testcase classname="uhp-errors.MUST" name="AAA02 MUST be a_b: AAA02"><failure message="It is\u{a}#${"\u200a"}#[a]: 100 %.">${shown}</failure></testcase>
    <testcase classname="uhp-errors.MUST" name="AAA03 MUST be a_b: AAA03"><failure message="The baseline lists it as failing, and it passes. Take it out of the baseline.">|</failure></testcase>
    <testcase classname="uhp-errors.SHOULD" name="AAA04 SHOULD be a_b: AAA04"><skipped message="warn: Bad &lt;header&gt;."/></testcase>
    <testcase classname="uhp-errors.MUST" name="AAA05 MUST be a_b: AAA05"><skipped message="known: Slow."/></testcase>
    <testcase classname="uhp-errors.MAY" name="AAA06 MAY be a_b: AAA06"><skipped message="note: Not done."/></testcase>
    <testcase classname="uhp-errors.MUST" name="AAA07 MUST be a_b: AAA07"><skipped message="skip: It needs a_token."/></testcase>
    <testcase classname="uhp-errors.MUST" name="AAA08 MUST be a_b: AAA08"><skipped message="skip: It needs a_token."/></testcase>
    <testcase classname="uhp-errors" name="meaningless"><error message="Every &lt;request&gt; failed."/></testcase>
  </testsuite>
</testsuites>
`);
  });

  test.each<readonly [verdict: Verdict, counted: string]>([
    ["fail", 'failures="5" errors="0" skipped="0"'],
    ["stale", 'failures="5" errors="0" skipped="0"'],
    ["warn", 'failures="0" errors="0" skipped="5"'],
    ["known", 'failures="0" errors="0" skipped="5"'],
    ["note", 'failures="0" errors="0" skipped="5"'],
    ["skip", 'failures="0" errors="0" skipped="5"'],
    ["pass", 'failures="0" errors="0" skipped="0"'],
  ])("counts five results of the kind %s", (verdict, counted) => {
    const xml = report("junit", { ...FINE, counts: { ...NONE, [verdict]: 5 } });
    expect(xml.split("\n")[1]).toBe(`<testsuites name="uhp-errors" tests="2" ${counted}>`);
  });

  test("of a correct service has only what passed", () => {
    const head = 'name="uhp-errors" tests="2" failures="0" errors="0" skipped="0"';
    expect(report("junit", FINE)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${head}>
  <testsuite ${head} hostname="http://127.0.0.1:1/">
    <testcase classname="uhp-errors.MUST" name="AAA01 MUST be a_b: AAA01"/>
    <testcase classname="uhp-errors.MAY" name="AAA02 MAY be a_b: AAA02"/>
  </testsuite>
</testsuites>
`);
  });
});

describe("the Markdown page", () => {
  test("has a row for each rule that did not pass, and a section for each failure and warning", () => {
    const name = (level: string, id: string) => `${level} be a&#95;b&#58; ${id}`;
    const exchange = String.raw`${"```"}text
| curl -i 'http://127.0.0.1:1/a'
|
| HTTP 200
| a: #${"\u200a"}#[b]
|
| <b> 5 %\u{7}
| ${"```"}
${"```"}
`;
    const why = "It is&#92;u&#123;a&#125;&#35;\u200a&#35;&#91;a&#93;&#58; 100 %.";
    const see = "See [errors 1](https://uhp.example/errors.md).";
    expect(report("markdown", ALL)).toBe(`# Check of a service's errors

http&#58;//127.0.0.1&#58;1/&#60;&#92;u&#123;202e&#125;&#62; by the rules of 2026-10-04: 1 failed, 1 stale in the baseline, 1 warned, 1 failed as known, 1 noted, 2 skipped, 1 passed.

**These results say nothing about the service.** Every &#60;request&#62; failed.

| id | verdict | rule | why |
| --- | --- | --- | --- |
| AAA02 | fail | ${name("MUST", "AAA02")} | ${why} |
| AAA03 | stale | ${name("MUST", "AAA03")} | The baseline lists it as failing, and it passes. Take it out of the baseline. |
| AAA04 | warn | ${name("SHOULD", "AAA04")} | Bad &#60;header&#62;. |
| AAA05 | known | ${name("MUST", "AAA05")} | Slow. |
| AAA06 | note | ${name("MAY", "AAA06")} | Not done. |

Skipped&#58;

- AAA07, AAA08: It needs a&#95;token.

## AAA02

${name("MUST", "AAA02")}. ${why} ${see}

${exchange}
## AAA04

${name("SHOULD", "AAA04")}. Bad &#60;header&#62;. ${see}

${exchange}`);
  });

  test("of a correct service has no table", () => {
    expect(report("markdown", FINE)).toBe(`# Check of a service's errors

http&#58;//127.0.0.1&#58;1/ by the rules of 2026-09-12: 2 passed.
`);
  });
});

describe("the commands of GitHub's log", () => {
  test("are errors for what fails the check, and a warning for a broken SHOULD", () => {
    const see = "%0ASee errors 1: https://uhp.example/errors.md";
    const exchange = String.raw`%0Acurl -i 'http://127.0.0.1:1/a'%0AHTTP 200%0Aa: ##[b]%0A%0A<b> 5 %25\u{7}%0A${"```"}`;
    expect(report("github", ALL)).toBe(String.raw`::error title=uhp-errors::Every <request> failed.
::error title=AAA02 MUST be a_b%3A AAA02::It is%0A##[a]: 100 %25.${see}${exchange}
::error title=AAA03 MUST be a_b%3A AAA03::The baseline lists it as failing, and it passes. Take it out of the baseline.${see}
::warning title=AAA04 SHOULD be a_b%3A AAA04::Bad <header>.${see}${exchange}
http://127.0.0.1:1/<\u{202e}>: 1 failed, 1 stale in the baseline, 1 warned, 1 failed as known, 1 noted, 2 skipped, 1 passed
`);
  });

  test("are none for a correct service", () => {
    expect(report("github", FINE)).toBe("http://127.0.0.1:1/: 2 passed\n");
  });
});
