import { type AnyCatalog, defineCatalog, type Version } from "@uhp-errors/core";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { toHtml } from "./html.ts";
import { toMarkdown } from "./markdown.ts";

const HOSTILE = `<script>alert("x")</script> & 'y' | z *b* [l](javascript:x) # \n\n## h`;

const acme = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator is warming up.",
      when: "A GPU was idle; see `Retry-After`.",
    },
    acme_odd: {
      status: 409,
      message: "Odd: <i>1</i>.",
      when: HOSTILE,
      detail: z.object({ ["</code><script>"]: z.string().describe(HOSTILE) }),
    },
    acme_agent_crashed: { task: true, message: "Crashed." },
  },
});

const codes = Object.keys(acme.codes);

/** Two codes with all that a reference can say of one. */
const small = defineCatalog({
  vendor: "acme",
  codes: {
    acme_gpu_cold: {
      status: 503,
      message: "The accelerator  is warming up.",
      when: " A GPU was idle;\n  see `Retry-After`. ",
      detail: z.object({
        eta_seconds: z.int().min(0).max(600).describe("Seconds until\n  it is warm."),
        zone: z.enum(["eu", "us"]).optional(),
        hosts: z.array(z.string().min(1)).min(1).max(3),
        name: z.string().min(2).max(20),
        load: z.number().gt(0).lt(10),
        mail: z.email(),
        extra: z.any(),
        unit: z.literal("s"),
        total: z.int(),
      }),
    },
    acme_agent_crashed: { task: true, message: "Crashed.", detail: z.record(z.string(), z.string()) },
  },
});

test("all that is known of a code is in the HTML", () => {
  const page = toHtml(small, { version: "2026-10-04" });
  expect(between(page, "<body>", '<p><a href="#specification">')).toBe(`<body>
<header>
<h1>Error codes of acme</h1>
<p>As clients of version 2026-10-04 see them. A client that does not know a code goes by its type.</p>
</header>
<nav aria-label="Codes">
<p><a href="#own-codes">Our own codes</a></p>
<ul>
<li><a href="#acme_gpu_cold"><code>acme_gpu_cold</code></a> 503</li>
<li><a href="#acme_agent_crashed"><code>acme_agent_crashed</code></a> 200</li>
</ul>
`);
  expect(between(page, "<main>", '<h2 id="specification">')).toBe(`<main>
<h2 id="own-codes">Our own codes</h2>
<section class="code" id="acme_gpu_cold">
<h3><a href="#acme_gpu_cold"><code>acme_gpu_cold</code></a></h3>
<p>A GPU was idle; see <code>Retry-After</code>.</p>
<dl>
<dt>Status</dt><dd>503</dd>
<dt>Type</dt><dd><code>server_error</code></dd>
<dt>Appears in</dt><dd>the answer to a request</dd>
<dt>Retry</dt><dd>yes, after a delay that grows</dd>
<dt>Message</dt><dd>The accelerator is warming up.</dd>
</dl>
<table>
<thead><tr><th>Field of <code>detail</code></th><th>Is</th><th>Always there</th><th>Meaning</th></tr></thead>
<tbody>
<tr><td><code>eta_seconds</code></td><td>integer, at least 0, at most 600</td><td>yes</td><td>Seconds until it is warm.</td></tr>
<tr><td><code>zone</code></td><td>one of <code>&quot;eu&quot;</code>, <code>&quot;us&quot;</code></td><td>no</td><td></td></tr>
<tr><td><code>hosts</code></td><td>list of string, at least 1 character, at least 1 item, at most 3 items</td><td>yes</td><td></td></tr>
<tr><td><code>name</code></td><td>string, at least 2 characters, at most 20 characters</td><td>yes</td><td></td></tr>
<tr><td><code>load</code></td><td>number, more than 0, less than 10</td><td>yes</td><td></td></tr>
<tr><td><code>mail</code></td><td>string, email</td><td>yes</td><td></td></tr>
<tr><td><code>extra</code></td><td>anything</td><td>yes</td><td></td></tr>
<tr><td><code>unit</code></td><td><code>&quot;s&quot;</code></td><td>yes</td><td></td></tr>
<tr><td><code>total</code></td><td>integer</td><td>yes</td><td></td></tr>
</tbody>
</table>
<pre><code>{
  &quot;error&quot;: {
    &quot;type&quot;: &quot;server_error&quot;,
    &quot;code&quot;: &quot;acme_gpu_cold&quot;,
    &quot;message&quot;: &quot;The accelerator  is warming up.&quot;,
    &quot;param&quot;: null,
    &quot;detail&quot;: {
      &quot;eta_seconds&quot;: 1,
      &quot;zone&quot;: &quot;eu&quot;,
      &quot;hosts&quot;: [
        &quot;hosts&quot;
      ],
      &quot;name&quot;: &quot;name&quot;,
      &quot;load&quot;: 1,
      &quot;mail&quot;: &quot;someone@acme.example&quot;,
      &quot;extra&quot;: &quot;extra&quot;,
      &quot;unit&quot;: &quot;s&quot;,
      &quot;total&quot;: 1
    }
  }
}</code></pre>
</section>
<section class="code" id="acme_agent_crashed">
<h3><a href="#acme_agent_crashed"><code>acme_agent_crashed</code></a></h3>
<p>Crashed.</p>
<dl>
<dt>Status</dt><dd>200</dd>
<dt>Type</dt><dd><code>harness_error</code></dd>
<dt>Appears in</dt><dd>the response object of a failed task, the last events of a stream</dd>
<dt>Retry</dt><dd>the caller decides</dd>
<dt>Message</dt><dd>Crashed.</dd>
</dl>
<pre><code>{
  &quot;status&quot;: &quot;failed&quot;,
  &quot;error&quot;: {
    &quot;type&quot;: &quot;harness_error&quot;,
    &quot;code&quot;: &quot;acme_agent_crashed&quot;,
    &quot;message&quot;: &quot;Crashed.&quot;,
    &quot;param&quot;: null,
    &quot;detail&quot;: null
  }
}</code></pre>
</section>
`);
});

