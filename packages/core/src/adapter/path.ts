/**
 * Returns the path of a request target or URL, without query and fragment. A target may include a scheme and authority (RFC 9112,
 * section 3.2.2). Never throws.
 *
 * @example
 * pathOf("/v1/harnesses?limit=2"); // "/v1/harnesses"
 * pathOf("http://api.acme.example"); // "/"
 */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  const path = end < 0 ? target : target.slice(0, end);
  const authority = path.startsWith("/") ? -1 : path.indexOf("://");
  if (authority < 0) return path;
  const slash = path.indexOf("/", authority + 3);
  return slash < 0 ? "/" : path.slice(slash);
}
