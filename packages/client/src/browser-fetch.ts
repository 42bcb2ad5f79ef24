/** The runtime's `fetch` as it is. Bundlers for browsers take it in place of `default-fetch.ts`, which is about Node's. */
export function defaultFetch(url: string, init: RequestInit): Promise<Response> {
  return globalThis.fetch(url, init);
}
