import type { AdoptionChange, AdoptionRoute, AdoptionSummary } from "@uhp-errors/core/adoption";
import { inXml } from "../reports/escape.ts";
import { STYLE } from "./page-style.ts";
import {
  describeSource,
  describeStatus,
  fateIn,
  headline,
  listOmissions,
  listSections,
  listWords,
  NO_ROUTE,
  type Section,
} from "./wording.ts";

const TITLE = "What the contract would change";

/** The headings of the table's columns. A narrow page shows them beside each cell. */
const COLUMNS = ["Route", "Times", "Status", "Code", "Sentence", "From"] as const;

/** Returns a summary as one page of HTML. It loads nothing and runs no script; its policy allows neither. */
export function asHtml(summary: AdoptionSummary): string {
  const { routes } = summary;
  const omissions = listOmissions(summary).map((sentence) => `<p>${inXml(sentence)}</p>\n`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${TITLE}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${TITLE}</h1>
<p class="headline">${inXml(headline(summary))}</p>
${routes.length === 0 ? "" : writeTable(routes)}${listSections(summary).map(writeSection).join("")}${omissions.join("")}</main>
</body>
</html>
`;
}

// On a narrow page, the rows are shown as cards, and browsers then no longer treat the elements as a table. The roles say that it is one.
function writeTable(routes: readonly AdoptionRoute[]): string {
  const heads = COLUMNS.map((name) => `<th role="columnheader" scope="col">${name}</th>`).join("");
  return `<table role="table">
<caption>By route, the most frequent first</caption>
<thead role="rowgroup"><tr role="row">${heads}</tr></thead>
${routes.map(writeRoute).join("")}</table>
`;
}

function writeRoute({ method, route, isPattern, changes, notKept }: AdoptionRoute): string {
  const name = `${foreign(`${method} ${route}`)}${isPattern ? "" : ` <span class="facts">${NO_ROUTE}</span>`}`;
  const more =
    notKept === 0
      ? ""
      : `<tr role="row"><th role="rowheader" scope="row">${name}</th><td role="cell" colspan="5">${notKept} more were not kept</td></tr>\n`;
  const rows = changes.map((change) => writeChange(name, change));
  return `<tbody role="rowgroup">\n${rows.join("")}${more}</tbody>\n`;
}

function writeChange(name: string, change: AdoptionChange): string {
  const { count, before, after, sentence } = change;
  const isSame = before.status === after.status;
  const cells = [
    String(count),
    isSame ? describeStatus(change) : `<strong>${describeStatus(change)}</strong>`,
    `<code>${foreign(after.code)}</code>`,
    `<span class="${sentence}">${fateIn(change)}</span>${words(change)}`,
    foreign(describeSource(change)),
  ];
  const html = cells.map((cell, index) => `<td role="cell" data-name="${COLUMNS[index + 1]}">${cell}</td>`);
  return `<tr role="row"><th role="rowheader" scope="row">${name}</th>${html.join("")}</tr>\n`;
}

const SIGNS = { "-": "before", "+": "after" };

function words(change: AdoptionChange): string {
  const terms = listWords(change).map(({ sign, text }) => `<dt>${SIGNS[sign]}</dt><dd>${foreign(text)}</dd>`);
  return terms.length === 0 ? "" : `<dl>${terms.join("")}</dl>`;
}

function writeSection({ title, advice, items }: Section): string {
  const listed = items.map(
    ({ line, facts }) => `<li><code>${foreign(line)}</code><span class="facts">${foreign(facts)}</span></li>\n`,
  );
  return `<section>
<h2>${inXml(title)}</h2>
<p>${inXml(advice)}</p>
<ul>
${listed.join("")}</ul>
</section>
`;
}

/** Writes a foreign string. Right-to-left letters in it do not move what is next to it. */
function foreign(text: string): string {
  return `<bdi>${inXml(text)}</bdi>`;
}
