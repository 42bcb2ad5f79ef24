import { REMOVED, type Tool } from "./tool.ts";

/** What most services have, and an author writes in half an hour: ten expressions and a loop. */
const EXPRESSIONS: readonly (readonly [RegExp, string])[] = [
  // Frames of a stack trace: `at handler (/srv/shop/app.js:10:5)`
  [/\s+at (?:.+? \()?\S*[/\\.]\S*:\d+:\d+\)?/g, ` ${REMOVED}`],
  // Authorization: Bearer …
  [/\b(Bearer|Basic) +[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  // password=…, "apiKey": "…"
  [
    /(password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key)(["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi,
    `$1$2${REMOVED}`,
  ],
  // https://user:password@host
  [/:\/\/[^\s/@]+@/g, `://${REMOVED}@`],
  // AWS access keys
  [/\bA(?:KIA|SIA)[A-Z0-9]{16}\b/g, REMOVED],
  // JSON Web Tokens
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, REMOVED],
  // Private addresses
  [/\b(?:10\.\d{1,3}|127\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}\b/g, REMOVED],
  // Internal names
  [/\b(?:localhost|[\w.-]+\.(?:internal|local|lan|corp|svc))\b/gi, REMOVED],
  // C:\inetpub\app.js
  [/\b[a-z]:\\[^\s"'<>|*?]+/gi, REMOVED],
  // /srv/shop/app.js, but not a part of a URL or a single /name
  [/(?<![\w:/.])\/[\w.@-]+(?:\/[\w.@-]+)+/g, REMOVED],
];

/** Applies ten regular expressions to the whole text, one after the other. */
export const tenExpressions: Tool = {
  name: "ten expressions",
  mode: "sync",
  redact: (text) => {
    let output = text;
    for (const [expression, replacement] of EXPRESSIONS) output = output.replace(expression, replacement);
    return output;
  },
};