test("all that is known of a code is in the Markdown", () => {
  const page = toMarkdown(small, { version: "2026-10-04" });
  expect(between(page, "", "## Codes of the specification").split("\n")).toEqual([
    "# Error codes of acme",
    "",
    "As clients of version 2026-10-04 see them. A client that does not know a code goes by its type.",
    "",
    "## Our own codes",
    "",
    "- [`acme_gpu_cold`](#acme_gpu_cold): 503",
    "- [`acme_agent_crashed`](#acme_agent_crashed): 200",
    "",
    '### <a id="acme_gpu_cold"></a>`acme_gpu_cold`',
    "",
    "A GPU was idle; see `Retry-After`.",
    "",
    "| | |",
    "| --- | --- |",
    "| Status | 503 |",
    "| Type | `server_error` |",
    "| Appears in | the answer to a request |",
    "| Retry | yes, after a delay that grows |",
    "| Message | The accelerator is warming up. |",
    "",
    "| Field of `detail` | Is | Always there | |",
    "| --- | --- | --- | --- |",
    "| `eta_seconds` | integer, at least 0, at most 600 | yes | Seconds until it is warm. |",
    '| `zone` | one of `"eu"`, `"us"` | no |  |',
    "| `hosts` | list of string, at least 1 character, at least 1 item, at most 3 items | yes |  |",
    "| `name` | string, at least 2 characters, at most 20 characters | yes |  |",
    "| `load` | number, more than 0, less than 10 | yes |  |",
    "| `mail` | string, email | yes |  |",
    "| `extra` | anything | yes |  |",
    '| `unit` | `"s"` | yes |  |',
    "| `total` | integer | yes |  |",
    "",
    "```json",
    "{",
    '  "error": {',
    '    "type": "server_error",',
    '    "code": "acme_gpu_cold",',
    '    "message": "The accelerator  is warming up.",',
    '    "param": null,',
    '    "detail": {',
    '      "eta_seconds": 1,',
    '      "zone": "eu",',
    '      "hosts": [',
    '        "hosts"',
    "      ],",
    '      "name": "name",',
    '      "load": 1,',
    '      "mail": "someone@acme.example",',
    '      "extra": "extra",',
    '      "unit": "s",',
    '      "total": 1',
    "    }",
    "  }",
    "}",
    "```",
    "",
    '### <a id="acme_agent_crashed"></a>`acme_agent_crashed`',
    "",
    "Crashed.",
    "",
    "| | |",
    "| --- | --- |",
    "| Status | 200 |",
    "| Type | `harness_error` |",
    "| Appears in | the response object of a failed task, the last events of a stream |",
    "| Retry | the caller decides |",
    "| Message | Crashed. |",
    "",
    "```json",
    "{",
    '  "status": "failed",',
    '  "error": {',
    '    "type": "harness_error",',
    '    "code": "acme_agent_crashed",',
    '    "message": "Crashed.",',
    '    "param": null,',
    '    "detail": null',
    "  }",
    "}",
    "```",
    "",
    "",
  ]);
});

