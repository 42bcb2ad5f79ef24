import { createHash } from "node:crypto";

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs;

/**
 * Puts a content security policy into a page. The page can load its own files but connect to nothing, so that what a reader types into
 * the playground cannot leave it. Inline scripts are VitePress's own, and are allowed by hash. Inline styles are for highlighted code.
 */
export function withPolicy(html: string): string {
  const hashes = [...html.matchAll(INLINE_SCRIPT)].map(([, text = ""]) => {
    const hash = createHash("sha256").update(text).digest("base64");
    return `'sha256-${hash}'`;
  });
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
  ].join("; ");
  return html.replace(
    /<meta charset="utf-8">/,
    (meta) => `${meta}\n    <meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
