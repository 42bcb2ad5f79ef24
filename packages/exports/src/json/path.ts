/** Returns a path with each parameter as `{name}`. Frameworks also write `:name`, with an expression or a mark behind it. */
export function inBraces(path: string): string {
  return path.replace(/\/:([A-Za-z0-9_]+)[^/]*/g, "/{$1}");
}

/** Returns what is equal for two spellings of the same path: parameters have no name, and a slash at the end does not count. */
export function patternOf(path: string): string {
  const segments = inBraces(path)
    .replace(/\{[^{}]*\}/g, "{}")
    .split("/");
  return `/${segments.filter((segment) => segment !== "").join("/")}`;
}
