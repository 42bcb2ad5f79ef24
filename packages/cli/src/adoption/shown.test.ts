import type { AdoptionSummary } from "@uhp-errors/core/adoption";
import { describe, expect, test } from "vitest";
import { change, EMPTY } from "../../../../test/support/adoption-summary.ts";
import { asHtml } from "./html.ts";
import { asText } from "./text.ts";

const FULL: AdoptionSummary = {
  failures: 12,
  sameStatus: 9,
  sentences: { kept: 3, partly: 1, lost: 6, none: 2 },
  routes: [
    {
      method: "GET",
      route: "/orders/:id",
      isPattern: true,
      count: 9,
      notKept: 2,
      changes: [
        change({ count: 6 }),
        change({
          source: "thrown",
          thrown: "ApiError",
          isUnknown: true,
          before: { status: 0, mediaType: null, text: "" },
          after: { status: 500, code: "acme_internal_error", message: "The server failed to handle the request." },
          sentence: "none",
        }),
      ],
    },
    {
      method: "POST",
      route: "/<b>",
      isPattern: false,
      count: 1,
      notKept: 0,
      changes: [
        change({
          source: "thrown",
          thrown: "ZodError",
          before: { status: 422, mediaType: "application/json", text: 'The "amount" & more.' },
          after: { status: 400, code: "invalid_input", message: "The amount." },
          sentence: "partly",
        }),
        change({ source: "refused", before: { status: 404, mediaType: "text/html", text: "" }, sentence: "none" }),
        change({ sentence: "kept" }),
      ],
    },
  ],
  otherProtocols: [
    { replaced: "an HTML page", line: 'appliesTo: ({ path }) => path !== "/a"', routes: ["GET /a", "GET /b"] },
  ],
  unknownClasses: [
    { name: "ApiError", line: "recognizeClass(ApiError)", count: 1, statuses: [404, 409], codes: [] },
    { name: "Odd<1>", line: "recognizeClass(TheClass)", count: 2, statuses: [], codes: [] },
  ],
  mistakes: [{ text: "A throw is missing.", count: 2 }],
  otherReports: [{ outcome: "aborted", count: 1 }],
  exposesMessages: false,
  notKept: { failures: 1, findings: 1 },
};

/** Removes the style from a page. */
const withoutStyle = (html: string) => html.replace(/<style>.*<\/style>\n/s, "");

const HEAD = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>What the contract would change</title>
</head>
<body>
<main>
<h1>What the contract would change</h1>
`;

const END = `</main>
</body>
</html>
`;

describe("the summary as text", () => {
  test("has a table and a section for each kind of finding", () => {
    expect(asText(FULL)).toBe(TEXT);
  });

  test("of nothing is one line", () => {
    expect(asText(EMPTY)).toBe("No failures were reported.\n");
  });

  test("breaks a finding that is too long for one line", () => {
    const found = (line: string, replaced: string) => {
      const text = asText({ ...EMPTY, otherProtocols: [{ replaced, line, routes: ["GET /a"] }] });
      return text.split("\n").slice(6);
    };
    const line = "x".repeat(44);
    const facts = "y".repeat(42);
    expect(found(line, facts)).toEqual([`    ${line}  ${facts}: GET /a`, ""]);
    expect(found(`${line}x`, facts)).toEqual([`    ${line}x`, `      ${facts}: GET /a`, ""]);
    expect(found(line, `${facts}y`)).toEqual([`    ${line}`, `      ${facts}y: GET /a`, ""]);
    expect(found("short", `${"one ".repeat(25)}two`)).toEqual([
      "    short",
      `      ${"one ".repeat(23).trimEnd()}`,
      "      one one two: GET /a",
      "",
    ]);
  });

  test("cuts the name of a route, and not the facts beside it", () => {
    const route = { method: "GET", route: `/${"r".repeat(119)}`, isPattern: false, count: 2, changes: [], notKept: 0 };
    expect(asText({ ...EMPTY, routes: [route] }).split("\n")[4]).toBe(
      `GET /${"r".repeat(64)}…  (2 failures, no route known)`,
    );
  });
});

test("wide letters do not widen the text", () => {
  const before = { status: 404, mediaType: "text/plain", text: "注文がありません。".repeat(18) };
  const route = { method: "GET", isPattern: true, count: 2, changes: [change({ before })], notKept: 0 };
  const text = asText({ ...EMPTY, routes: [{ ...route, route: `/${"注文".repeat(60)}` }] });
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(100);
});

describe("the summary as a page", () => {
  test("has a table and a section for each kind of finding that there is", () => {
    expect(withoutStyle(asHtml({ ...FULL, unknownClasses: [], mistakes: [] }))).toBe(`${HEAD}${PAGE}${END}`);
  });

  test("of nothing has one sentence", () => {
    expect(withoutStyle(asHtml(EMPTY))).toBe(`${HEAD}<p class="headline">No failures were reported.</p>\n${END}`);
  });

  test("has a style of its own, light and dark", () => {
    const [style = ""] = /(?<=<style>).*(?=<\/style>)/s.exec(asHtml(EMPTY)) ?? [];
    expect(style).toContain("color-scheme: light dark");
    expect(style).toContain("@media (prefers-color-scheme: dark)");
    expect(style).toContain(".lost { color: var(--bad)");
  });
});

const TEXT = `12 failures on 2 routes and more: 9 keep their status, 3 get another. 10 sentences: 3 kept, 1 in
part, 6 lost.

 times  status       code                                sentence        from

GET /orders/:id  (9 failures)
     6  404          acme_not_found                      lost            written
        - There is no order 7.
        + What the request names does not exist.
     1  none → 500   acme_internal_error                 none            unknown ApiError
        2 more were not kept

