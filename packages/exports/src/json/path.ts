/** Returns a path with each parameter as `{name}`. Frameworks also write `:name`, with an expression or a mark after it. */
export function inBraces(path: string): string {
  return path.replace(/\/:([A-Za-z0-9_]+)[^/]*/g, "/{$1}");
}

/** Returns a path's canonical form, without parameter names or a trailing slash, so that two spellings of a path are equal. */
export function canonicalPath(path: string): string {
  const segments = inBraces(path)
    .replace(/\{[^{}]*\}/g, "{}")
    .split("/");
  return `/${segments.filter((segment) => segment !== "").join("/")}`;
}
