/**
 * The code unit at an index, or 0 outside the string. No word contains 0. The engine reads code units quickly only while no index is out of
 * bounds, so those are not read.
 */
export function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}