test("the codes of a group are listed before they are described", () => {
  const html = toHtml(small);
  const links = [...between(html, "<nav", "</nav>").matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
  expect(links).toEqual(
    [...between(html, "<main>", "</main>").matchAll(/<(?:h2|section class="code") id="([^"]*)"/g)].map(([, id]) => id),
  );
  expect(links).toHaveLength(Object.keys(small.codes).length + 3);
  expect(toMarkdown(small).match(/^##? .*/gm)).toEqual([
    "# Error codes of acme",
    "## Our own codes",
    "## Codes of the specification",
    "## Codes of every service",
  ]);
});

describe("in HTML", () => {
  const page = toHtml(acme, { title: `Errors of <b>"Acme" & Co</b>` });

  test("every code has one anchor with its name, and a link to it", () => {
    for (const code of codes) {
      expect(page.split(`id="${code}"`)).toHaveLength(2);
      expect(page).toContain(`<li><a href="#${code}"><code>${code}</code></a>`);
    }
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("no text becomes markup", () => {
    expect(page).toContain("<title>Errors of &lt;b&gt;&quot;Acme&quot; &amp; Co&lt;/b&gt;</title>");
    expect(page).toContain("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;");
    expect(page).toContain("<code>&lt;/code&gt;&lt;script&gt;</code>");
    expect(page).toContain("Odd: &lt;i&gt;1&lt;/i&gt;.");
  });

  test("has no script, loads nothing, and closes its tags", () => {
    expect(page).not.toMatch(/<script|javascript:[^x]|\son\w+=|src=|@import|url\(|<link/i);
    const open: string[] = [];
    for (const [, slash, name = ""] of page.replace(/<!DOCTYPE html>/, "").matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
      if (name === "meta") continue;
      if (slash === "") open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  test("has a light and a dark theme", () => {
    expect(page).toMatch(/color-scheme:light dark/);
    expect(page).toMatch(/@media\(prefers-color-scheme:dark\)/);
  });

  test("shows the error of a task that was cancelled in its response object", () => {
    expect(sectionOf(page, "cancelled")).toContain(
      "<pre><code>{\n  &quot;status&quot;: &quot;cancelled&quot;,\n  &quot;error&quot;: {",
    );
  });

  test("lists the vendor's codes first", () => {
    expect(page.indexOf('id="acme_gpu_cold"')).toBeLessThan(page.indexOf('id="harness_not_found"'));
    expect(page.indexOf('id="harness_not_found"')).toBeLessThan(page.indexOf('id="acme_internal_error"'));
    expect(toHtml(defineCatalog({ vendor: "globex" }))).not.toContain("Our own codes");
  });
});

describe("in Markdown", () => {
  const page = toMarkdown(acme);

  test("every code has one anchor with its name, and a link to it", () => {
    for (const code of codes) {
      expect(page.split(`### <a id="${code}"></a>\`${code}\``)).toHaveLength(2);
      expect(page).toContain(`- [\`${code}\`](#${code}): `);
    }
  });

  test("no text becomes markup, except code between backquotes", () => {
    expect(page).toContain("see `Retry-After`.");
    expect(page).toContain(
      "\\<script\\>alert(\"x\")\\</script\\> \\& 'y' \\| z \\*b\\* \\[l\\](javascript:x) \\# \\#\\# h",
    );
    expect(page).not.toMatch(/^## h/m);
  });
});

test("a code with two statuses shows both", () => {
  expect(sectionOf(toHtml(acme), "memory_unavailable")).toContain("<dt>Status</dt><dd>502 or 503</dd>");
});

test.each<[version: Version, name: string, other: string]>([
  ["2026-10-04", "environment_busy", "acme_environment_busy"],
  ["2026-09-12", "acme_environment_busy", "environment_busy"],
])("shows the codes as clients of %s see them, with their other names", (version, name, other) => {
  const section = sectionOf(toHtml(acme, { version }), name);
  expect(section).toMatch(new RegExp(`<dt>In [-0-9, ]+</dt><dd><code>${other}</code></dd>`));
});

test.each([toHtml, toMarkdown])("%o refuses anything but a catalog", (write) => {
  expect(() => write({} as AnyCatalog)).toThrow(/^catalog: expected/);
});

function between(page: string, from: string, to: string): string {
  return page.slice(page.indexOf(from), page.indexOf(to));
}

function sectionOf(page: string, code: string): string {
  const from = page.indexOf(`<section class="code" id="${code}">`);
  expect(from).toBeGreaterThan(0);
  return page.slice(from, page.indexOf("</section>", from));
}
