import type { AnyCatalog } from "@uhp-errors/core";
import { type Entry, type Field, type Group, makePage, type ReferenceOptions } from "./entries.ts";

const STYLE = `:root{color-scheme:light dark;--back:#fff;--text:#1c1c1e;--soft:#5a5a60;--line:#d8d8de;--code:#f3f3f6;--link:#0a58ca}
@media(prefers-color-scheme:dark){:root{--back:#16161a;--text:#ececf0;--soft:#a5a5ae;--line:#3a3a42;--code:#24242a;--link:#8ab4f8}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1rem 1.25rem 4rem;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
a{color:var(--link)}
code,pre{font-family:ui-monospace,SFMono-Regular,Consolas,monospace;font-size:.9em}
code{background:var(--code);padding:.1em .3em;border-radius:.25em;overflow-wrap:anywhere}
pre{background:var(--code);padding:.75rem 1rem;border-radius:.4rem;overflow-x:auto}
pre code{background:none;padding:0}
nav ul{columns:18rem;padding-left:1.1rem}
section.code{border-top:1px solid var(--line);margin-top:1.5rem;scroll-margin-top:1rem}
section.code:target{outline:2px solid var(--link);outline-offset:.5rem}
h3 a{color:inherit;text-decoration:none}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}
dt{color:var(--soft)}
dd{margin:0}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;vertical-align:top;padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--line)}
@media(max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.4rem}}`;

/**
 * Writes a reference of a catalog as a single HTML page: each code with its status, meaning, retry rule, detail, and an example. The anchor
 * of a code is its name. The page needs no scripts or external files, and follows the light or dark mode of the reader's system.
 *
 * @throws TypeError if `catalog` is not a catalog, or the version is not known.
 * @example
 * writeFileSync("errors.html", toHtml(acme));
 */
export function toHtml(catalog: AnyCatalog, options: ReferenceOptions = {}): string {
  const { title, version, groups } = makePage(catalog, options);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(title)}</h1>
<p>As clients of version ${escaped(version)} see them. A client that does not know a code goes by its type.</p>
</header>
<nav aria-label="Codes">
${groups.map(writeContents).join("\n")}
</nav>
<main>
${groups.map(writeGroup).join("\n")}
</main>
</body>
</html>
`;
}

function writeContents({ id, title, entries }: Group): string {
  const items = entries.map(
    ({ name, status }) => `<li><a href="#${escaped(name)}"><code>${escaped(name)}</code></a> ${status}</li>`,
  );
  return `<p><a href="#${id}">${escaped(title)}</a></p>\n<ul>\n${items.join("\n")}\n</ul>`;
}

function writeGroup({ id, title, entries }: Group): string {
  return `<h2 id="${id}">${escaped(title)}</h2>\n${entries.map(writeEntry).join("\n")}`;
}

function writeEntry({ name, otherName, when, facts, fields, example }: Entry): string {
  const id = escaped(name);
  return `<section class="code" id="${id}">
<h3${otherName === undefined ? "" : ` id="${escaped(otherName)}"`}><a href="#${id}"><code>${id}</code></a></h3>
<p>${withCode(when)}</p>
<dl>
${facts.map(([label, text]) => `<dt>${escaped(label)}</dt><dd>${withCode(text)}</dd>`).join("\n")}
</dl>
${fields.length === 0 ? "" : `${writeTable(fields)}\n`}<pre><code>${escaped(example)}</code></pre>
</section>`;
}

function writeTable(fields: readonly Field[]): string {
  const rows = fields.map(
    ({ name, type, isRequired, description }) =>
      `<tr><td><code>${escaped(name)}</code></td><td>${withCode(type)}</td><td>${isRequired ? "yes" : "no"}</td><td>${withCode(description)}</td></tr>`,
  );
  return `<table>
<thead><tr><th>Field of <code>detail</code></th><th>Is</th><th>Always there</th><th>Meaning</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table>`;
}

/** Writes a string as HTML, with the parts between backticks as code. */
function withCode(text: string): string {
  return text
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part)}</code>` : escaped(part)))
    .join("");
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