POST /<b>  (1 failure, no route known)
     1  422 → 400    invalid_input                       kept in part    thrown ZodError
        - The "amount" & more.
        + The amount.
     1  404          acme_not_found                      HTML page       refused
     1  404          acme_not_found                      kept            written

Other protocols
  Their clients cannot read the contract's responses. Leave them out with this option of
  createContract. Join several conditions with &&.

    appliesTo: ({ path }) => path !== "/a"        an HTML page: GET /a, GET /b

Error classes that the contract does not know
  Each of these errors would be a 500, unless your own code sets its status. Add these elements to
  the option recognize, with a code of the catalog in place of each …

    recognizeClass(ApiError)                      1 failure, status 404, 409
    recognizeClass(TheClass)                      Odd<1>, 2 failures

Written by hand
  These responses were written without a throw that the contract saw, by a handler or by an error
  handler of your own. The contract knows only their status. Throw an error of the catalog there, or
  keep their sentences with the option exposeMessages.

    GET /orders/:id                               6 failures, status 404
    POST /<b>                                     1 failure, status 404

Mistakes
  The service uses the contract wrongly.

    A throw is missing.                           2 times

Not in the table: a client that left, 1 time.
3 more failures were not kept.
1 more finding was not kept.
`;

const PAGE = `<p class="headline">12 failures on 2 routes and more: 9 keep their status, 3 get another. 10 sentences: 3 kept, 1 in part, 6 lost.</p>
<table role="table">
<caption>By route, the most frequent first</caption>
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Route</th><th role="columnheader" scope="col">Times</th><th role="columnheader" scope="col">Status</th><th role="columnheader" scope="col">Code</th><th role="columnheader" scope="col">Sentence</th><th role="columnheader" scope="col">From</th></tr></thead>
<tbody role="rowgroup">
<tr role="row"><th role="rowheader" scope="row"><bdi>GET /orders/:id</bdi></th><td role="cell" data-name="Times">6</td><td role="cell" data-name="Status">404</td><td role="cell" data-name="Code"><code><bdi>acme_not_found</bdi></code></td><td role="cell" data-name="Sentence"><span class="lost">lost</span><dl><dt>before</dt><dd><bdi>There is no order 7.</bdi></dd><dt>after</dt><dd><bdi>What the request names does not exist.</bdi></dd></dl></td><td role="cell" data-name="From"><bdi>written</bdi></td></tr>
<tr role="row"><th role="rowheader" scope="row"><bdi>GET /orders/:id</bdi></th><td role="cell" data-name="Times">1</td><td role="cell" data-name="Status"><strong>none → 500</strong></td><td role="cell" data-name="Code"><code><bdi>acme_internal_error</bdi></code></td><td role="cell" data-name="Sentence"><span class="none">none</span></td><td role="cell" data-name="From"><bdi>unknown ApiError</bdi></td></tr>
<tr role="row"><th role="rowheader" scope="row"><bdi>GET /orders/:id</bdi></th><td role="cell" colspan="5">2 more were not kept</td></tr>
</tbody>
<tbody role="rowgroup">
<tr role="row"><th role="rowheader" scope="row"><bdi>POST /&lt;b&gt;</bdi> <span class="facts">no route known</span></th><td role="cell" data-name="Times">1</td><td role="cell" data-name="Status"><strong>422 → 400</strong></td><td role="cell" data-name="Code"><code><bdi>invalid_input</bdi></code></td><td role="cell" data-name="Sentence"><span class="partly">kept in part</span><dl><dt>before</dt><dd><bdi>The &quot;amount&quot; &amp; more.</bdi></dd><dt>after</dt><dd><bdi>The amount.</bdi></dd></dl></td><td role="cell" data-name="From"><bdi>thrown ZodError</bdi></td></tr>
<tr role="row"><th role="rowheader" scope="row"><bdi>POST /&lt;b&gt;</bdi> <span class="facts">no route known</span></th><td role="cell" data-name="Times">1</td><td role="cell" data-name="Status">404</td><td role="cell" data-name="Code"><code><bdi>acme_not_found</bdi></code></td><td role="cell" data-name="Sentence"><span class="none">HTML page</span></td><td role="cell" data-name="From"><bdi>refused</bdi></td></tr>
<tr role="row"><th role="rowheader" scope="row"><bdi>POST /&lt;b&gt;</bdi> <span class="facts">no route known</span></th><td role="cell" data-name="Times">1</td><td role="cell" data-name="Status">404</td><td role="cell" data-name="Code"><code><bdi>acme_not_found</bdi></code></td><td role="cell" data-name="Sentence"><span class="kept">kept</span></td><td role="cell" data-name="From"><bdi>written</bdi></td></tr>
</tbody>
</table>
<section>
<h2>Other protocols</h2>
<p>Their clients cannot read the contract&apos;s responses. Leave them out with this option of createContract. Join several conditions with &amp;&amp;.</p>
<ul>
<li><code><bdi>appliesTo: ({ path }) =&gt; path !== &quot;/a&quot;</bdi></code><span class="facts"><bdi>an HTML page: GET /a, GET /b</bdi></span></li>
</ul>
</section>
<section>
<h2>Written by hand</h2>
<p>These responses were written without a throw that the contract saw, by a handler or by an error handler of your own. The contract knows only their status. Throw an error of the catalog there, or keep their sentences with the option exposeMessages.</p>
<ul>
<li><code><bdi>GET /orders/:id</bdi></code><span class="facts"><bdi>6 failures, status 404</bdi></span></li>
<li><code><bdi>POST /&lt;b&gt;</bdi></code><span class="facts"><bdi>1 failure, status 404</bdi></span></li>
</ul>
</section>
<p>Not in the table: a client that left, 1 time.</p>
<p>3 more failures were not kept.</p>
<p>1 more finding was not kept.</p>
`;
