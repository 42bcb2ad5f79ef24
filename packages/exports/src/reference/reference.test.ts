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
      detail: z.object({
        eta_seconds: z.int().min(0).max(600).describe("Seconds until it is warm."),
        zone: z.enum(["eu", "us"]).optional(),
        hosts: z.array(z.string().min(1)).min(1).max(3),
      }),
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

  test("says everything that the catalog knows about a code", () => {
    const section = sectionOf(page, "acme_gpu_cold");
    expect(section).toContain("A GPU was idle; see <code>Retry-After</code>.");
    for (const fact of [
      "<dt>Status</dt><dd>503</dd>",
      "<dt>Type</dt><dd><code>server_error</code></dd>",
      "<dt>Retry</dt><dd>yes, after a delay that grows</dd>",
      "<dt>Message</dt><dd>The accelerator is warming up.</dd>",
      "<td><code>eta_seconds</code></td><td>integer, at least 0, at most 600</td><td>yes</td><td>Seconds until it is warm.</td>",
      "<td><code>zone</code></td><td>one of <code>&quot;eu&quot;</code>, <code>&quot;us&quot;</code></td><td>no</td>",
      "<td><code>hosts</code></td><td>list of string, at least 1 character, at least 1 item, at most 3 items</td>",
      "&quot;code&quot;: &quot;acme_gpu_cold&quot;",
    ]) {
      expect(section).toContain(fact);
    }
    expect(sectionOf(page, "acme_agent_crashed")).toContain("the response object of a failed task, the last events");
  });

  test("shows an error of a task in its response object", () => {
    expect(sectionOf(page, "acme_agent_crashed")).toContain(
      "{\n  &quot;status&quot;: &quot;failed&quot;,\n  &quot;error&quot;: {",
    );
    expect(sectionOf(page, "cancelled")).toContain("&quot;status&quot;: &quot;cancelled&quot;");
    expect(sectionOf(page, "acme_gpu_cold")).toContain("<pre><code>{\n  &quot;error&quot;: {");
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

  test("says everything that the catalog knows about a code", () => {
    for (const line of [
      "| Status | 503 |",
      "| Type | `server_error` |",
      "| `eta_seconds` | integer, at least 0, at most 600 | yes | Seconds until it is warm. |",
      '| `zone` | one of `"eu"`, `"us"` | no |  |',
      '    "code": "acme_gpu_cold",',
    ]) {
      expect(page.split("\n")).toContain(line);
    }
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

function sectionOf(page: string, code: string): string {
  const from = page.indexOf(`<section class="code" id="${code}">`);
  expect(from).toBeGreaterThan(0);
  return page.slice(from, page.indexOf("</section>", from));
}
