import type { AnyCatalog, CodeDefinition } from "@uhp-errors/core";

/** A code in a mock's list. */
export interface ListedCode {
  readonly code: string;
  readonly status: CodeDefinition["status"];
  readonly type: string;
  readonly message: string;
  /** When a service uses it. */
  readonly when: string;
  /** The path at which the mock sends it. */
  readonly path: string;
}

/** Returns every code of a catalog, in its order. */
export function listCodes(catalog: AnyCatalog): readonly ListedCode[] {
  return Object.entries(catalog.codes).map(([code, { status, type, message, when }]) => ({
    code,
    status,
    type,
    message,
    when,
    path: `/raise/${code}`,
  }));
}

/** Makes the page that lists every code, each with a link to its error. */
export function mockPage(catalog: AnyCatalog): string {
  const rows = listCodes(catalog).map(
    ({ code, status, type, message, when, path }) =>
      `<tr><td><a href="${escaped(path)}">${escaped(code)}</a></td><td>${[status].flat().join(" or ")}</td>` +
      `<td>${escaped(type)}</td><td>${escaped(message)}</td><td>${escaped(when)}</td></tr>`,
  );
  const title = `Errors of ${escaped(catalog.vendor)}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title>
<style>body{font-family:sans-serif;margin:2rem}td,th{padding:.3rem .8rem;text-align:left;vertical-align:top}</style></head>
<body><h1>${title}</h1>
<p>Follow a link to get an error. Any other address answers with one, too, if the request has the header <code>x-raise</code>.
The query may have <code>param</code>, <code>retry_after</code> (seconds), <code>delay_ms</code> and <code>times</code> (failures before a success).</p>
<table><tr><th>Code</th><th>Status</th><th>Type</th><th>Message</th><th>When</th></tr>
${rows.join("\n")}
</table></body></html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
