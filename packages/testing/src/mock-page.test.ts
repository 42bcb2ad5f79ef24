import { type AnyCatalog, defineCatalog } from "@uhp-errors/core";
import { expect, test } from "vitest";
import { listCodes, mockPage } from "./mock-page.ts";

const acme: AnyCatalog = defineCatalog({
  vendor: "acme",
  codes: {
    acme_odd: { status: 409, message: 'It is "odd".', when: "<script>1 && 2</script>" },
  },
});

test("a code is listed with where the mock sends it", () => {
  expect(listCodes(acme).map(({ code }) => code)).toEqual(Object.keys(acme.codes));
  expect(listCodes(acme).at(-1)).toEqual({
    code: "acme_odd",
    status: 409,
    type: "invalid_request_error",
    message: 'It is "odd".',
    when: "<script>1 && 2</script>",
    path: "/raise/acme_odd",
  });
});

test("the page has a row for each code, and none of their texts is markup", () => {
  const [head = "", ...rows] = mockPage(acme).split("\n<tr>");
  expect(head).toBe(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Errors of acme</title>
<style>body{font-family:sans-serif;margin:2rem}td,th{padding:.3rem .8rem;text-align:left;vertical-align:top}</style></head>
<body><h1>Errors of acme</h1>
<p>Follow a link to get an error. Any other address answers with one, too, if the request has the header <code>x-raise</code>.
The query may have <code>param</code>, <code>retry_after</code> (seconds), <code>delay_ms</code> and <code>times</code> (failures before a success).</p>
<table><tr><th>Code</th><th>Status</th><th>Type</th><th>Message</th><th>When</th></tr>`);
  expect(rows).toHaveLength(Object.keys(acme.codes).length);
  expect(rows.find((row) => row.includes("memory_unavailable"))).toContain("<td>502 or 503</td>");
  expect(rows.at(-1)).toBe(
    '<td><a href="/raise/acme_odd">acme_odd</a></td><td>409</td><td>invalid_request_error</td>' +
      "<td>It is &quot;odd&quot;.</td><td>&lt;script&gt;1 &amp;&amp; 2&lt;/script&gt;</td></tr>\n</table></body></html>\n",
  );
});
